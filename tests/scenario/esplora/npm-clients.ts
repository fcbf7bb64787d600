/** Libraries that wallets are made with, from npm, as their users have them: installed once for a machine, outside of the repository. */
import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const ESPLORA = ['@bitcoinerlab/explorer@1.0.0', '@mempool/mempool.js@3.0.0', '@arkade-os/sdk@0.3.13'];
const INSTALL_MS = 120_000;

// biome-ignore lint/suspicious/noExplicitAny: libraries that are not installed with the project, so that their types are not known
type Library = any;

/** Loads a library by its name. */
export type Load = (name: string) => Library;

/** Clients that speak Esplora. */
export const clientsOrSkip = (): Promise<Load | null> => librariesOrSkip('chaintrail-esplora-clients-1', ESPLORA);

/**
 * @param name of the folder that they are in; another one for another list
 * @returns null where they cannot be had, with the reason in the output
 */
export async function librariesOrSkip(name: string, packages: readonly string[]): Promise<Load | null> {
  const folder = join(tmpdir(), name);
  const file = join(folder, 'package.json');
  try {
    await access(file);
  } catch {
    if (!(await install(folder, packages))) return null;
  }
  return createRequire(file);
}

async function install(folder: string, packages: readonly string[]): Promise<boolean> {
  const fresh = `${folder}-${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    await writeFile(join(fresh, 'package.json'), '{"private":true}');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1'];
    await run('npm', ['install', ...options, ...packages], { cwd: fresh, timeout: INSTALL_MS });
    // Another run may have been faster; either is as good.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
    return true;
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    console.warn(`Skipped: ${packages.join(', ')} cannot be installed (${String(error).split('\n')[0]})`);
    return false;
  }
}
