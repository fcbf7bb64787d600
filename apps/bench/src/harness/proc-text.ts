/** The texts of /proc about one process (proc_pid_stat(5), proc_pid_status(5)). */

/** USER_HZ: 100 on every Linux that Node runs on, whatever the kernel's own clock. */
const TICKS_PER_SECOND = 100;

export interface ProcessStat {
  readonly parentPid: number;
  /** Processor time of the process with all its threads. */
  readonly seconds: number;
  /** Of its children that have ended and were waited for. */
  readonly endedChildrenSeconds: number;
}

/** @throws RangeError when it is not the text of /proc/<pid>/stat */
export function parseStat(text: string): ProcessStat {
  // Field 2, the name, is in parentheses and may hold anything, so counting starts behind the last one.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parentPid, user, system, endedUser, endedSystem] = [4, 14, 15, 16, 17].map((field) => fields[field - 3]);
  const all = [parentPid, user, system, endedUser, endedSystem];
  if (!all.every((value) => Number.isSafeInteger(value))) throw new RangeError(`not a process: ${text.slice(0, 200)}`);
  return {
    parentPid: parentPid!,
    seconds: (user! + system!) / TICKS_PER_SECOND,
    endedChildrenSeconds: (endedUser! + endedSystem!) / TICKS_PER_SECOND,
  };
}

/** @returns the most memory the process ever had resident, bytes; null for a process that has ended */
export function parsePeakMemory(status: string): number | null {
  const match = /^VmHWM:\s*(\d+) kB$/m.exec(status);
  return match ? Number(match[1]) * 1024 : null;
}
