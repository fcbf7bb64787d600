#!/usr/bin/env node
import { API_USAGE, readApiOptions } from './api/api-options.js';
/**
 * `npm run bench:api`: requests of each kind that the API answers a second, over a chain of a million transactions on
 * the same machine. It prints their latency and their processor time in PostgreSQL and Node, and the cost of the bare
 * rows of the same pages. Last line: one JSON object.
 */
import { measureApi } from './api/measure-api.js';
import { runBenchmark } from './harness/run.js';
import { optionsOrExit } from './harness/usage.js';

const options = optionsOrExit(readApiOptions, API_USAGE);
await runBenchmark((cleanup) => measureApi(options, cleanup));
