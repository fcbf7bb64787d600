/** Processor time and memory of other processes; null on a machine without /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { type ProcessStat, parsePeakMemory, parseStat } from './proc-text.js';

/** @returns null when the process or thread has ended, or the machine has no /proc */
function unlessEnded<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A process that ends between the opening and the reading of its file is reported as ESRCH.
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

/** @param folder of a process or thread in /proc */
function statIn(folder: string): ProcessStat | null {
  return unlessEnded(() => parseStat(readFileSync(`${folder}/stat`, 'latin1')));
}

const statOf = (pid: number): ProcessStat | null => statIn(`/proc/${pid}`);

/** @returns seconds of each thread of a process by its id; none on a machine without /proc */
export function threadSecondsOf(pid: number): Map<string, number> {
  const folder = `/proc/${pid}/task`;
  const threads = unlessEnded(() => readdirSync(folder)) ?? [];
  return new Map(
    threads.flatMap((thread) => {
      const stat = statIn(`${folder}/${thread}`);
      return stat === null ? [] : [[thread, stat.seconds] as const];
    }),
  );
}

/** @returns the most memory the process ever had resident, bytes */
export function peakMemoryOf(pid: number): number | null {
  return unlessEnded(() => parsePeakMemory(readFileSync(`/proc/${pid}/status`, 'latin1')));
}

/** @returns seconds of the process alone */
export function processorSecondsOf(pid: number): number | null {
  return statOf(pid)?.seconds ?? null;
}

/** @returns seconds of a process and all its children, ended ones included: of a PostgreSQL server by its postmaster */
export function familySecondsOf(pid: number): number | null {
  const parent = statOf(pid);
  if (parent === null) return null;
  const own = parent.seconds + parent.endedChildrenSeconds;
  return [...childSecondsOf(pid).values()].reduce((sum, child) => sum + child, own);
}

/** Processes that were started from one and still run; none on a machine without /proc. */
export function childrenOf(pid: number): number[] {
  return statOf(pid) === null ? [] : [...childSecondsOf(pid).keys()];
}

/** @returns seconds of each child of a process that runs now, by its pid: of each session of a PostgreSQL server */
export function childSecondsOf(pid: number): Map<number, number> {
  const seconds = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const child = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (child?.parentPid === pid) seconds.set(Number(name), child.seconds);
  }
  return seconds;
}

/** The postmaster is the parent of every server process. */
export function parentOf(pid: number): number | null {
  return statOf(pid)?.parentPid ?? null;
}
