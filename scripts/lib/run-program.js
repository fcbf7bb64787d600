import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, ROOT } from './project.js';

/**
 * Runs a compiled program in this very process, so that signals, the terminal and the exit code are its own.
 * @param {string} file relative to the root
 * @param {readonly string[]} args
 */
export async function runProgram(file, args) {
  const path = join(ROOT, file);
  if (!existsSync(path)) fail(`${file} does not exist.`);
  process.argv = [process.argv[0], path, ...args];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path).href);
}
