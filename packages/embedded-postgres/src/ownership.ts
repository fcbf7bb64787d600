/** One owner per folder: a lock that is void as soon as its holder is dead, whatever killed it. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signal } from './program.js';

const LOCK_FILE = 'owner.json';

/** A process, told apart from a later one with the same number by when it started. */
interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
}

export interface Ownership {
  release(): Promise<void>;
}

/** Thrown by {@link ownFolder} while another living process owns the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  readonly pid: number;
  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}; stop that one first, or choose another DATA_DIR.`);
    this.pid = pid;
  }
}

/**
 * Makes this process the owner of `folder` (created when missing) until it releases it or dies.
 * @throws FolderInUseError
 */
export async function ownFolder(folder: string): Promise<Ownership> {
  await mkdir(folder, { recursive: true });
  const lock = join(folder, LOCK_FILE);
  const mine = join(folder, `${LOCK_FILE}.${randomUUID()}`);
  await writeFile(mine, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }), { mode: 0o600 });
  try {
    // A link is made only if nothing has that name, and it appears with its content.
    while (!(await linked(mine, lock))) {
      const holder = await readHolder(lock);
      if (holder !== undefined && isAlive(holder)) throw new FolderInUseError(folder, holder.pid);
      await removeStale(lock, `${mine}.stale`);
    }
  } finally {
    await rm(mine, { force: true });
  }
  return { release: () => rm(lock, { force: true }) };
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Of several starts that find the same stale lock, the one whose rename succeeds removes it. */
async function removeStale(lock: string, aside: string): Promise<void> {
  try {
    await rename(lock, aside);
    await rm(aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** @returns undefined when the lock has gone or holds nothing readable. */
async function readHolder(lock: string): Promise<ProcessIdentity | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(lock, 'utf8'));
    const { pid, started } = value as Partial<ProcessIdentity>;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(holder: ProcessIdentity): boolean {
  return signal(holder.pid, 0) && startOf(holder.pid) === holder.started;
}

/** Text that differs between two processes that had the same number, also across reboots. Empty when there is none. */
function startOf(pid: number): string {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // proc_pid_stat(5): field 22 is the start time in ticks since boot; the name in field 2 may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${boot}/${fields[19]}`;
  } catch {
    // The process ended meanwhile: it equals no start that was ever recorded.
    return '';
  }
}
