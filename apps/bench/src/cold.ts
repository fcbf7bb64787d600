#!/usr/bin/env node
/**
 * `npm run bench:cold`: what a block, a rollback and pages cost over a database larger than memory, at reads of 100 µs
 * and 1 ms. Needs gcc, on Linux. Last line: one JSON object.
 */
import { readColdOptions } from './cold/cold-options.js';
import { measureCold } from './cold/measure-cold.js';
import { runBenchmark } from './harness/run.js';

await runBenchmark(readColdOptions, measureCold);
