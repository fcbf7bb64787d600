/** Everything a run starts is closed again, in reverse order, however the run ends. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #closing: Promise<void> | null = null;

  /**
   * Starts something that has to be closed. One that is still starting when the run ends is closed once it has started.
   * @throws Error when the run is ending already
   */
  async own<T>(start: () => Promise<T>, close: (thing: T) => Promise<unknown>): Promise<T> {
    if (this.#closing) throw new Error('the run is ending');
    const started = start();
    this.#steps.push(async () => {
      const [outcome] = await Promise.allSettled([started]);
      if (outcome.status === 'fulfilled') await close(outcome.value);
    });
    return started;
  }

  /** Never rejects: what cannot be closed is reported, and the rest is closed nevertheless. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const step of this.#steps.reverse()) {
      await step().catch((error: unknown) => console.error('Not cleaned up:', error));
    }
  }
}
