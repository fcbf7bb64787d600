/** Processor time and memory of other processes; null on a machine without /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { type ProcessStat, parsePeakMemory, parseStat } from './proc-text.js';

/** @returns null when the process has ended, or the machine has no /proc */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A process that ends between the opening and the reading of its file is reported as ESRCH.
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

function statOf(pid: number): ProcessStat | null {
  const text = read(`/proc/${pid}/stat`);
  return text === null ? null : parseStat(text);
}

/** @returns the most memory the process ever had resident, bytes */
export function peakMemoryOf(pid: number): number | null {
  const status = read(`/proc/${pid}/status`);
  return status === null ? null : parsePeakMemory(status);
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
