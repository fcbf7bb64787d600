import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, and no longer than until `signal` fires. Never rejects. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined);
}
