/** Measures the time from a new tip of the node until the API answers with its rows. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@chaintrail/devnet';
import type { Cleanup } from '../harness/cleanup.js';
import { GeneratorClient } from '../harness/generator-client.js';
import { indexerEnvironment, Program } from '../harness/program.js';
import { makeRunFolder, subfolder } from '../harness/run.js';
import { startBenchServer } from '../harness/server.js';
import { startApi } from '../harness/start-api.js';
import { watchSync } from '../sync/watch-sync.js';
import { type Spread, spread } from '../timing.js';
import { ApiClient } from './api-client.js';
import { type BlockLimit, measureBlockLimit } from './block-limit.js';
import type { FollowOptions } from './follow-options.js';

export interface FollowFigures {
  /** Counted, of both kinds together. */
  readonly blocks: number;
  /** On average, coinbases included. */
  readonly transactionsPerBlock: number;
  /** With the node's long poll (waitfornewblock). */
  readonly notified: Spread;
  /** With polling alone. */
  readonly polled: Spread;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly limit: BlockLimit;
}

interface Bench {
  readonly options: FollowOptions;
  readonly node: GeneratorClient;
  readonly api: ApiClient;
  readonly pause: Iterator<number, never>;
  startIndexer(): Promise<Program>;
}

const LEAST_PAUSE_MS = 300;
const MOST_PAUSE_MS = 1_700;
/** Not counted: the first blocks after a start run with cold caches and uncompiled code. */
const WARM_UP_BLOCKS = 5;
/** 4,000 payments of the usual shape weigh 5.5 million units, more than a node would take. */
const MAX_WEIGHT = 6_000_000;

export async function measureFollow(options: FollowOptions, cleanup: Cleanup): Promise<FollowFigures> {
  const { chain, blocks, perBlock } = options;
  const folder = await makeRunFolder(cleanup);
  // One more, because the last one may be small.
  const hidden = 2 * (blocks + WARM_UP_BLOCKS) + 1;
  const { client: node, ready } = await GeneratorClient.start(cleanup, {
    chain: chain.code,
    transactions: options.baseTransactions + hidden * perBlock,
    perBlock,
    maxWeight: MAX_WEIGHT,
    spentTxOuts: false,
    directory: await subfolder(folder, 'node'),
    hidden,
  });
  const server = await startBenchServer(cleanup, join(folder, 'postgres'));
  const startIndexer = (): Promise<Program> =>
    cleanup.own(
      async () => new Program('indexer', indexerEnvironment(chain.code, server.url, ready.url)),
      (indexer) => indexer.stop(),
    );
  console.error('Syncing what lies below …');
  const first = await startIndexer();
  await watchSync(server.session, chain.code, first, Date.now());
  await first.stop();

  const { url } = await startApi(cleanup, server.url, { settings: { LOG_LEVEL: 'warn' } });
  const api = await cleanup.own(
    async () => new ApiClient(url),
    async (started) => started.close(),
  );
  const bench: Bench = { options, node, api, pause: pauses(options.seed), startIndexer };
  const notified = await followBlocks(bench, true);
  const polled = await followBlocks(bench, false);
  const times = [...notified.times, ...polled.times];
  const { p50Ms, p99Ms } = spread(times);
  const limit = await measureBlockLimit(server.session, chain.code, await subfolder(folder, 'rows'));
  return {
    blocks: times.length,
    transactionsPerBlock: Math.round((notified.transactions + polled.transactions) / times.length),
    notified: spread(notified.times),
    polled: spread(polled.times),
    p50Ms,
    p99Ms,
    limit,
  };
}

/** Pauses between blocks, spread evenly so that blocks meet every phase of a wait or poll; the same for a seed. */
export function* pauses(seed: number): Generator<number, never, undefined> {
  for (const random = new Random(seed); ; ) yield random.between(LEAST_PAUSE_MS, MOST_PAUSE_MS);
}

/** A new indexer for each kind: once refused, it does not try the long poll again. */
async function followBlocks(
  { options, node, api, pause, startIndexer }: Bench,
  longPoll: boolean,
): Promise<{ times: number[]; transactions: number }> {
  const { chain, blocks } = options;
  await node.setLongPoll(longPoll);
  const indexer = await startIndexer();
  const times: number[] = [];
  let transactions = 0;
  console.error(`Following ${blocks} blocks ${longPoll ? 'with' : 'without'} the node's long poll …`);
  for (let n = -WARM_UP_BLOCKS; n < blocks; n++) {
    const block = await node.upcoming();
    await sleep(pause.next().value);
    indexer.requireRunning();
    const start = performance.now();
    // Polls from the start, so that the answer of the node's process adds no time.
    const [found] = await Promise.all([api.whenFound(chain.code, block.lastTxid), node.reveal()]);
    if (n < 0) continue;
    times.push(found - start);
    transactions += block.transactions;
  }
  await indexer.stop();
  return { times, transactions };
}
