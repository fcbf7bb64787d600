/**
 * Processor time and memory of processes, from the texts of /proc (proc_pid_stat(5), proc_pid_status(5)). What has
 * ended, and a machine without /proc, have NaN, as has all that is computed of it: JSON says null then.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ: 100 on every Linux that Node runs on, whatever the kernel's own clock. */
const TICKS_PER_SECOND = 100;

export interface ProcessStat {
  readonly parentPid: number;
  /** Processor time of the process with all its threads. */
  readonly seconds: number;
  /** Seconds of its children that have ended and were waited for. */
  readonly endedChildrenSeconds: number;
}

/** @returns seconds of the process alone */
export function processorSeconds(pid: number): number {
  return statOf(`/proc/${pid}`).seconds;
}

/** @returns seconds of a process and all its children, ended ones included: of a PostgreSQL server by its postmaster */
export function familySeconds(pid: number): number {
  const { seconds, endedChildrenSeconds } = statOf(`/proc/${pid}`);
  return [...childSeconds(pid).values()].reduce((sum, child) => sum + child, seconds + endedChildrenSeconds);
}

/** @returns seconds of each child of a process that runs now, by its pid: of each session of a PostgreSQL server */
export function childSeconds(pid: number): Map<number, number> {
  const stats = numbersIn('/proc').map((each) => [each, statOf(`/proc/${each}`)] as const);
  return new Map(stats.flatMap(([each, { parentPid, seconds }]) => (parentPid === pid ? [[each, seconds]] : [])));
}

/** @returns seconds of each thread of a process by its id; that of the main thread is the pid */
export function threadSeconds(pid: number): Map<number, number> {
  const folder = `/proc/${pid}/task`;
  const threads = numbersIn(folder).map((thread) => [thread, statOf(`${folder}/${thread}`).seconds] as const);
  return new Map(threads.filter(([, seconds]) => !Number.isNaN(seconds)));
}

/** The postmaster is the parent of every server process. */
export function parentOf(pid: number): number {
  return statOf(`/proc/${pid}`).parentPid;
}

/** @returns the most memory the process ever had resident, 2^20 bytes */
export function peakMemoryMb(pid: number): number {
  return parsePeakMemory(read(`/proc/${pid}/status`)) / 2 ** 20;
}

/** @param text of /proc/<pid>/stat, empty of a process that has ended */
export function parseStat(text: string): ProcessStat {
  // Field 2, the name, is in parentheses and may hold anything, so counting starts behind the last one.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const seconds = (from: number): number => (Number(fields[from]) + Number(fields[from + 1])) / TICKS_PER_SECOND;
  // The first of them is field 3; utime is 14, cutime 16.
  return { parentPid: Number(fields[1]), seconds: seconds(11), endedChildrenSeconds: seconds(13) };
}

/** @returns bytes; a zombie has none */
export function parsePeakMemory(status: string): number {
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** @param folder of a process or thread */
function statOf(folder: string): ProcessStat {
  return parseStat(read(`${folder}/stat`));
}

/** @returns nothing when the process or thread has ended, or the machine has no /proc */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isSafeInteger);
  } catch {
    return [];
  }
}
