import type { SyncState } from './sync-state.js';

/**
 * The parts of a sync in order. `start`: from the start of the process to its first block. `handOver`: after the last
 * stage, or without stages, blocks are written one by one until the chain is live.
 */
const SYNC_PARTS = ['start', 'load', 'unspent', 'sort', 'tokens', 'index', 'handOver'] as const;
export type SyncPart = (typeof SYNC_PARTS)[number];

export type StageSeconds = Readonly<Record<SyncPart | 'total', number>>;

export function partOf(state: SyncState | null): SyncPart {
  if (state?.stage) return state.stage;
  return state === null || state.height === null ? 'start' : 'handOver';
}

/** Sums the time of each part, from samples of the state at short intervals. */
export class StageClock {
  readonly #startedMs: number;
  readonly #spentMs = new Map<SyncPart, number>();
  #part: SyncPart = 'start';
  #lookedMs: number;

  constructor(startedMs: number) {
    this.#startedMs = startedMs;
    this.#lookedMs = startedMs;
  }

  /** @param atMs not before the last look; the time since then belongs to the part of that look */
  look(atMs: number, state: SyncState | null): void {
    this.#spend(atMs);
    this.#part = partOf(state);
  }

  /** @param atMs when the sync was over, which may be before the last look */
  finish(atMs: number): StageSeconds {
    this.#spend(atMs);
    const seconds = SYNC_PARTS.map((part) => [part, round((this.#spentMs.get(part) ?? 0) / 1000)]);
    return { ...Object.fromEntries(seconds), total: round((atMs - this.#startedMs) / 1000) } as StageSeconds;
  }

  #spend(atMs: number): void {
    this.#spentMs.set(this.#part, (this.#spentMs.get(this.#part) ?? 0) + atMs - this.#lookedMs);
    this.#lookedMs = atMs;
  }
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
