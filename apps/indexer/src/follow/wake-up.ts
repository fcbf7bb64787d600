/** Two ends of a wait are at least so far apart: a node sends a notification per transaction. */
const APART_MS = 50;

/** Ends a wait early: one signal that fires on a notification, or when everything is to stop. */
export class WakeUp {
  private controller = new AbortController();
  private readonly stop: AbortSignal;
  private wokenMs = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(stop: AbortSignal) {
    this.stop = stop;
    // One listener for all waits: a listener per wait on a signal that lives for months would pile up.
    stop.addEventListener('abort', () => this.fire(), { once: true });
    if (stop.aborted) this.fire();
  }

  /** A notification came. */
  wake(): void {
    this.timer ??= setTimeout(() => this.fire(), Math.max(0, this.wokenMs + APART_MS - performance.now())).unref();
  }

  /** For one wait; what woke it before is forgotten. */
  next(): AbortSignal {
    if (this.controller.signal.aborted && !this.stop.aborted) this.controller = new AbortController();
    return this.controller.signal;
  }

  private fire(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.wokenMs = performance.now();
    this.controller.abort();
  }
}
