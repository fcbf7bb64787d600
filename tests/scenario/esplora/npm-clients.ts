/** Libraries that speak Esplora, from npm, as their users have them: installed once for a machine, outside of the repository. */
import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PACKAGES = ['@bitcoinerlab/explorer@1.0.0', '@mempool/mempool.js@3.0.0', '@arkade-os/sdk@0.3.13'];
const FOLDER = join(tmpdir(), 'chaintrail-esplora-clients-1');
const INSTALL_MS = 120_000;

// biome-ignore lint/suspicious/noExplicitAny: libraries that are not installed with the project, so that their types are not known
type Library = any;

/** @returns what loads one of them by its name; null where they cannot be had, with the reason in the output */
export async function clientsOrSkip(): Promise<((name: string) => Library) | null> {
  const file = join(FOLDER, 'package.json');
  try {
    await access(file);
  } catch {
    if (!(await install())) return null;
  }
  return createRequire(file);
}

async function install(): Promise<boolean> {
  const fresh = `${FOLDER}-${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    await writeFile(join(fresh, 'package.json'), '{"private":true}');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1'];
    await run('npm', ['install', ...options, ...PACKAGES], { cwd: fresh, timeout: INSTALL_MS });
    // Another run may have been faster; either is as good.
    await rename(fresh, FOLDER).catch(() => rm(fresh, { recursive: true, force: true }));
    return true;
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    console.warn(`Skipped: ${PACKAGES.join(', ')} cannot be installed (${String(error).split('\n')[0]})`);
    return false;
  }
}
