/** A server that outlived the process that started it. */
import { execFileSync } from 'node:child_process';
import { readlinkSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.js';
import { processExists } from './ownership.js';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.js';

/** Milliseconds for a fast shutdown with its checkpoint; then an immediate one, which recovers at the next start. */
export const FAST_SHUTDOWN_MS = 60_000;
export const IMMEDIATE_SHUTDOWN_MS = 15_000;

/**
 * Stops a server that still runs on this cluster. The caller owns the folder, so nobody is using that server.
 * A left-over file whose process number now belongs to another program is removed: the server would refuse to start.
 */
export async function stopOrphan(clusterDir: string, onLog: (line: string) => void): Promise<void> {
  const file = await readPostmasterFile(clusterDir);
  if (file === undefined || !processExists(file.pid)) return;
  if (!isPostmasterOf(file.pid, clusterDir)) {
    await rm(postmasterFilePath(clusterDir), { force: true });
    return;
  }
  onLog(`Stopping the PostgreSQL server (process ${file.pid}) that an earlier run left behind`);
  if (await signalAndWait(file.pid, 'SIGINT', FAST_SHUTDOWN_MS)) return;
  if (await signalAndWait(file.pid, 'SIGQUIT', IMMEDIATE_SHUTDOWN_MS)) return;
  throw new EmbeddedPostgresError(
    `The PostgreSQL server of an earlier run (process ${file.pid}) does not stop; end that process and start again.`,
  );
}

async function signalAndWait(pid: number, signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 50) {
    if (!processExists(pid)) return true;
    await sleep(50);
  }
  return false;
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
