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
  return childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.seconds ?? 0), own);
}

/** Processes that were started from one and still run; none on a machine without /proc. */
export function childrenOf(pid: number): number[] {
  if (statOf(pid) === null) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((each) => statOf(each)?.parentPid === pid);
}

/** The postmaster is the parent of every server process. */
export function parentOf(pid: number): number | null {
  return statOf(pid)?.parentPid ?? null;
}
