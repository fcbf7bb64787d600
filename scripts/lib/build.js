/** Compiles what has changed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT } from './project.js';

/**
 * `tsc -b` knows what is up to date: when nothing has changed this takes about a second.
 * @param {readonly string[]} projects folders relative to the root; none means all
 */
export function build(projects = []) {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(compiler)) {
    // A production install has no compiler, but what it was built from.
    if (projects.length > 0 && projects.every((project) => existsSync(join(ROOT, project, 'dist')))) return;
    fail('The TypeScript compiler is not installed, so the sources cannot be built; run "npm ci" without --omit=dev.');
  }
  if (projects.some((project) => !existsSync(join(ROOT, project, 'dist')))) console.error('Building …');
  const { status, error } = spawnSync(process.execPath, [compiler, '-b', ...projects], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (error) fail(`The sources could not be built: ${error.message}`);
  if (status !== 0) fail('The sources could not be built; the compiler’s messages are above.');
}
