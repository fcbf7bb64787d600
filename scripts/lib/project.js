/**
 * Where the project is, whether this Node.js can run it, and how often it says what it is doing. Must load on any
 * Node.js that knows modules.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Without a slash at the end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** `engines.node` of package.json. */
const OLDEST_NODE = [20, 19];

/** Between two lines about what goes on: at most five seconds, also on a machine that is busy. */
export const SAY_EVERY_MS = 4_000;

/** Ends the process with one sentence when this Node.js is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(
    `Chaintrail needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.version}. Install it from https://nodejs.org.`,
  );
}

/** Reads `.env` of the project's folder. What the environment already has stays. */
export function loadEnvFile() {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** @returns {never} */
export function fail(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}
