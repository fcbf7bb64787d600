import { exitOnSignals, stopProcesses } from '@chaintrail/testkit';
import { CommanderError } from 'commander';

/** sysexits.h EX_CONFIG, as the other programs refuse what has to be changed first. */
const EXIT_USAGE = 78;

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
 * Runs a benchmark, closes what it has opened, and prints its result as one line of JSON on stdout. Ends this very
 * process where its command line asks for help, or cannot be used. Interrupted, it exits at once: programs, servers and
 * temporary folders go with this process.
 */
export async function runBenchmark<Options>(
  readOptions: (args: readonly string[]) => Options,
  work: (options: Options, cleanup: Cleanup) => Promise<object>,
): Promise<void> {
  const options = optionsOrExit(readOptions);
  exitOnSignals();
  const cleanup = new Cleanup();
  let result: object;
  try {
    result = await work(options, cleanup);
  } finally {
    await stopProcesses();
    await cleanup.close();
  }
  console.log(JSON.stringify(result));
}

function optionsOrExit<Options>(read: (args: readonly string[]) => Options): Options {
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exit(error.exitCode === 0 ? 0 : EXIT_USAGE);
  }
}
