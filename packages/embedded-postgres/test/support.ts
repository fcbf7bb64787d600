import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** In memory where the machine offers that: a server that keeps its data starts in a third of the time. */
export const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A folder that is gone after the test, like everything the test put in it. */
export async function temporaryFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(ROOT, 'chaintrail-test-'));
  await chmod(folder, mode);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

export interface Holder {
  readonly process: ChildProcess;
  /** The server's URL, as printed. */
  readonly url: string;
  /** Everything logged so far. */
  log(): string;
}

/**
 * Another Node process that starts the server on `dataDir`, prints its URL and stays.
 * @param options.cwd folder from which the package is found
 */
export async function startInOtherProcess(
  dataDir: string,
  options: { uid?: number; gid?: number; cwd?: string } = {},
): Promise<Holder> {
  const code = `import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], durable: false, onLog: console.error });
    process.on('SIGTERM', () => server.stop());
    console.log(server.url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
    cwd: import.meta.dirname,
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8');
  });
  for await (const url of createInterface({ input: child.stdout })) {
    return { process: child, url, log: () => log };
  }
  throw new Error(`the other process ended without a server: ${log}`);
}

export function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}
