/** Indexers of an EVM chain that end at any moment, also while older blocks are traced. */
import { openSession } from '@chaintrail/db';
import type { SimulatedEvmNode } from '@chaintrail/devnet';
import {
  createTestDatabase,
  dumpRows,
  type SpawnedProcess,
  spawnIndexer,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { evmSettings, expectEvmModel, reachTraced, startEvmNode, straightEvmRows } from './support/evm-chain.js';
import { expectSameRows, waitForState } from './support/followed-chain.js';
import { killInWrite } from './support/writes.js';

const CHAIN = 'op';
const TIMEOUT_MS = 240_000;
const KILLS = { fromNothing: 5, whileLive: 4 } as const;
const LOADED_BLOCKS = 100;

let database: TestDatabase;
let node: SimulatedEvmNode;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await node.close();
  await database.drop();
});

function startIndexer(name: string): SpawnedProcess {
  // Blocks at the tip do not wait for traces as slow as those of a test: their gaps are closed afterwards.
  const env = { ...evmSettings(CHAIN, node), [`${CHAIN.toUpperCase()}_TRACE_WAIT`]: '5' };
  return spawnIndexer({ name, databaseUrl: database.url, env });
}

async function expectStraight(): Promise<void> {
  await expectEvmModel(database.url, CHAIN, node);
  expectSameRows(await dumpRows(database.url, CHAIN), await straightEvmRows(CHAIN, node));
}

test('kill -9 in writes of blocks, with and without their traces, and of gaps that are closed', {
  timeout: TIMEOUT_MS,
}, async () => {
  node = await startEvmNode(CHAIN, LOADED_BLOCKS, { txPerBlock: 2 });
  node.setFaults([{ kind: 'latency', methods: ['debug_traceBlockByHash'], delayMs: 20 }]);
  const session = await openSession(database.url, 'chaintrail-test-kills');
  const mine = (): unknown => node.mine();
  const kill = async (indexer: SpawnedProcess, round: number, others: number): Promise<void> => {
    mine();
    await killInWrite(indexer, session, CHAIN, { others, again: mine });
    if (round % 2 === 1) await node.reorg(1 + round, 2 + round);
  };
  try {
    const others = fc.sample(fc.integer({ min: 0, max: 2 }), KILLS.fromNothing + KILLS.whileLive);
    for (const [round, passed] of others.slice(0, KILLS.fromNothing).entries())
      await kill(startIndexer('killed'), round, passed);
    let withGaps = 0;
    for (const [round, passed] of others.slice(KILLS.fromNothing).entries()) {
      const indexer = startIndexer('killed while live');
      await waitForState(database.url, CHAIN, ({ phase }) => phase === 'live', { processes: [indexer], what: 'live' });
      await kill(indexer, round, passed);
      const { rowCount } = await session.query(`SELECT FROM ${CHAIN}.internal_gaps LIMIT 1`);
      withGaps += rowCount ?? 0;
    }
    expect(withGaps, 'kills that leave blocks to be traced').toBeGreaterThan(0);
  } finally {
    node.setFaults([]);
    await session.end();
  }
  const indexer = startIndexer('indexer');
  await reachTraced(database.url, CHAIN, node, [indexer]);
  await indexer.stop();
  await expectStraight();
});

test('a second indexer stands by and takes over', { timeout: TIMEOUT_MS }, async () => {
  node = await startEvmNode(CHAIN, 0, { blocks: 20, txPerBlock: 2 });
  const first = startIndexer('first');
  await reachTraced(database.url, CHAIN, node, [first]);
  const second = startIndexer('second');
  await waitFor(() => second.output().includes('standing by'), { processes: [first, second] });
  await node.mine(2);
  await reachTraced(database.url, CHAIN, node, [first, second]);
  await first.kill('SIGKILL');
  await node.reorg(3);
  await reachTraced(database.url, CHAIN, node, [second]);
  await second.stop();
  expect(second.exitStatus()).toBe('exit code 0');
  await expectStraight();
});
