/** Resources that tests take of the machine: ports, folders, and programs that it may not have. */
import { once } from 'node:events';
import { accessSync, appendFileSync, constants, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns a TCP port of 127.0.0.1 that is free now. Ports follow one another, so two callers rarely get the same one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Ground that a suite compares with: a real program, what one answered once, nothing for want of it, or less than all. */
type SuiteRun = 'software' | 'recording' | 'skipped' | 'elsewhere';

/**
 * Tells the file that `TEST_SUITES` names what the calling suite runs on; `.ci/run` prints it at its end.
 * @param what the program's path, whose recording it is, the sentence of a suite that is skipped, or the suite that has more
 */
export function noteSuite(run: SuiteRun, what: string): void {
  const file = process.env['TEST_SUITES'];
  if (file === undefined) return;
  const [, suite = 'unknown'] = /([\w-]+)\.test\.ts/.exec(new Error().stack ?? '') ?? [];
  // Short lines, which several processes append whole.
  appendFileSync(file, `${run}\t${what.replace(/\s+/g, ' ')}\t${suite}\n`);
}

/**
 * Says why a suite is skipped.
 * @param options.isMistakeInCi whether CI has to have what is missing
 * @throws Error in CI, where that is so
 */
export function skip(missing: string, { isMistakeInCi = false } = {}): undefined {
  if (isMistakeInCi && process.env['CI'] === 'true') throw new Error(missing);
  console.warn(`Skipped: ${missing}`);
  noteSuite('skipped', missing);
  return undefined;
}

/**
 * Leaves to another suite what both would test, where that one runs, and says so.
 * @param suite its file, without the ending
 * @param runs whether the machine has what it needs
 */
export function isTestedBy(suite: string, runs: boolean): boolean {
  if (!runs) return false;
  console.info(`Tested by ${suite}: all that is not particular to this node.`);
  noteSuite('elsewhere', suite);
  return true;
}

/**
 * Makes a folder for data that a test throws away: in memory where the machine offers that, because wallets and
 * databases sync to disk on every commit (300 regtest blocks: 17 s on ext4, 0.2 s on tmpfs).
 * @param root where it is made, for data that belong on a disk
 */
export async function temporaryFolder(purpose: string, root = temporaryRoot()): Promise<string> {
  const folder = await mkdtemp(join(root, `chaintrail-${purpose}-`));
  folders.add(folder);
  return folder;
}

export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
}

const folders = new Set<string>();

// A run that is interrupted has no time for anything that waits.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

function temporaryRoot(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch (error) {
    if (error instanceof Error) return tmpdir();
    throw error;
  }
}
