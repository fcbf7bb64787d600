import { setTimeout as sleep } from 'node:timers/promises';

const DEFAULT_TIMEOUT_MS = 60_000;
/** Between two looks, at first; each further one comes a quarter later, up to the longest: most waits take seconds. */
const FIRST_INTERVAL_MS = 25;
const LONGEST_INTERVAL_MS = 250;
const LATER = 1.25;

/**
 * A thing that ends a wait in vain when it has ended itself: a {@link SpawnedProcess}, or what takes the place of
 * one.
 */
export interface WaitedFor {
  readonly name: string;
  exitStatus(): string | null;
  output(): string;
}

export interface WaitOptions {
  readonly timeoutMs?: number;
  /** Between any two looks; by default from 25 ms at first to 250. */
  readonly intervalMs?: number;
  /** The wait's goal, in the error message: "the API reports block 12". */
  readonly what?: string;
  /** Waiting ends at once, with their output, when one of these has ended. */
  readonly processes?: readonly WaitedFor[];
}

/**
 * Polls until `condition` returns something other than undefined and false, and returns that. An exception counts as
 * "not yet"; the last one is the cause of the timeout.
 */
export async function waitFor<T>(
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  options: WaitOptions = {},
): Promise<T> {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const what = options.what ?? 'a condition';
  const deadline = performance.now() + timeoutMs;
  let intervalMs = options.intervalMs ?? FIRST_INTERVAL_MS;
  let lastError: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value !== undefined && value !== false) return value;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    const ended = options.processes?.find((process) => process.exitStatus() !== null);
    if (ended) {
      throw new Error(`${ended.name} ended (${ended.exitStatus()}) while waiting for ${what}\n${ended.output()}`, {
        cause: lastError,
      });
    }
    if (performance.now() > deadline) {
      throw new Error(`waited ${timeoutMs} ms in vain for ${what}`, { cause: lastError });
    }
    await sleep(intervalMs);
    if (options.intervalMs === undefined) intervalMs = Math.min(LATER * intervalMs, LONGEST_INTERVAL_MS);
  }
}

/** Does `work` for every item, so many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
