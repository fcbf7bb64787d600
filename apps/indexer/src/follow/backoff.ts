/** Growing waits while something does not succeed, by a clock that nobody sets. */
export class Backoff {
  private failures = 0;
  private sinceMs: number | null = null;
  private untilMs = 0;
  private readonly waitMs: number;
  private readonly longestWaitMs: number;

  constructor({ waitMs, longestWaitMs }: { readonly waitMs: number; readonly longestWaitMs: number }) {
    this.waitMs = waitMs;
    this.longestWaitMs = longestWaitMs;
  }

  /** Milliseconds until it is worth another try. */
  get leftMs(): number {
    return Math.max(0, this.untilMs - performance.now());
  }

  /** Failures in a row. */
  get tries(): number {
    return this.failures;
  }

  /** Milliseconds since the first failure in a row. */
  get failingMs(): number {
    return this.sinceMs === null ? 0 : performance.now() - this.sinceMs;
  }

  failed(): void {
    const now = performance.now();
    this.sinceMs ??= now;
    this.untilMs = now + Math.min(this.longestWaitMs, this.waitMs * 2 ** Math.min(this.failures, 20));
    this.failures++;
  }

  succeeded(): void {
    this.failures = 0;
    this.sinceMs = null;
    this.untilMs = 0;
  }
}
