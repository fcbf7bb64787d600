/** Processes and connections that end at any moment, and a reorg deeper than an indexer may follow on its own. */
import { type ChainCode, requireUtxoChain } from '@chaintrail/chains';
import { openSession } from '@chaintrail/db';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import {
  createTestDatabase,
  dumpRows,
  queryFollowed,
  type SpawnedProcess,
  spawnIndexer,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Brake } from './support/first-sync-brake.js';
import { expectSameRows, reach, settingsFor, straightRows, waitForState } from './support/followed-chain.js';
import { killInWrite } from './support/writes.js';

/** So much is written of it at once that a kill can hit a write. */
const LONG = { blocks: 300, txPerBlock: 40 };
const SHORT = { blocks: 130, txPerBlock: 10 };
const TIMEOUT_MS = 240_000;

let database: TestDatabase;
let btcNode: SimulatedNode;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await btcNode.close();
  await database.drop();
});

function startNode(chain: ChainCode, size: typeof SHORT): Promise<SimulatedNode> {
  return startSimulatedNode({ chain: requireUtxoChain(chain), seed: 3, ...size, spentTxOuts: chain === 'btc' });
}

function startIndexer(name: string, env: Readonly<Record<string, string>> = {}): SpawnedProcess {
  return spawnIndexer({ name, databaseUrl: database.url, env: { ...settingsFor('btc', btcNode), ...env } });
}

const KILLS_OF_FIRST_SYNC = 7;
const KILLS_OF_REORGS = 5;

test('kill -9 in one write of the first sync after the other, and in those of reorgs', {
  timeout: TIMEOUT_MS,
}, async () => {
  btcNode = await startNode('btc', LONG);
  const session = await openSession(database.url, 'chaintrail-test-kills');
  const stages: (string | null)[] = [];
  const noteStage = async (): Promise<void> => {
    const rows = await queryFollowed<{ stage: string }>(session, 'btc', 'SELECT stage FROM btc.first_sync');
    stages.push(rows[0]?.stage ?? null);
  };
  const kill = async (options: Parameters<typeof killInWrite>[3]): Promise<void> => {
    await killInWrite(startIndexer('killed'), session, 'btc', options);
    await noteStage();
  };
  try {
    await kill({ others: 0 });
    // Writes that make and register the chain's schema may take up all of the others: this one is the last of loading.
    const brake = await Brake.hold(database.url, 'btc', ['load']);
    const loading = startIndexer('killed');
    await waitFor(() => brake.isReached('load'), { processes: [loading], what: 'the end of load' });
    await loading.kill('SIGKILL');
    await noteStage();
    await brake.close();
    // The write that was killed comes again, and the one after it is hit.
    while (stages.length < KILLS_OF_FIRST_SYNC) await kill({ others: 1 });
    await reachUndisturbed();
    const others = fc.sample(fc.integer({ min: 0, max: 2 }), KILLS_OF_REORGS);
    for (const [round, passed] of others.entries()) {
      const reorg = (): unknown => btcNode.reorg(1 + (round % 6));
      reorg();
      await kill({ others: passed, again: reorg });
    }
  } finally {
    await session.end();
  }
  const [first, later] = [stages.slice(0, KILLS_OF_FIRST_SYNC), stages.slice(KILLS_OF_FIRST_SYNC)];
  expect(first, 'stages whose writes were hit').toContain('load');
  expect(new Set(first).size, `different stages of ${first}`).toBeGreaterThan(2);
  expect(later, 'stages after the first sync').toEqual(later.map(() => null));
  await reachUndisturbed();
  expectSameRows(await dumpRows(database.url, 'btc'), await straightRows('btc', btcNode));
});

async function reachUndisturbed(): Promise<void> {
  const indexer = startIndexer('indexer');
  await reach(database.url, 'btc', btcNode.tip(), [indexer]);
  await indexer.stop();
}

test('a second indexer stands by and takes over', { timeout: TIMEOUT_MS }, async () => {
  btcNode = await startNode('btc', SHORT);
  const first = startIndexer('first');
  await reach(database.url, 'btc', btcNode.tip(), [first]);
  const second = startIndexer('second');
  await waitFor(() => second.output().includes('standing by'), { processes: [first, second] });
  btcNode.mine(2);
  await reach(database.url, 'btc', btcNode.tip(), [first, second]);
  await first.kill('SIGKILL');
  btcNode.reorg(3);
  await reach(database.url, 'btc', btcNode.tip(), [second]);
  await second.stop();
  expect(second.exitStatus()).toBe('exit code 0');
  expectSameRows(await dumpRows(database.url, 'btc'), await straightRows('btc', btcNode));
});

test('connections to PostgreSQL are cut', { timeout: TIMEOUT_MS }, async () => {
  btcNode = await startNode('btc', SHORT);
  const indexer = startIndexer('indexer');
  const admin = await openSession(database.url, 'chaintrail-test-admin');
  let cut = 0;
  try {
    for (let round = 0; round < 5; round++) {
      // Whatever of it is connected, in whatever it is doing.
      cut += await waitFor(async () => (await cutConnections(admin)) || undefined, { processes: [indexer] });
      btcNode.reorg(1 + round);
    }
  } finally {
    await admin.end();
  }
  expect(cut).toBeGreaterThanOrEqual(5);
  await reach(database.url, 'btc', btcNode.tip(), [indexer]);
  await indexer.stop();
  expectSameRows(await dumpRows(database.url, 'btc'), await straightRows('btc', btcNode));
});

async function cutConnections(admin: Awaited<ReturnType<typeof openSession>>): Promise<number> {
  const { rows } = await admin.query<{ cut: number }>(
    `SELECT count(pg_terminate_backend(pid))::int AS cut FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'chaintrail-indexer%'`,
  );
  return rows[0]?.cut ?? 0;
}

test('a reorg beyond the limit halts its chain alone, until the operator decides', {
  timeout: TIMEOUT_MS,
}, async () => {
  btcNode = await startNode('btc', SHORT);
  const ltcNode = await startNode('ltc', SHORT);
  try {
    const limited = startIndexer('indexer', { ...settingsFor('ltc', ltcNode), BTC_REORG_LIMIT: '3' });
    await reach(database.url, 'btc', btcNode.tip(), [limited]);
    await reach(database.url, 'ltc', ltcNode.tip(), [limited]);
    const before = await dumpRows(database.url, 'btc');

    btcNode.reorg(4);
    const isHalted = ({ phase }: { phase: string }): boolean => phase === 'halted';
    const waiting = { processes: [limited], what: 'the chain to halt' };
    const halted = await waitForState(database.url, 'btc', isHalted, waiting);
    expect(halted.reason).toMatch(/3 blocks below height \d+.*reorg limit/s);
    expectSameRows(await dumpRows(database.url, 'btc'), before);

    ltcNode.reorg(2);
    await reach(database.url, 'ltc', ltcNode.tip(), [limited]);
    await waitForState(database.url, 'btc', isHalted, waiting);
    await limited.stop();

    const raised = startIndexer('raised', { BTC_REORG_LIMIT: '4' });
    await reach(database.url, 'btc', btcNode.tip(), [raised]);
    await raised.stop();
    expectSameRows(await dumpRows(database.url, 'btc'), await straightRows('btc', btcNode));
  } finally {
    await ltcNode.close();
  }
});
