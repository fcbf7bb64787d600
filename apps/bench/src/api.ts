#!/usr/bin/env node
import { API_USAGE, readApiOptions } from './api/api-options.js';
/**
 * `npm run bench:api`: how many requests of each kind the API answers a second, how fast, and what each costs in processor
 * time of PostgreSQL and of Node, over a chain of a million transactions on the same machine. Beside it stands what the bare
 * rows of the same pages cost. Last line: one JSON object.
 */
import { measureApi } from './api/measure-api.js';
import { runBenchmark } from './harness/run.js';
import { optionsOrExit } from './harness/usage.js';

const options = optionsOrExit(readApiOptions, API_USAGE);
await runBenchmark((cleanup) => measureApi(options, cleanup));
