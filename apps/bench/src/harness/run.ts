import { exitOnSignals, stopProcesses } from '@chaintrail/testkit';

/** Closes what a run opens, in reverse order. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** Never rejects: what cannot be closed is reported, and the rest is closed nevertheless. */
  async close(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      await step().catch((error: unknown) => console.error('Not cleaned up:', error));
    }
  }
}

/**
 * Runs a benchmark, closes what it has opened, and prints its result as one line of JSON on stdout. Interrupted, it
 * exits at once: programs, servers and temporary folders go with this process.
 */
export async function runBenchmark(work: (cleanup: Cleanup) => Promise<object>): Promise<void> {
  exitOnSignals();
  const cleanup = new Cleanup();
  let result: object;
  try {
    result = await work(cleanup);
  } finally {
    await stopProcesses();
    await cleanup.close();
  }
  console.log(JSON.stringify(result));
}
