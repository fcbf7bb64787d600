/** One run of the server: start, wait until it accepts connections, stop. */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.js';
import { EmbeddedPostgresError } from './errors.js';
import { FAST_SHUTDOWN_MS, IMMEDIATE_SHUTDOWN_MS } from './orphan.js';
import { readPostmasterFile } from './postmaster-file.js';
import { clusterArgument, type Running, startProgram } from './program.js';
import { startWatchdog } from './watchdog.js';

const LINES_KEPT = 30;
const READY_POLL_MS = 20;

export interface Server {
  /** Resolves when the server has ended, with its last words; an end that nobody asked for is an error of its own. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** What a power cut would do, for tests of recovery. */
  kill(): void;
}

/**
 * Starts the server and waits until it accepts connections, however long recovery takes.
 * @throws EmbeddedPostgresError with what the server said when it ends before that
 */
export async function startServer(
  postgres: string,
  args: readonly string[],
  clusterDir: string,
  account: Account,
  onLog: (line: string) => void,
): Promise<Server> {
  const running = startProgram(postgres, ['-D', clusterArgument(clusterDir, account), ...args], clusterDir, account);
  running.stdin.end();
  const lastLines = followOutput(running, onLog);
  let over = false;
  const ended = new Promise<string>((resolve, reject) => {
    running.process.once('error', reject);
    running.process.once('close', () => {
      over = true;
      resolve(lastLines());
    });
  });
  const { pid } = running.process;
  if (pid === undefined) throw new EmbeddedPostgresError(`PostgreSQL did not start: ${await ended.catch(String)}`);

  const watchdog = startWatchdog(pid, account);
  const stopWatchdog = () => watchdog.kill('SIGKILL');
  ended.then(stopWatchdog, stopWatchdog);
  while (!over) {
    const file = await readPostmasterFile(clusterDir);
    if (file?.pid === pid && file.status === 'ready') break;
    await sleep(READY_POLL_MS);
  }
  if (over) throw new EmbeddedPostgresError(lastLines());
  return {
    ended,
    stop: () => stopServer(running, ended),
    kill: () => void running.process.kill('SIGKILL'),
  };
}

async function stopServer(running: Running, ended: Promise<string>): Promise<void> {
  const endsWithin = (limitMs: number) => {
    const timer = new AbortController();
    const late = sleep(limitMs, false, { signal: timer.signal }).catch(() => false);
    return Promise.race([ended.then(() => true), late]).finally(() => timer.abort());
  };
  running.process.kill('SIGINT');
  if (await endsWithin(FAST_SHUTDOWN_MS)) return;
  running.process.kill('SIGQUIT');
  if (await endsWithin(IMMEDIATE_SHUTDOWN_MS)) return;
  running.process.kill('SIGKILL');
  await ended;
}

/** Hands every line on and keeps the last few. */
function followOutput(running: Running, onLog: (line: string) => void): () => string {
  const kept: string[] = [];
  for (const stream of [running.stdout, running.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      kept.push(line);
      if (kept.length > LINES_KEPT) kept.shift();
      onLog(line);
    });
  }
  return () => kept.join('\n');
}
