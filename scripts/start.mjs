#!/usr/bin/env node
/** `npm start`: everything that is needed, from a fresh clone to a service that answers. */
import { build } from './lib/build.js';
import { installWhatIsMissing } from './lib/install.js';
import { loadEnvFile, requireNode } from './lib/project.js';
import { runProgram } from './lib/run-program.js';

requireNode();
await installWhatIsMissing();
await build(['apps/standalone', 'apps/indexer', 'apps/api']);
loadEnvFile();
await runProgram('apps/standalone/dist/main.js', process.argv.slice(2));
