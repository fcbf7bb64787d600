#!/usr/bin/env node
/**
 * `npm run bench:api`: requests of each kind that the API answers a second, over a chain of a million transactions on
 * the same machine. It prints their latency and their processor time in PostgreSQL and Node, and the cost of the bare
 * rows of the same pages. Last line: one JSON object.
 */
import { readApiOptions } from './api/api-options.js';
import { measureApi } from './api/measure-api.js';
import { runBenchmark } from './harness/run.js';

await runBenchmark(readApiOptions, measureApi);
