/** A node that an earlier run has left behind would write its chain over the one that this run continues. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10_000;
const POLL_MS = 50;

/** Remembers which process works on the state file. */
export function markOwner(pidFile: string, pid: number): Promise<void> {
  return writeFile(pidFile, `${pid}\n`);
}

/** Stops the process that still works on the state file, if there is one, and waits until it has ended. */
export async function stopOrphan(pidFile: string, stateFile: string): Promise<void> {
  const pid = Number((await readIfThere(pidFile)).trim());
  const deadline = Date.now() + PATIENCE_MS;
  for (let signal: NodeJS.Signals = 'SIGINT'; pid > 0 && (await worksOn(pid, stateFile)); ) {
    process.kill(pid, signal);
    await sleep(POLL_MS);
    if (Date.now() > deadline) signal = 'SIGKILL';
  }
  await rm(pidFile, { force: true });
}

/** A process id alone says little: it may have been given to another program since. */
async function worksOn(pid: number, stateFile: string): Promise<boolean> {
  return (await readIfThere(`/proc/${pid}/cmdline`)).split('\0').includes(stateFile);
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ESRCH: it has ended between opening and reading. Systems without /proc have no such file.
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}
