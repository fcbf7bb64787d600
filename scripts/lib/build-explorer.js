/** Builds the explorer where its sources have changed. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SAY_EVERY_MS } from './project.js';

const FOLDER = join(ROOT, 'apps', 'web');
const BUILT = join(FOLDER, 'dist', 'index.html');
/** All that it is made of. The lock pins the libraries. */
const SOURCES = ['src', 'index.html', 'vite.config.ts', '../../packages/client/dist', '../../package-lock.json'];

/** A failure is said and no more: the API does without. */
export async function buildExplorer() {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  // A production install has what it was built from.
  if (!existsSync(vite) || isBuilt()) return;
  console.error('Building the explorer …');
  const began = Date.now();
  const saying = setInterval(() => {
    console.error(`Building the explorer: ${Math.round((Date.now() - began) / 1000)} s so far …`);
  }, SAY_EVERY_MS);
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: FOLDER,
    stdio: ['ignore', 2, 2],
  });
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  clearInterval(saying);
  if (status !== 0) console.error('The explorer could not be built; the API answers JSON alone.');
}

function isBuilt() {
  if (!existsSync(BUILT)) return false;
  const { mtimeMs } = statSync(BUILT);
  return SOURCES.every((source) => newest(join(FOLDER, source)) <= mtimeMs);
}

/** @returns ms; of a folder, of the newest file in it */
function newest(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
