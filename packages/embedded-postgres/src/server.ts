/** One run of the server, by `pg_ctl`: start and wait, stop, and stop what an earlier run left. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Cluster, clusterArgument, EmbeddedPostgresError, runProgram, signal, startProgram } from './program.js';

/** Seconds for a fast shutdown with its checkpoint; then an immediate one, which recovers at the next start. */
const SHUTDOWNS = [
  ['fast', 60],
  ['immediate', 15],
] as const;
/** Recovery takes as long as it takes: a year. */
const START_SECONDS = 31_536_000;
const LINES_KEPT = 30;

/**
 * Ends when its input does, which happens the moment this process dies, by whatever means; then stops the server. A
 * shell waits for this at the cost of one megabyte. Its input names the server; before that `postmaster.pid` does.
 */
const WATCHDOG = `while read -r line; do pid=$line; done
[ -n "$pid" ] || read -r pid < postmaster.pid || exit 0
kill -INT "$pid" || exit 0
left=${SHUTDOWNS[0][1]}
while [ "$left" -gt 0 ] && kill -0 "$pid"; do sleep 1; left=$((left - 1)); done
kill -QUIT "$pid"`;

/** A cluster, and what controls it. */
export interface Control extends Cluster {
  readonly pgCtl: string;
}

export interface Server {
  /** Resolves when the server and all its processes have ended, with its last words. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** Ends it as a power cut would, for tests of recovery. */
  kill(): void;
}

/**
 * Starts the server and waits until it accepts connections, however long recovery takes.
 * @param settings each given as an option on its command line, so that no file of the cluster is edited
 * @throws EmbeddedPostgresError with what the server said when it ends before that
 */
export async function startServer(
  control: Control,
  settings: Readonly<Record<string, string>>,
  onLog: (line: string) => void,
): Promise<Server> {
  const watchdog = startProgram('/bin/sh', ['-c', WATCHDOG], control);
  // Without a shell the server is still stopped by stop(), and by the next start if this process is killed.
  watchdog.on('error', () => undefined);
  const options = Object.entries(settings).map(([name, value]) => `-c ${shellQuoted(`${name}=${value}`)}`);
  const args = ['start', '--wait', '--silent', `--timeout=${START_SECONDS}`, '-o', options.join(' ')];
  const starting = startProgram(control.pgCtl, pgCtlArguments(control, args), control);
  starting.stdin.end();
  const lastLines = followOutput([starting.stdout, starting.stderr], onLog);
  let isOver = false;
  // The server has its standard output from pg_ctl: this is closed when the last process of the server has ended.
  const ended = new Promise<string>((resolve) => starting.once('close', () => resolve(lastLines())));
  void ended.then(() => {
    isOver = true;
    watchdog.kill('SIGKILL');
  });
  const [code] = await once(starting, 'exit').catch((error: unknown) => {
    watchdog.kill('SIGKILL');
    throw new EmbeddedPostgresError(`PostgreSQL did not start: ${String(error)}`);
  });
  const pid = code === 0 ? readPid(control.clusterDir) : undefined;
  if (pid === undefined) throw new EmbeddedPostgresError(await ended);
  watchdog.stdin.write(`${pid}\n`);
  return {
    ended,
    async stop() {
      // A process number is another program's once the server has ended.
      if (!isOver && !(await stopCluster(control, pid)) && !isOver) signal(pid, 'SIGKILL');
      await ended;
    },
    kill: () => void (isOver || signal(pid, 'SIGKILL')),
  };
}

/**
 * Stops a server that still runs on this cluster. The caller owns the folder, so nobody uses that server. A stale
 * `postmaster.pid` whose number is another program's now is removed: the server would refuse to start.
 */
export async function stopOrphan(control: Control, onLog: (line: string) => void): Promise<void> {
  const pid = readPid(control.clusterDir);
  if (pid === undefined || !signal(pid, 0)) return;
  if (!isPostmasterOf(pid, control.clusterDir)) {
    rmSync(pidFile(control.clusterDir), { force: true });
    return;
  }
  onLog(`Stopping the PostgreSQL server (process ${pid}) that an earlier run left behind`);
  if (await stopCluster(control, pid)) return;
  throw new EmbeddedPostgresError(
    `The PostgreSQL server of an earlier run (process ${pid}) does not stop; end that process and start again.`,
  );
}

/** @returns whether the server has ended */
async function stopCluster(control: Control, pid: number): Promise<boolean> {
  for (const [mode, seconds] of SHUTDOWNS) {
    const args = pgCtlArguments(control, ['stop', '--silent', `--mode=${mode}`, `--timeout=${seconds}`]);
    const { code } = await runProgram(control.pgCtl, args, control);
    // It also fails where there is no server to stop any more. A server removes its file a moment before its process
    // ends.
    if (code === 0 || !signal(pid, 0) || readPid(control.clusterDir) !== pid) return true;
  }
  return false;
}

function pgCtlArguments(control: Control, args: readonly string[]): string[] {
  return [...args, '-D', clusterArgument(control)];
}

/** `pg_ctl` hands its options to a shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Hands every line on and keeps the last few of the server, without what `pg_ctl` adds to them. */
function followOutput(streams: readonly Readable[], onLog: (line: string) => void): () => string {
  const kept: string[] = [];
  for (const stream of streams) {
    createInterface({ input: stream }).on('line', (line) => {
      if (/^(pg_ctl: could not start server|Examine the log output\.)$/.test(line)) return;
      kept.push(line);
      if (kept.length > LINES_KEPT) kept.shift();
      onLog(line);
    });
  }
  return () => kept.join('\n');
}

function pidFile(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid');
}

/** @returns undefined when there is no server, or its file is just being written */
function readPid(clusterDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile(clusterDir), 'utf8').split('\n', 1)[0]);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isPostmasterOf(pid: number, clusterDir: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres');
  } catch {
    // Gone meanwhile, or a process of somebody else, whose working directory is not ours to read.
    return false;
  }
}
