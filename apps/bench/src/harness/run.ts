import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cleanup } from './cleanup.js';

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
/** Stopping PostgreSQL takes the longest; a run that hangs must not stay for ever. */
const CLOSE_MS = 90_000;

class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly status: number;
  constructor(signal: keyof typeof SIGNALS) {
    super(`interrupted by ${signal}`);
    this.status = SIGNALS[signal];
  }
}

/** Runs a benchmark, cleans up however it ends, and prints its result as one line of JSON on stdout. */
export async function runBenchmark(work: (cleanup: Cleanup) => Promise<object>): Promise<void> {
  const cleanup = new Cleanup();
  const interrupted = new Promise<never>((_resolve, reject) => {
    // Only the first counts: npm passes the terminal's Ctrl-C on, so one press arrives twice.
    for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[])
      process.on(signal, () => reject(new Interrupted(signal)));
  });
  try {
    const result = await Promise.race([work(cleanup), interrupted]);
    await Promise.race([cleanup.close(), interrupted]);
    console.log(JSON.stringify(result));
  } catch (error) {
    console.error(error instanceof Interrupted ? `Cleaning up: ${error.message}` : error);
    setTimeout(() => process.exit(1), CLOSE_MS).unref();
    await cleanup.close();
    // What the interrupted work still waits for must not keep the process.
    process.exit(error instanceof Interrupted ? error.status : 1);
  }
}

/**
 * Makes a folder for the data of one run below the system's temporary folder (TMPDIR), which has to be on the disk that
 * is to be measured.
 */
export function makeRunFolder(cleanup: Cleanup): Promise<string> {
  return cleanup.own(
    () => mkdtemp(join(tmpdir(), 'chaintrail-bench-')),
    (folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  );
}

/** Makes a folder of that name in the run's. */
export async function subfolder(runFolder: string, name: string): Promise<string> {
  const folder = join(runFolder, name);
  await mkdir(folder);
  return folder;
}
