/** Indexers of an account chain that end at any moment, also while older blocks are traced. */
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
import {
  evmSettings,
  expectEvmModel,
  reachTraced,
  readTracingState,
  startEvmNode,
  straightEvmRows,
  type TracingState,
} from './support/evm-chain.js';
import { expectSameRows } from './support/followed-chain.js';
import { killInWrite } from './support/writes.js';

const CHAIN = 'base';
const TIMEOUT_MS = 240_000;
const KILLS = 7;
const NOT_BEGUN: TracingState = { stage: null, blocksDone: 0, isWhole: false };

let database: TestDatabase;
let node: SimulatedEvmNode;

beforeEach(async () => {
  database = await createTestDatabase();
  // Ranges of older blocks are written some 64 blocks at a time: each has several such steps.
  node = await startEvmNode(CHAIN, 400, { txPerBlock: 2 });
});
afterEach(async () => {
  await node.close();
  await database.drop();
});

function startIndexer(name: string): SpawnedProcess {
  return spawnIndexer({ name, databaseUrl: database.url, env: evmSettings(CHAIN, node) });
}

async function expectStraight(): Promise<void> {
  await expectEvmModel(database.url, CHAIN, node);
  expectSameRows(await dumpRows(database.url, CHAIN), await straightEvmRows(CHAIN, node));
}

test('kill -9 in writes, while older blocks are traced and between blocks', { timeout: TIMEOUT_MS }, async () => {
  // Slow enough for kills to find some blocks traced and some not.
  node.setFaults([{ kind: 'latency', methods: ['debug_traceBlockByHash'], delayMs: 20 }]);
  const session = await openSession(database.url, 'chaintrail-test-kills');
  const seen: TracingState['stage'][] = [];
  try {
    const others = fc.sample(fc.integer({ min: 0, max: 1 }), KILLS);
    for (const [round, passed] of others.entries()) {
      const before = (await readTracingState(session, CHAIN)) ?? NOT_BEGUN;
      const indexer = startIndexer('killed');
      const hasMoved = async () => {
        const { stage, blocksDone } = (await readTracingState(session, CHAIN)) ?? NOT_BEGUN;
        return stage === 'done' || stage !== before.stage || blocksDone > before.blocksDone;
      };
      const what = 'tracing to go on';
      await waitFor(hasMoved, { processes: [indexer], intervalMs: 5, what, timeoutMs: TIMEOUT_MS });
      // Where all is traced, a new block is what there is to write.
      const mine = (): unknown => node.mine();
      mine();
      await killInWrite(indexer, session, CHAIN, { others: passed, again: mine });
      seen.push((await readTracingState(session, CHAIN))?.stage ?? null);
      if (round % 2 === 1) await node.reorg(1 + round, 2 + round);
    }
  } finally {
    node.setFaults([]);
    await session.end();
  }
  expect(seen, 'what tracing was at when the indexer was killed').toContain('load');
  const indexer = startIndexer('indexer');
  await reachTraced(database.url, CHAIN, node, [indexer]);
  await indexer.stop();
  await expectStraight();
});

test('a second indexer stands by and takes over', { timeout: TIMEOUT_MS }, async () => {
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
