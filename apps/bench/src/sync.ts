#!/usr/bin/env node
/**
 * `npm run bench:sync`: a first sync from an empty database until the chain is live, over a generated node in a process of
 * its own or a running one, into a durable PostgreSQL server with default settings. Beside it stands what a plain COPY of
 * the very same rows costs on the same server. Last line: one JSON object.
 */
import { runBenchmark } from './harness/run.js';
import { optionsOrExit } from './harness/usage.js';
import { measureSync } from './sync/measure-sync.js';
import { readSyncOptions, SYNC_USAGE } from './sync/sync-options.js';

const options = optionsOrExit(readSyncOptions, SYNC_USAGE);
await runBenchmark((cleanup) => measureSync(options, cleanup));
