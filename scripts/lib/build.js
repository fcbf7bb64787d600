/** Compiles what has changed, and the explorer with the API that serves it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildExplorer } from './build-explorer.js';
import { fail, ROOT, SAY_EVERY_MS } from './project.js';

/** Lines of `tsc -b --verbose`, beside its messages: "06:34:45 PM - Building project 'apps/api/tsconfig.json'...". */
const STATUS = /^(\S+( [AP]M)? - (?<words>.*)|\s+\* .*tsconfig\.json|)$/;
const BUILDING = /^Building project '(?<project>.+)\/tsconfig\.json'/;

/**
 * `tsc -b` knows what is up to date: when nothing has changed this takes about a second.
 * @param {readonly string[]} projects folders relative to the root; none means all
 */
export async function build(projects = []) {
  if (projects.includes('apps/api')) projects = [...projects, 'apps/web'];
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(compiler)) {
    // A production install has no compiler, but what it was built from.
    if (projects.length > 0 && projects.every((project) => existsSync(join(ROOT, project, 'dist')))) return;
    fail('The TypeScript compiler is not installed, so the sources cannot be built; run "npm ci" without --omit=dev.');
  }
  const pretty = process.stderr.isTTY ? ['--pretty'] : [];
  const child = spawn(process.execPath, [compiler, '-b', '--verbose', ...pretty, ...projects], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 2],
  });
  const began = Date.now();
  // The compiler takes a while to begin; when nothing has changed it is done by then.
  let said = began - SAY_EVERY_MS / 2;
  let doing = 'Building';
  const saying = setInterval(() => {
    if (Date.now() - said < SAY_EVERY_MS) return;
    said = Date.now();
    console.error(`${doing}: ${Math.round((Date.now() - began) / 1000)} s so far …`);
  }, SAY_EVERY_MS / 4);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const status = STATUS.exec(line);
    const project = BUILDING.exec(status?.groups?.words ?? '')?.groups?.project;
    if (project !== undefined) {
      said = Date.now();
      doing = `Building ${project}`;
      console.error(`${doing} …`);
    } else if (status === null) console.error(line);
  });
  const status = await new Promise((resolve) => {
    child.once('error', (error) => fail(`The sources could not be built: ${error.message}`));
    child.once('close', resolve);
  });
  clearInterval(saying);
  if (status === 0 && doing !== 'Building') console.error('Built.');
  if (status !== 0) fail('The sources could not be built; the compiler’s messages are above.');
  if (projects.length === 0 || projects.includes('apps/web')) await buildExplorer();
}
