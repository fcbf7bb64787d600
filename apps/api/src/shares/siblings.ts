/** Common state of the processes of one API. Alone, a process has all of it for itself. */
import { randomUUID } from 'node:crypto';
import type { ChainCode } from '@chaintrail/chains';
import type { RateTier } from '@chaintrail/config';
import { type Counter, MemoryCounter } from '../access/counters.js';
import { MemoryRoom, type Room, type RoomLimits } from '../access/room.js';
import { type ProcessMetrics, textOf } from './snapshot.js';

type ShareHeights<Done> = (variable: string, heights: ReadonlyMap<ChainCode, number>) => Done;

export interface Siblings {
  /** How many processes answer. */
  readonly count: number;
  /** From 1: which of them this is. */
  readonly place: number;
  /** Key that names of clients are made with, in logs and metrics. */
  readonly nameKey: string;
  /** Use by clients of a tier of their limit. */
  counter(tier: RateTier): Counter;
  /** Things that clients have under way, by name. */
  room(name: string, limits: RoomLimits): Room;
  /** @returns what asks for the metrics of all processes, in the text format of Prometheus */
  scraper(own: ProcessMetrics): () => Promise<string>;
  /** Tells all processes how far chains of a database with replicas were answered. Undefined: nobody has to know. */
  readonly shareHeights?: ShareHeights<Promise<void>>;
  /** Calls back with what others answered. */
  readonly onHeights?: (note: ShareHeights<void>) => void;
}

/** The share of one process of what all together may have: at least one. */
export const shareOf = (all: number, { count }: Pick<Siblings, 'count'>): number => Math.ceil(all / count);

export const ALONE: Siblings = {
  count: 1,
  place: 1,
  nameKey: randomUUID(),
  counter: (tier) => new MemoryCounter(tier),
  room: (_name, limits) => new MemoryRoom(limits),
  scraper: (own) => async () => {
    // First: what it asks databases counts.
    const text = await own.text();
    return textOf([await own.snapshot()], text);
  },
};
