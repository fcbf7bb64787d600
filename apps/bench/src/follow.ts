#!/usr/bin/env node
/**
 * `npm run bench:follow`: the time from a new tip of the node until the API answers with the block's rows. It measures
 * with the node's long poll and with polling alone, of EVM chains with and without traces; and a plain COPY of one
 * block's rows on the same server. Last line: one JSON object.
 */
import { readFollowOptions } from './follow/follow-options.js';
import { measureFollow } from './follow/measure-follow.js';
import { runBenchmark } from './harness/run.js';

await runBenchmark(readFollowOptions, measureFollow);
