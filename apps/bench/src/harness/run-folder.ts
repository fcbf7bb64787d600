import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.js';

/**
 * Makes a folder for the data of one run below the system's temporary folder (TMPDIR), which has to be on the disk that
 * is to be measured.
 */
export function makeRunFolder(cleanup: Cleanup): Promise<string> {
  return cleanup.own(
    () => mkdtemp(join(tmpdir(), 'chaintrail-bench-')),
    (folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  );
}

/** Makes a folder of that name in the run's. */
export async function subfolder(runFolder: string, name: string): Promise<string> {
  const folder = join(runFolder, name);
  await mkdir(folder);
  return folder;
}
