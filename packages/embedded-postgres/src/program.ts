/** How the programs of PostgreSQL are started, whichever account they run as. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** The embedded server cannot run. The message is one sentence for the operator and names the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The account that the server runs as. Empty: that of this process. Spreads into the options of `spawn`. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** A data folder, and whose it is. */
export interface Cluster {
  readonly clusterDir: string;
  readonly account: Account;
  /** Variables of its programs, beside the usual ones. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * The data folder as the program is told it. Its account may not reach the real path (a project under /root, mode
 * 700): the working directory is entered before the account changes (libuv uv__process_child_init), and Linux's
 * /proc/self/cwd then names it without walking the path. So data stays where the operator wants it.
 */
export function clusterArgument({ clusterDir, account }: Cluster): string {
  return account.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : clusterDir;
}

/**
 * Starts a program inside the data folder, in a process group of its own: Ctrl-C in a terminal reaches this process
 * only, which then stops the server after its clients.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  { clusterDir, account, environment }: Cluster,
): ChildProcessWithoutNullStreams {
  statSync(clusterDir); // A missing folder would read as "spawn … ENOENT", as if the program were missing.
  const child = spawn(program, args, {
    ...account,
    cwd: clusterDir,
    detached: true,
    // Nothing of this process's PG* variables; C, so that messages are English and dates ISO.
    env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...environment },
  });
  // A program that ends before reading its input breaks the pipe; its exit code says what happened.
  child.stdin.once('error', () => undefined);
  return child;
}

/** Bound on each stream. Earlier output is dropped: a program may say a great deal before it fails. */
const OUTPUT_KEPT_CHARS = 20_000;

/** Runs a program to its end. @returns exit code and the last of what it said. @throws when it cannot be started. */
export async function runProgram(
  program: string,
  args: readonly string[],
  cluster: Cluster,
  input = '',
): Promise<{ code: number | null; output: string }> {
  const child = startProgram(program, args, cluster);
  child.stdin.end(input);
  const [[code], said, complaint] = await Promise.all([once(child, 'close'), endOf(child.stdout), endOf(child.stderr)]);
  return { code: code as number | null, output: said + complaint };
}

async function endOf(stream: Readable): Promise<string> {
  let said = '';
  for await (const chunk of stream.setEncoding('utf8')) said = (said + chunk).slice(-OUTPUT_KEPT_CHARS);
  return said;
}

/** @returns whether there is such a process */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns what the file holds, undefined when there is none */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(`${path} cannot be read (${code}); check who owns it.`, { cause: error });
  }
}
