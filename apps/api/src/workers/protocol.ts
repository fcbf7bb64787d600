/** Questions between the primary and its workers. All of it is JSON. */
import type { ChainCode } from '@chaintrail/chains';
import type { Count } from '../access/counters.js';
import type { Lack, RoomLimits } from '../access/room.js';
import type { Snapshot } from '../shares/snapshot.js';

export type HeightList = readonly (readonly [ChainCode, number])[];

/** Start values of a worker. */
export interface Beginning {
  /** From 1; that of a worker which has ended is given again. */
  readonly place: number;
  /** Key that all workers name clients with, in logs and metrics. */
  readonly nameKey: string;
  /** How far chains were answered, by the setting of the database. */
  readonly heights: readonly (readonly [variable: string, HeightList])[];
}

/** Questions of a worker to the primary. */
export interface PrimaryFunctions {
  [name: string]: (...args: never[]) => unknown;
  begin(): Beginning;
  /** It listens. */
  listening(): void;
  /** It finishes what it has under way, and ends: an error that nothing caught. */
  failing(reason: string): void;
  /** It ends: the settings cannot be used. The sentence is for the operator. */
  refuse(sentence: string): void;
  take(tier: string, client: string, units: number): Promise<Count>;
  /** @returns a number that {@link leave} is told */
  enter(room: string, limits: RoomLimits, client: string, weight: number): Promise<number | Lack>;
  leave(entry: number): void;
  /** Answered when every worker knows. */
  share(variable: string, heights: HeightList): Promise<void>;
  scrape(): Promise<string>;
}

export interface ProcessReport {
  readonly snapshot: Snapshot;
  /** Null where it was not asked for. */
  readonly text: string | null;
}

/** Questions of the primary to a worker. */
export interface WorkerFunctions {
  [name: string]: (...args: never[]) => unknown;
  stop(): void;
  heights(variable: string, heights: HeightList): void;
  /** @param isForAll whether it says what is the same at any worker, too */
  metrics(isForAll: boolean): Promise<ProcessReport>;
}
