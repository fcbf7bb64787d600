/** One owner per folder: a lock that is void as soon as its holder is dead, whatever killed it. */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent, signal } from './program.js';

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

/** Makes this process own `folder`, created when missing, until it releases it or dies. @throws FolderInUseError */
export async function ownFolder(folder: string): Promise<Ownership> {
  await mkdir(folder, { recursive: true });
  const lock = join(folder, LOCK_FILE);
  const mine = `${lock}.${randomUUID()}`;
  await writeFile(mine, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }), { mode: 0o600 });
  try {
    while (!(await takeLock(folder, lock, mine)));
  } finally {
    await rm(mine, { force: true });
  }
  return { release: () => rm(lock, { force: true }) };
}

/**
 * A lock of a dead process is never removed, for somebody may have taken its place since. It has one heir: whoever is
 * first to link a name made of what the lock says. Should that one be dead as well, it has an heir in turn.
 * @returns false where the lock changed meanwhile
 */
async function takeLock(folder: string, lock: string, mine: string): Promise<boolean> {
  const said: string[] = [];
  const heirs: string[] = [];
  // A link is made only if nothing has that name, and it appears with its content.
  while (!(await linked(mine, heirs.at(-1) ?? lock))) {
    const text = await readIfPresent(heirs.at(-1) ?? lock);
    if (text === undefined) return false;
    const holder = readHolder(text);
    if (holder !== undefined && isAlive(holder)) throw new FolderInUseError(folder, holder.pid);
    said.push(text);
    heirs.push(`${lock}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);
  }
  const own = heirs.at(-1);
  if (own === undefined) return true;
  // Another heir puts its own in the place of the lock before it removes the names.
  const isLate = (await readIfPresent(lock)) !== said[0];
  if (isLate) await rm(own);
  else {
    await rename(mine, lock);
    for (const heir of heirs) await rm(heir, { force: true });
  }
  return !isLate;
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

/** @returns undefined of what nobody can read: a power cut may have torn it. */
function readHolder(text: string): ProcessIdentity | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Partial<ProcessIdentity>;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined;
  } catch {
    return undefined;
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
