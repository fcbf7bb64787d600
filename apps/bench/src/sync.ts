#!/usr/bin/env node
/**
 * `npm run bench:sync`: a first sync from an empty database until the chain is live. The node is a generated one in its
 * own process, or a running one; the PostgreSQL server is durable, with default settings. A plain COPY of the same rows
 * on the same server is measured, too. Last line: one JSON object.
 */
import { runBenchmark } from './harness/run.js';
import { measureSync } from './sync/measure-sync.js';
import { readSyncOptions } from './sync/sync-options.js';

await runBenchmark(readSyncOptions, measureSync);
