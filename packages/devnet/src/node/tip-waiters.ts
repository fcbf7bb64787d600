/** Calls that wait for the next tip (waitfornewblock). */
export class TipWaiters {
  private readonly waiting = new Set<() => void>();

  /** Resolves at the next {@link release}, or after `timeoutMs`; 0 waits without limit. */
  wait(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = timeoutMs > 0 ? setTimeout(() => done(), timeoutMs) : null;
      const done = (): void => {
        if (timer) clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      this.waiting.add(done);
    });
  }

  release(): void {
    for (const done of [...this.waiting]) done();
  }
}
