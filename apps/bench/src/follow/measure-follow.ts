/**
 * Measures the time from a new tip of the node until the API answers with its rows: with and without the node's long
 * poll, of EVM chains with and without traces.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { Random } from '@chaintrail/devnet';
import { type SpawnedProcess, spawnApi, temporaryFolder, waitFor } from '@chaintrail/testkit';
import { Client } from 'undici';
import { measureBlockLimit } from '../harness/copy-limit.js';
import { spread } from '../harness/figures.js';
import { startGeneratedNode } from '../harness/generated-node.js';
import type { Cleanup } from '../harness/run.js';
import { startBenchServer } from '../harness/server.js';
import { startIndexer, syncChain } from '../sync/sync-chain.js';
import type { FollowOptions } from './follow-options.js';

const LEAST_PAUSE_MS = 300;
const MOST_PAUSE_MS = 1_700;
const ASK_EVERY_MS = 5;
/** Transactions of a generated block of an EVM chain, about. */
const EVM_TRANSACTIONS = 200;
/** Not counted: the first blocks after a start run with cold caches and uncompiled code. */
const WARM_UP_BLOCKS = 5;

export async function measureFollow(options: FollowOptions, cleanup: Cleanup): Promise<object> {
  const { chain, blocks, perBlock, baseTransactions } = options;
  const folder = await temporaryFolder('bench', tmpdir());
  // One more, because the last one may be small.
  const hidden = 2 * (blocks + WARM_UP_BLOCKS) + 1;
  const transactions = baseTransactions + hidden * perBlock;
  const isEvm = chain.family === 'evm';
  const below = Math.ceil(baseTransactions / EVM_TRANSACTIONS);
  const shape = { transactions, perBlock, blocks: isEvm ? below : 0, hidden, traces: true };
  const { url: nodeUrl, process: node } = await startGeneratedNode(chain, shape, cleanup);
  const server = await startBenchServer(cleanup, join(folder, 'postgres'));
  console.error('Syncing what lies below …');
  await syncChain(chain, server, nodeUrl);

  const { url } = await spawnApi({ databaseUrl: server.url, env: { LOG_LEVEL: 'warn' } });
  // One connection that stays open.
  const api = new Client(url);
  cleanup.add(() => api.close());
  const pause = pauses(options.seed);
  let followed = 0;

  /** A new indexer for each kind: once refused, it does not try the long poll again. */
  const followBlocks = async (isWith: boolean): Promise<number[]> => {
    if (!isEvm) await node.call('setLongPoll', isWith);
    const traces = { [`${chain.code.toUpperCase()}_INTERNAL_TRANSFERS`]: isWith ? 'live' : 'off' };
    const indexer = startIndexer(chain, server, nodeUrl, isEvm ? traces : {});
    const times: number[] = [];
    console.error(
      `Following ${blocks} blocks ${isWith ? 'with' : 'without'} ${isEvm ? 'traces' : "the node's long poll"} …`,
    );
    for (let n = -WARM_UP_BLOCKS; n < blocks; n++) {
      await sleep(pause.next().value);
      const start = performance.now();
      const { transactionCount, lastTxid } = await node.call('reveal');
      const found = await whenFound(api, chain.code, lastTxid, indexer);
      if (n < 0) continue;
      times.push(found - start);
      followed += transactionCount;
    }
    await indexer.stop();
    return times;
  };
  const first = await followBlocks(!isEvm);
  const second = await followBlocks(isEvm);
  return {
    // On average, coinbases included.
    ...{ blocks: 2 * blocks, transactionsPerBlock: Math.round(followed / (2 * blocks)) },
    ...(isEvm
      ? { untraced: spread(first), traced: spread(second), gaps: await countGaps(server.session, chain.code) }
      : // With the node's long poll (waitfornewblock), and with polling alone.
        { notified: spread(first), polled: spread(second) }),
    limit: await measureBlockLimit(server.session, chain.code, join(folder, 'rows')),
  };
}

/** Blocks that were written without their traces since tracing began. */
async function countGaps(session: Session, chain: ChainCode): Promise<number> {
  const { rows } = await session.query<{ count: number }>(
    `SELECT coalesce(sum(to_height - from_height + 1), 0)::int AS count FROM ${chain}.internal_gaps WHERE reason_code <> 'off'`,
  );
  return rows[0]!.count;
}

/** @returns when the API had answered with the transaction, as performance.now() counts */
function whenFound(api: Client, chain: ChainCode, txid: string, indexer: SpawnedProcess): Promise<number> {
  const ask = async (): Promise<number | false> => {
    const { statusCode, body } = await api.request({ method: 'GET', path: `/v0/transactions/${chain}/${txid}` });
    await body.dump();
    if (statusCode !== 200 && statusCode !== 404) throw new Error(`the API answers ${statusCode} to a transaction`);
    return statusCode === 200 && performance.now();
  };
  return waitFor(ask, { intervalMs: ASK_EVERY_MS, processes: [indexer], what: `the API to show ${txid}` });
}

/** Pauses between blocks, spread evenly so that blocks meet every phase of a wait or poll; the same for a seed. */
function* pauses(seed: number): Generator<number, never, undefined> {
  for (const random = new Random(seed); ; ) yield random.between(LEAST_PAUSE_MS, MOST_PAUSE_MS);
}
