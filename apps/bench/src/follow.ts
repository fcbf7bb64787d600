#!/usr/bin/env node
import { FOLLOW_USAGE, readFollowOptions } from './follow/follow-options.js';
/**
 * `npm run bench:follow`: how long after a block has become the node's tip the API answers with its rows, block after
 * block, once with the node's long poll and once with polling alone. Beside it stands what a plain COPY of one block's rows
 * costs on the same server. Last line: one JSON object.
 */
import { measureFollow } from './follow/measure-follow.js';
import { runBenchmark } from './harness/run.js';
import { optionsOrExit } from './harness/usage.js';

const options = optionsOrExit(readFollowOptions, FOLLOW_USAGE);
await runBenchmark((cleanup) => measureFollow(options, cleanup));
