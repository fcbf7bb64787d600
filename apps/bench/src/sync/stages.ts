/**
 * Time and processor time of each part of a sync. The busiest thread or session bounds a part, however many processors
 * there are.
 */
import type { Stage } from '@chaintrail/db';
import { rounded, textTable } from '../harness/figures.js';
import { childSeconds, threadSeconds } from '../harness/procfs.js';

/**
 * In order. `start`: from the start of the process to its first block. `handOver`: after the last stage, or without
 * stages, blocks are written one by one until the chain is live.
 */
const SYNC_PARTS = ['start', 'load', 'unspent', 'sort', 'tokens', 'index', 'handOver'] as const;
export type SyncPart = (typeof SYNC_PARTS)[number];

/** Processor seconds, the busiest first, of those that used any. */
interface PartProcessor {
  /** The indexer's thread that talks to node and database. */
  readonly main: number;
  /** Its other threads: decoders, those that number histories, the collector's, the compiler's. */
  readonly threads: readonly number[];
  /** PostgreSQL's processes: sessions, parallel workers, writers. */
  readonly sessions: readonly number[];
}

export type StageProcessor = Readonly<Partial<Record<SyncPart, PartProcessor>>>;

export interface StageFigures {
  readonly seconds: Readonly<Record<SyncPart | 'total', number>>;
  /** Threads of the indexer, all parts together. */
  readonly threadSeconds: { readonly main: number; readonly others: readonly number[] };
  readonly stages: StageProcessor;
}

export function partOf(state: { readonly stage: Stage | null; readonly height: number | null } | null): SyncPart {
  if (state?.stage) return state.stage;
  return state === null || state.height === null ? 'start' : 'handOver';
}

/** Counters that grow during a sync: the clock, and the processor time of each thread and session. */
type Counters = ReadonlyMap<string, number>;

/** @param clockMs unix time */
export function countersAt(clockMs: number, indexer: number, postmaster: number): Counters {
  const threads = [...threadSeconds(indexer)].map(([id, used]) => [id === indexer ? 'main' : `thread ${id}`, used]);
  const sessions = [...childSeconds(postmaster)].map(([id, used]) => [`session ${id}`, used]);
  return new Map([['clock', clockMs / 1000], ...threads, ...sessions] as [string, number][]);
}

/** Sums the growth of counters in each part, from samples at short intervals. */
export class StageWatch {
  readonly #grown = new Map<SyncPart, Map<string, number>>();
  #part: SyncPart = 'start';
  #before: Counters;

  constructor(first: Counters) {
    this.#before = first;
  }

  /** @param part under way now; growth since the last look belongs to the part of that look */
  look(part: SyncPart, now: Counters): void {
    const grown = this.#grown.get(this.#part) ?? new Map<string, number>();
    this.#grown.set(this.#part, grown);
    addGrowth(grown, this.#before, now);
    [this.#part, this.#before] = [part, now];
  }

  figures(): StageFigures {
    const all = new Map<string, number>();
    for (const grown of this.#grown.values()) addGrowth(all, new Map(), grown);
    const seconds = SYNC_PARTS.map((part) => [part, rounded(this.#grown.get(part)?.get('clock') ?? 0)]);
    const { main, threads } = processorOf(all);
    return {
      seconds: { ...Object.fromEntries(seconds), total: rounded(all.get('clock') ?? 0) },
      threadSeconds: { main, others: threads },
      stages: Object.fromEntries([...this.#grown].map(([part, grown]) => [part, processorOf(grown)])),
    };
  }
}

/** A line for each part. */
export function stageTable(stages: StageProcessor): string {
  const listed = (seconds: readonly number[]): string => seconds.map((value) => value.toFixed(2)).join(' ');
  return textTable([
    ['processor seconds', 'main', 'other threads', 'sessions of PostgreSQL'],
    ...Object.entries(stages).map(([part, { main, threads, sessions }]) => [
      ...[part, main.toFixed(2), listed(threads), listed(sessions)],
    ]),
  ]);
}

function addGrowth(sums: Map<string, number>, before: Counters, now: Counters): void {
  for (const [name, value] of now) sums.set(name, (sums.get(name) ?? 0) + value - (before.get(name) ?? 0));
}

/** On a machine without /proc the main thread has NaN, and there are no others. */
function processorOf(grown: Counters): PartProcessor {
  const busiest = (kind: string): number[] =>
    [...grown]
      .filter(([name, seconds]) => name.startsWith(kind) && seconds >= 0.005)
      .map(([, seconds]) => rounded(seconds, 2))
      .sort((a, b) => b - a);
  return {
    main: rounded(grown.get('main') ?? Number.NaN, 2),
    threads: busiest('thread'),
    sessions: busiest('session'),
  };
}
