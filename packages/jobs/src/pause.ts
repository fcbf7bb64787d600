import { setTimeout as sleep } from 'node:timers/promises';

/** Timers hold 2^31 - 1 ms; longer waits are cut into pieces of a day. */
const LONGEST_TIMER_MS = 86_400_000;

/** Waits, and no longer than until `signal` fires. Does not keep the process alive. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  for (let left = ms; left > 0 && !signal.aborted; left -= LONGEST_TIMER_MS) {
    await sleep(Math.min(left, LONGEST_TIMER_MS), undefined, { signal, ref: false }).catch(() => undefined);
  }
}
