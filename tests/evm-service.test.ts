/** What operators and clients of an account chain see while it is not simply live. */
import { openSession, type Session } from '@chaintrail/db';
import type { SimulatedEvmNode } from '@chaintrail/devnet';
import {
  createTestDatabase,
  dumpRows,
  freePort,
  type SpawnedApi,
  type SpawnedProcess,
  spawnApi,
  spawnIndexer,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { evmSettings, expectEvmModel, reachTraced, startEvmNode } from './support/evm-chain.js';
import { Brake } from './support/first-sync-brake.js';
import { ACCOUNT_STOPS } from './support/first-sync-place.js';
import { expectSameRows, waitForState } from './support/followed-chain.js';

const CHAIN = 'op';

let database: TestDatabase;
let session: Session;
let node: SimulatedEvmNode;
let api: SpawnedApi;

beforeEach(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'chaintrail-test-service');
});
afterEach(async () => {
  await api?.process.stop();
  await node?.close();
  await session.end();
  await database.drop();
});

function startIndexer(env: Readonly<Record<string, string>> = {}): SpawnedProcess {
  return spawnIndexer({ databaseUrl: database.url, env: { ...evmSettings(CHAIN, node), ...env } });
}

/** An API that asks the node. */
async function startApi(): Promise<void> {
  const { OP_RPC_URL, OP_NETWORK } = evmSettings(CHAIN, node) as Record<'OP_RPC_URL' | 'OP_NETWORK', string>;
  api = await spawnApi({ databaseUrl: database.url, env: { OP_RPC_URL, OP_NETWORK } });
}

async function get(path: string): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(`${api.url}${path}`);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** `/v0/status` of the chain. */
async function status(): Promise<Record<string, unknown>> {
  const { body } = await get('/v0/status');
  const [chain] = body['chains'] as Record<string, unknown>[];
  return chain ?? {};
}

test('during the first sync: 503 with its progress, and when to ask again', async () => {
  node = await startEvmNode(CHAIN, 60);
  await startApi();
  const { hot } = node.exampleAddresses();
  const brake = await Brake.hold(database.url, CHAIN, ACCOUNT_STOPS);
  const indexer = startIndexer();
  try {
    for (const stop of ACCOUNT_STOPS) {
      await waitFor(() => brake.isReached(stop), { processes: [indexer], what: `the end of ${stop}` });
      for (const what of ['transactions', 'balance']) {
        const { status: code, headers, body } = await get(`/v0/addresses/${CHAIN}/${hot}/${what}`);
        expect([stop, what, code, body['code']]).toEqual([stop, what, 503, 'chain-syncing']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(body['nodeHeight']).toBe(node.tip().height);
        expect(body['progress']).toBeGreaterThanOrEqual(0);
        // At the end of the last one every block is there, and the chain is live in a moment.
        expect(body['progress']).toBeLessThanOrEqual(stop === 'hand-over' ? 1 : 0.999_999);
      }
      await brake.release(stop);
    }
    await reachTraced(database.url, CHAIN, node, [indexer]);
    await waitFor(async () => (await get(`/v0/addresses/${CHAIN}/${hot}/balance`)).status === 200, {
      processes: [indexer],
    });
  } finally {
    await brake.close();
    await indexer.stop();
  }
});

test('a history that starts later says so, and balances are those of the node', async () => {
  node = await startEvmNode(CHAIN, 60);
  const from = 50;
  const indexer = startIndexer({ OP_START_HEIGHT: String(from) });
  try {
    await reachTraced(database.url, CHAIN, node, [indexer]);
    await startApi();
    const model = node.model();
    const { hot } = node.exampleAddresses();
    for (const address of [hot, ...node.exampleAddresses().typical]) {
      const { history, balance } = model.addresses.get(address)!;
      const { body } = await get(`/v0/addresses/${CHAIN}/${address}/balance`);
      expect(body).toMatchObject({ historyFrom: from, balance: `${balance}`, received: null });
      const page = await get(`/v0/addresses/${CHAIN}/${address}/transactions?limit=1000`);
      const items = page.body['transactions'] as { txid: string; balanceAfter: string | null }[];
      const right = history.filter(({ height }) => height >= from).toReversed();
      expect(page.body['historyFrom']).toBe(from);
      expect(items.map(({ txid }) => txid)).toEqual(right.map(({ txid }) => `0x${txid}`));
    }
  } finally {
    await indexer.stop();
  }
});

test('a node of another chain is refused, and nothing of it written', async () => {
  node = await startEvmNode(CHAIN, 20, { chainId: 8_453 });
  const indexer = startIndexer({ OP_NETWORK: 'mainnet' });
  try {
    const isRefused = (): boolean => indexer.output().includes('Base mainnet (chain id 8453), but OP Mainnet mainnet');
    await waitFor(isRefused, { processes: [indexer], what: 'the node to be refused' });
    const { rows } = await session.query(`SELECT FROM ${CHAIN}.blocks`);
    expect(rows).toEqual([]);
  } finally {
    await indexer.stop();
  }
});

test('another chain behind the same address halts this one', async () => {
  const port = await freePort();
  const options = { port, txPerBlock: 3, finalizedDepth: 5 };
  node = await startEvmNode(CHAIN, 20, { ...options, seed: 1 });
  const indexer = startIndexer();
  try {
    await reachTraced(database.url, CHAIN, node, [indexer]);
    await waitForState(database.url, CHAIN, ({ phase }) => phase === 'live', { processes: [indexer], what: 'live' });
    const before = await dumpRows(database.url, CHAIN);
    await node.close();
    node = await startEvmNode(CHAIN, 30, { ...options, seed: 2 });
    const waiting = { processes: [indexer], what: 'the chain to halt' };
    const { reason } = await waitForState(database.url, CHAIN, ({ phase }) => phase === 'halted', waiting);
    expect(reason).toContain('Check that it follows the right chain');
    expectSameRows(await dumpRows(database.url, CHAIN), before);
  } finally {
    await indexer.stop();
  }
});

test('a reorg below the finalized block is followed on a private network', async () => {
  node = await startEvmNode(CHAIN, 20, { finalizedDepth: 5 });
  const indexer = startIndexer();
  try {
    await reachTraced(database.url, CHAIN, node, [indexer]);
    await startApi();
    const final = node.tip().height - 5;
    await waitFor(async () => (await status())['finalizedHeight'] === final, { processes: [indexer] });
    const before = await dumpRows(database.url, CHAIN);
    // As deep as may be: down to the finalized block.
    await node.reorg(5, 6);
    await reachTraced(database.url, CHAIN, node, [indexer]);
    await expectEvmModel(database.url, CHAIN, node);
    expect(await dumpRows(database.url, CHAIN)).not.toEqual(before);

    await waitFor(async () => (await status())['finalizedHeight'] === final + 1, { processes: [indexer] });
    // Deeper, to a lower tip: development nodes forget what they called final.
    await node.reorg(9, 7);
    await reachTraced(database.url, CHAIN, node, [indexer]);
    await expectEvmModel(database.url, CHAIN, node);
    await waitFor(async () => (await status())['finalizedHeight'] === final - 1, { processes: [indexer] });
  } finally {
    await indexer.stop();
  }
});

test('a node that names the wrong block final is not believed', async () => {
  node = await startEvmNode(CHAIN, 20, { finalizedDepth: 5 });
  const indexer = startIndexer();
  try {
    await reachTraced(database.url, CHAIN, node, [indexer]);
    // The tip's own header is as it was.
    const number = `0x${node.tip().height.toString(16)}`;
    node.setFaults([{ kind: 'changed-fields', methods: ['eth_getBlockByNumber'], fields: { number } }]);
    await waitFor(() => (node.faultCounts()['changed-fields'] ?? 0) > 6, { processes: [indexer] });
    node.setFaults([]);
    await node.reorg(3);
    await reachTraced(database.url, CHAIN, node, [indexer]);
    await expectEvmModel(database.url, CHAIN, node);
  } finally {
    await indexer.stop();
  }
});
