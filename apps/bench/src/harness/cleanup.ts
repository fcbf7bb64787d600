import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';

/** Closes everything that a run starts, in reverse order, however the run ends. */
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

  /** Starts a process of the benchmark's own, which ends when its channel closes. */
  fork(path: string, options: ForkOptions = {}): Promise<ChildProcess> {
    return this.own(async () => fork(path, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], ...options }), disconnect);
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

async function disconnect(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}
