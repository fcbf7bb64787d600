/**
 * Scheduled jobs: work that may run late, twice or on another machine, and keeps its own record of when it ran. The
 * indexer has two: rates, and an audit per chain. Its other timers each belong to one process and are no jobs: polling
 * a node, heartbeats, retries. So do background queries of mempool, traces and balances, which write on the session
 * that owns the chain. Vacuum and statistics are PostgreSQL's (autovacuum).
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Schedule {
  /** Between the starts of two runs. */
  readonly everyMs: number;
  /** Start of the last run that ended, in Unix milliseconds; null where there was none. Survives restarts. */
  lastRunMs(): Promise<number | null>;
  /**
   * Keeps the work from all other processes, until it is released.
   * @returns null while another process has it
   */
  takeLock(): Promise<(() => Promise<void>) | null>;
}

/**
 * Does the work once. One that throws is tried again some times, with growing pauses.
 * @param signal fires when the process is to end: what is left is for the next run
 */
export type JobHandler = (signal: AbortSignal) => Promise<void>;

export interface Jobs {
  /** Runs `handler` on a schedule from now on. Returns at once; at most one handler runs at a time. */
  run(name: string, schedule: Schedule, handler: JobHandler): void;
  /** Ends what is running and the schedules. Resolves when no handler runs any more; never rejects. */
  close(): Promise<void>;
}

/**
 * Does the work once across processes: while another one does it, or where one has done it since, nothing is done.
 * @param isDue asked when nobody else can do it any more
 * @returns whether it was done here
 */
export async function workAlone(
  { takeLock }: Schedule,
  isDue: () => Promise<boolean>,
  work: () => Promise<void>,
): Promise<boolean> {
  const release = await takeLock();
  if (release === null) return false;
  try {
    if (!(await isDue())) return false;
    await work();
    return true;
  } finally {
    await release();
  }
}

/** Something is wrong and will be tried again. */
export type OnTrouble = (sentence: string, error: unknown) => void;

/** Attempts of one run, the first included. */
export const ATTEMPTS = 3;
export const FIRST_RETRY_MS = 60_000;

/** Timers hold 2^31 - 1 ms; longer waits are cut into pieces of a day. */
const LONGEST_TIMER_MS = 86_400_000;

/** Waits, and no longer than until `signal` fires. Does not keep the process alive. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  for (let left = ms; left > 0 && !signal.aborted; left -= LONGEST_TIMER_MS) {
    await sleep(Math.min(left, LONGEST_TIMER_MS), undefined, { signal, ref: false }).catch(() => undefined);
  }
}
