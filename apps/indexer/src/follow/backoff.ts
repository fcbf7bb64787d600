import { setTimeout as sleep } from 'node:timers/promises';

interface Waits {
  readonly waitMs: number;
  readonly longestWaitMs: number;
}

/** Exponential backoff by the monotonic clock: each failure in a row doubles the wait. */
export class Backoff {
  private failures = 0;
  private untilMs = 0;
  private readonly waits: Waits;

  constructor(waits: Waits) {
    this.waits = waits;
  }

  /** Milliseconds until it is worth another try. */
  get leftMs(): number {
    return Math.max(0, this.untilMs - performance.now());
  }

  /** Failures in a row. */
  get tries(): number {
    return this.failures;
  }

  /** @param waits of this failure, where it has others */
  failed({ waitMs, longestWaitMs }: Waits = this.waits): void {
    this.untilMs = performance.now() + Math.min(longestWaitMs, waitMs * 2 ** Math.min(this.failures, 20));
    this.failures++;
  }

  succeeded(): void {
    this.failures = 0;
    this.untilMs = 0;
  }
}

/** Waits, and no longer than until `signal` fires. Never rejects. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined);
}
