/** Installs dependencies when what is in node_modules is not what package-lock.json asks for. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT, SAY_EVERY_MS } from './project.js';

/** npm's own record of what it installed. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/;

const MAX_OUTPUT_CHARS = 64 * 1024;

export async function installWhatIsMissing() {
  if (isInstalled()) return;
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    fail(`Dependencies are missing and ${ROOT} is not writable; run "npm ci" there as its owner.`);
  }
  console.error('Installing dependencies (about a minute the first time) …');
  const saying = setInterval(() => console.error(`Installing dependencies: ${progress()} …`), SAY_EVERY_MS);
  const { status, output } = await install().finally(() => clearInterval(saying));
  if (status === 0) {
    console.error('Dependencies are installed.');
    return;
  }
  console.error(output.split('\n').slice(-15).join('\n'));
  if (OFFLINE.test(output)) {
    fail(
      'Dependencies could not be installed: the npm registry cannot be reached. Connect this machine (or set npm’s "registry" or "proxy") and run the command again.',
    );
  }
  fail('Dependencies could not be installed; npm’s own words are above. Run "npm ci" to try again.');
}

/**
 * A stale installation is completed, not deleted first as "npm ci" would: offline, that would leave nothing. A lock that
 * "npm ci" refuses, because it was written where packages of other platforms could not be seen, still pins the rest.
 */
async function install() {
  if (!existsSync(INSTALLED)) {
    const result = await npm(['ci', ...QUIET]);
    if (!/EUSAGE/.test(result.output)) return result;
  }
  return npm(['install', '--no-save', ...QUIET]);
}

/** npm downloads first and unpacks then: nothing is there for a while. */
function progress() {
  const wanted = Object.entries(readPackages(join(ROOT, 'package-lock.json')) ?? {}).filter(
    ([path, entry]) => /(^|\/)node_modules\//.test(path) && !maybeAbsent(entry),
  );
  const unpacked = wanted.filter(([path]) => existsSync(join(ROOT, path, 'package.json')));
  return unpacked.length === 0 ? 'downloading' : `${unpacked.length} of ${wanted.length} packages are unpacked`;
}

/** npm as a script of this Node.js when npm started us, else the one on the PATH. */
function npm(args) {
  const script = process.env.npm_execpath;
  const options = { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = script?.endsWith('.js')
    ? spawn(process.execPath, [script, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-MAX_OUTPUT_CHARS);
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: null, output: error.message }));
    child.once('close', (status) => resolve({ status, output: output.trim() }));
  });
}

/**
 * Compares the lock with npm's own record of what it installed. Times of files are no measure: a checkout makes the
 * lock newer without changing it.
 */
function isInstalled() {
  const wanted = readPackages(join(ROOT, 'package-lock.json'));
  const installed = readPackages(INSTALLED);
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!/(^|\/)node_modules\//.test(path)) return true;
    const found = installed[path];
    if (found === undefined) return maybeAbsent(entry);
    return found.version === entry.version && Boolean(found.link) === Boolean(entry.link);
  });
}

/** Optional packages for other platforms are never installed; those made for this one must be there. */
function maybeAbsent(entry) {
  if (!entry.optional) return false;
  const { os, cpu, libc } = entry;
  const isOurs = os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
  return !isOurs;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
