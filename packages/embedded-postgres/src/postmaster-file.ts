/** `postmaster.pid`, through which a server says who it is and how far it has come. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PostmasterFile {
  readonly pid: number;
  /** `starting`, `stopping`, `ready`, `standby`, or empty before the first. Source: src/include/utils/pidfile.h. */
  readonly status: string;
}

export function postmasterFilePath(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid');
}

/** @returns undefined when there is none, or it is just being written. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  try {
    const lines = (await readFile(postmasterFilePath(clusterDir), 'utf8')).split('\n');
    const pid = Number(lines[0]);
    // Line 8, LOCK_FILE_LINE_PM_STATUS.
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
