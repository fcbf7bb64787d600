/** Views of operators and clients of an EVM chain while it is not simply live. */
import { openSession, type Session } from '@chaintrail/db';
import type { SimulatedEvmNode } from '@chaintrail/devnet';
import { createTestDatabase, dumpRows, freePort, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../apps/api/test/support/start-api.js';
import { evmSettings, expectEvmModel, reachTraced, startEvmNode } from './support/evm-chain.js';
import { Brake } from './support/first-sync-brake.js';
import { EVM_STOPS } from './support/first-sync-standing.js';
import { expectSameRows, reach, waitForState } from './support/followed-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';
import { Installation } from './support/installation.js';

const CHAIN = 'op';

/** One chain for all whom it suits: each goes on from where the one before it left it. */
let shared: SimulatedEvmNode;
let database: TestDatabase;
let session: Session;
let node: SimulatedEvmNode;
let api: TestApi | undefined;

beforeAll(async () => {
  shared = await startEvmNode(CHAIN, 60, { finalizedDepth: 5 });
});
afterAll(() => shared?.close());
beforeEach(async () => {
  node = shared;
  database = await createTestDatabase();
  session = await openSession(database.url, 'chaintrail-test-service');
});
afterEach(async () => {
  await api?.stop();
  api = undefined;
  if (node !== shared) await node.close();
  await session.end();
  await database.drop();
});

function startIndexer(env: Readonly<Record<string, string>> = {}): InProcessIndexer {
  return new InProcessIndexer(database.url, { ...evmSettings(CHAIN, node), ...env });
}

/** An API that asks the node. */
async function startOwnApi(): Promise<void> {
  const { OP_RPC_URL, OP_NETWORK } = evmSettings(CHAIN, node) as Record<'OP_RPC_URL' | 'OP_NETWORK', string>;
  api = await startApi(database.url, { env: { OP_RPC_URL, OP_NETWORK } });
}

async function get(path: string): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(`${api!.url}${path}`);
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
  await startOwnApi();
  const { hot } = node.exampleAddresses();
  const brake = await Brake.hold(database.url, CHAIN, EVM_STOPS);
  const indexer = startIndexer();
  try {
    for (const stop of EVM_STOPS) {
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
  const from = 50;
  const indexer = startIndexer({ OP_START_HEIGHT: String(from) });
  try {
    await reachTraced(database.url, CHAIN, node, [indexer]);
    await startOwnApi();
    const model = node.model();
    const { hot } = node.exampleAddresses();
    for (const address of [hot, ...node.exampleAddresses().typical]) {
      const { history, balance } = model.addresses.get(address)!;
      const { body } = await get(`/v0/addresses/${CHAIN}/${address}/balance`);
      expect(body).toMatchObject({ historyFrom: from, balance: `${balance}`, receivedFrom: from });
      const page = await get(`/v0/addresses/${CHAIN}/${address}/transactions?limit=1000`);
      const items = page.body['transactions'] as { txid: string; balanceAfter: string | null }[];
      const right = history.filter(({ height }) => height >= from).toReversed();
      const counted = right.reduce((sum, { delta }) => sum + delta, 0n);
      expect(BigInt(body['received'] as string) - BigInt(body['sent'] as string)).toBe(counted);
      expect(page.body['historyFrom']).toBe(from);
      expect(items.map(({ txid }) => txid)).toEqual(right.map(({ txid }) => `0x${txid}`));
    }
  } finally {
    await indexer.stop();
  }
});

test('a node of another chain is refused, and nothing of it written', async () => {
  node = await startEvmNode(CHAIN, 0, { blocks: 1, chainId: 8_453 });
  const indexer = startIndexer({ OP_NETWORK: 'mainnet' });
  try {
    // The reader of prices says the same, and may before there are tables.
    const refusal = /chain (stalled|halted): [^"]*Base mainnet \(chain id 8453\), but OP Mainnet mainnet/;
    const isRefused = (): boolean => refusal.test(indexer.output());
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
  node = await startEvmNode(CHAIN, 0, { ...options, blocks: 20, seed: 1 });
  const indexer = startIndexer();
  try {
    await reachTraced(database.url, CHAIN, node, [indexer]);
    await waitForState(database.url, CHAIN, ({ phase }) => phase === 'live', { processes: [indexer], what: 'live' });
    const before = await dumpRows(database.url, CHAIN);
    await node.close();
    node = await startEvmNode(CHAIN, 0, { ...options, blocks: 30, seed: 2 });
    const waiting = { processes: [indexer], what: 'the chain to halt' };
    const { reason } = await waitForState(database.url, CHAIN, ({ phase }) => phase === 'halted', waiting);
    expect(reason).toContain('Check that it follows the right chain');
    expectSameRows(await dumpRows(database.url, CHAIN), before);
  } finally {
    await indexer.stop();
  }
});

test('a reorg below the finalized block is followed on a private network', async () => {
  const indexer = startIndexer();
  try {
    await reachTraced(database.url, CHAIN, node, [indexer]);
    await startOwnApi();
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

test('traces off, live and full in turn: what is missing is told, and comes with the blocks after retrace', async () => {
  const first = node.tip().height;
  /** Runs until the node's tip is indexed. @returns what the log says */
  const run = async (mode: string, settled: () => Promise<boolean> = async () => true): Promise<string> => {
    const env = { ...evmSettings(CHAIN, node), OP_INTERNAL_TRANSFERS: mode };
    const indexer = new InProcessIndexer(database.url, env);
    try {
      await reach(database.url, CHAIN, node.tip(), [indexer]);
      await waitFor(settled, { processes: [indexer], what: `internal transfers to be ${mode}` });
    } finally {
      await indexer.stop();
    }
    return indexer.output();
  };
  await run('off');
  await node.mine(2);
  await run('live');
  await node.mine(2);
  await run('off');
  await node.mine(1);
  await startOwnApi();
  const internal = async (): Promise<unknown> => {
    const { body } = await get('/v0/currencies');
    const [chain] = body['currencies'] as { internalTransfers: unknown }[];
    return chain?.internalTransfers;
  };
  const isFull = async () => ((await internal()) as { mode: string }).mode === 'full';
  expect(await run('full', isFull)).toContain(
    `OP_INTERNAL_TRANSFERS is full, but the rows have internal transfers from block ${first + 1} on only`,
  );
  const gap = { from: first + 3, to: first + 4, reason: 'off' };
  const told = { mode: 'full', from: first + 1, gapCount: 1, gaps: [gap] };
  expect(await internal()).toEqual(told);
  expect((await status())['internalTransfers']).toMatchObject(told);
  const path = `/v0/addresses/${CHAIN}/${node.exampleAddresses().hot}`;
  const history = await get(`${path}/transactions?limit=1000`);
  expect(history.body['incomplete']).toEqual([gap]);
  const states = (history.body['transactions'] as { blockHeight: number; internalTransfers: string }[]).map(
    ({ blockHeight, internalTransfers }) => [blockHeight, internalTransfers],
  );
  const isTraced = (height: number) => height > first && (height < gap.from || height > gap.to);
  expect(states).toEqual(states.map(([height]) => [height, isTraced(Number(height)) ? 'complete' : 'off']));
  expect(new Set(states.map(([, state]) => state)).size).toBe(2);
  expect((await get(`${path}/balance`)).body).toMatchObject({ incomplete: [gap], receivedFrom: gap.to + 1 });

  const retrace = async (...args: string[]): Promise<string> => {
    const command = Installation.own.run('retrace', { DATABASE_URL: database.url }, CHAIN, ...args);
    await waitFor(() => command.exitStatus() !== null, { what: 'retrace to end' });
    return `${command.exitStatus()}: ${command.output().trim()}`;
  };
  // Nobody wanted those traces.
  expect(await retrace()).toBe('exit code 0: No block of OP Mainnet lacks its traces.');
  expect(await retrace('--from', String(gap.from))).toContain(`exit code 0: Blocks of OP Mainnet from ${gap.from} on`);
  await run('live', async () => !(await isFull()));
  expect(await internal()).toEqual({ mode: 'live', from: first + 1, gapCount: 0, gaps: [] });
});
