/**
 * Processor time of threads and sessions in each stage. The busiest one bounds the stage, however many processors there
 * are.
 */
import { childSecondsOf } from '../harness/processes.js';
import { ThreadWatch } from '../harness/thread-seconds.js';
import type { SyncPart } from './stage-clock.js';

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

interface Spent {
  readonly threads: Map<string, number>;
  readonly sessions: Map<number, number>;
}

/** Sums the processor time of each thread and process in each part, from samples at short intervals. */
export class StageProcessorWatch {
  readonly #main: string;
  readonly #watch: ThreadWatch;
  readonly #postmaster: number | null;
  readonly #spent = new Map<SyncPart, Spent>();
  #part: SyncPart = 'start';
  #threads = new Map<string, number>();
  #sessions = new Map<number, number>();

  constructor(indexer: number, postmaster: number | null) {
    this.#main = String(indexer);
    this.#watch = new ThreadWatch(indexer);
    this.#postmaster = postmaster;
    if (postmaster !== null) this.#sessions = childSecondsOf(postmaster);
  }

  /** @param part under way now; the time since the last look belongs to the part of that look */
  look(part: SyncPart): void {
    const spent = this.#spent.get(this.#part) ?? { threads: new Map(), sessions: new Map() };
    this.#spent.set(this.#part, spent);
    this.#part = part;
    this.#watch.look();
    addGrowth(spent.threads, this.#threads, this.#watch.byThread);
    this.#threads = new Map(this.#watch.byThread);
    if (this.#postmaster === null) return;
    const sessions = childSecondsOf(this.#postmaster);
    addGrowth(spent.sessions, this.#sessions, sessions);
    this.#sessions = sessions;
  }

  /** @returns null on a machine without /proc */
  seconds(): StageProcessor | null {
    if (!this.#threads.has(this.#main)) return null;
    const parts = [...this.#spent].map(([part, { threads, sessions }]) => {
      const others = [...threads].filter(([thread]) => thread !== this.#main).map(([, seconds]) => seconds);
      return [
        part,
        {
          main: round(threads.get(this.#main) ?? 0),
          threads: busiestFirst(others),
          sessions: busiestFirst([...sessions.values()]),
        },
      ];
    });
    return Object.fromEntries(parts) as StageProcessor;
  }
}

/** A line for each stage. */
export function stageTable(stages: StageProcessor): string {
  const lines = Object.entries(stages).map(([part, { main, threads, sessions }]) =>
    [part.padEnd(9), main.toFixed(2).padStart(7), listed(threads).padStart(40), listed(sessions).padStart(40)].join(
      ' ',
    ),
  );
  return [
    `${'stage'.padEnd(9)} ${'main'.padStart(7)} ${'other threads'.padStart(40)} ${'sessions of PostgreSQL'.padStart(40)}   processor seconds`,
    ...lines,
  ].join('\n');
}

function listed(seconds: readonly number[]): string {
  return seconds.map((value) => value.toFixed(2)).join(' ');
}

function addGrowth<Key>(sums: Map<Key, number>, before: ReadonlyMap<Key, number>, now: ReadonlyMap<Key, number>): void {
  for (const [key, seconds] of now) {
    const growth = seconds - (before.get(key) ?? 0);
    if (growth > 0) sums.set(key, (sums.get(key) ?? 0) + growth);
  }
}

function busiestFirst(seconds: readonly number[]): number[] {
  return seconds
    .map(round)
    .filter((value) => value > 0)
    .sort((a, b) => b - a);
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
