/** How the programs of PostgreSQL are started, whichever account they run as. */
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

/** The embedded server cannot run. The message is one sentence for the operator and names the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The account that the server runs as. Empty: that of this process. Spreads into the options of `spawn`. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** A started program with all three pipes. */
export interface Running {
  readonly process: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/**
 * The data folder as the program is told it. Its account may not reach the real path (a project under /root, mode
 * 700): the working directory is entered before the account changes (libuv uv__process_child_init), and Linux's
 * /proc/self/cwd then names it without walking the path. So data stays where the operator wants it.
 */
export function clusterArgument(clusterDir: string, account: Account): string {
  return account.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : clusterDir;
}

/**
 * Starts a program inside `clusterDir`, in a process group of its own: Ctrl-C in a terminal reaches this process only,
 * which then stops the server after its clients.
 */
export function startProgram(program: string, args: readonly string[], clusterDir: string, account: Account): Running {
  statSync(clusterDir); // A missing folder would read as "spawn … ENOENT", as if the program were missing.
  const child = spawn(program, args, {
    ...account,
    cwd: clusterDir,
    detached: true,
    // Nothing of this process's PG* variables; C, so that messages are English and dates ISO.
    env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program that ends before reading its input breaks the pipe; its exit code says what happened.
  child.stdin.once('error', () => undefined);
  return { process: child, stdin: child.stdin, stdout: child.stdout, stderr: child.stderr };
}

/** Runs a program to its end. @returns exit code and everything it said. @throws when it cannot be started. */
export async function runProgram(
  program: string,
  args: readonly string[],
  clusterDir: string,
  account: Account,
  input = '',
): Promise<{ code: number | null; output: string }> {
  const running = startProgram(program, args, clusterDir, account);
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-20_000);
  };
  running.stdout.on('data', collect);
  running.stderr.on('data', collect);
  return new Promise((resolve, reject) => {
    running.process.once('error', reject);
    running.process.once('close', (code) => resolve({ code, output }));
    running.stdin.end(input);
  });
}

/** @returns whether there is such a process */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
