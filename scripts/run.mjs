#!/usr/bin/env node
/** `node scripts/run.mjs <workspace> [entry] [arguments…]`: one program of a workspace, installed and built first. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './lib/build.js';
import { installWhatIsMissing } from './lib/install.js';
import { fail, loadEnvFile, ROOT, requireNode } from './lib/project.js';
import { runProgram } from './lib/run-program.js';

requireNode();
const [workspace, ...rest] = process.argv.slice(2);
if (workspace === undefined || !existsSync(join(ROOT, workspace, 'tsconfig.json'))) {
  fail('usage: node scripts/run.mjs <workspace> [entry] [arguments…], for instance apps/indexer');
}
await installWhatIsMissing();
await build([workspace]);
loadEnvFile();

const isEntry =
  rest[0] !== undefined && /^[\w-]+$/.test(rest[0]) && existsSync(join(ROOT, workspace, 'dist', `${rest[0]}.js`));
const [entry, args] = isEntry ? [rest[0], rest.slice(1)] : ['main', rest];
await runProgram(`${workspace}/dist/${entry}.js`, args);
