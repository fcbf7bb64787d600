#!/usr/bin/env node
/** `npx chaintrail`: installs and builds what is missing, as `npm start` does, then runs the program. */
import { build } from '../../../scripts/lib/build.js';
import { installWhatIsMissing } from '../../../scripts/lib/install.js';
import { loadEnvFile, requireNode } from '../../../scripts/lib/project.js';
import { runProgram } from '../../../scripts/lib/run-program.js';

requireNode();
await installWhatIsMissing();
await build(['apps/cli']);
loadEnvFile();
await runProgram('apps/cli/dist/main.js', process.argv.slice(2));
