#!/usr/bin/env node
/**
 * `npx chaintrail`: installs and builds what is missing, as `npm start` does, then runs the program. An image has all that
 * it runs, and nothing to build it from.
 */
import { existsSync } from 'node:fs';

const SCRIPTS = new URL('../../../scripts/lib/', import.meta.url);

if (existsSync(new URL('build.js', SCRIPTS))) {
  const { build } = await import('../../../scripts/lib/build.js');
  const { installWhatIsMissing } = await import('../../../scripts/lib/install.js');
  const { loadEnvFile, requireNode } = await import('../../../scripts/lib/project.js');
  const { runProgram } = await import('../../../scripts/lib/run-program.js');
  requireNode();
  await installWhatIsMissing();
  await build(['apps/cli']);
  loadEnvFile();
  await runProgram('apps/cli/dist/main.js', process.argv.slice(2));
} else await import('../dist/main.js');
