/**
 * Obstacles in the way of following a Cosmos chain: a node that starts, is behind, executes, has another chain, or
 * knows nothing of balances.
 */
import { type ChainCode, type CosmosChainNetwork, chainOnNetwork, requireChain } from '@chaintrail/chains';
import {
  type CosmosNodeOptions,
  type CosmosNodeSimulation,
  generatedScript,
  startCosmosNode,
} from '@chaintrail/devnet';
import {
  createTestDatabase,
  DamagedNode,
  dumpRows,
  freePort,
  type LastingFault,
  type RowDump,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitForState } from './support/followed-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';

const CODE: ChainCode = 'rune';
const TIMEOUT_MS = 60_000;
const FEW = { sends: 2, deposits: 1, inbound: 1, pools: 1, people: 6 };

let database: TestDatabase;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.drop();
});

function place(): CosmosChainNetwork {
  const found = chainOnNetwork(requireChain(CODE), 'mocknet');
  if (found?.family !== 'cosmos') throw new Error(`${CODE} has no mocknet`);
  return found;
}

/** All of them have the same blocks, as far as they have them. */
async function startNode(options: Partial<CosmosNodeOptions> = {}): Promise<CosmosNodeSimulation> {
  const script = generatedScript({ place: place(), seed: 11, shape: FEW });
  const node = await startCosmosNode({ place: place(), script, ...options });
  closing.push(() => node.close());
  return node;
}

function follow(settings: Readonly<Record<string, string>>): InProcessIndexer {
  const indexer = new InProcessIndexer(database.url, { RUNE_NETWORK: 'mocknet', RUNE_POLL_MS: '100', ...settings });
  closing.push(() => indexer.stop());
  return indexer;
}

const settingsOf = (node: CosmosNodeSimulation) => ({ RUNE_RPC_URL: node.url, RUNE_REST_URL: node.restUrl });

async function isLive(node: CosmosNodeSimulation, indexer: InProcessIndexer, { url } = database): Promise<void> {
  const { hash, height } = node.tip();
  const isSo = (state: { readonly phase: string; readonly hash: string | null }) =>
    state.phase === 'live' && state.hash === hash;
  await waitForState(url, CODE, isSo, { processes: [indexer], what: `to be live at block ${height}` });
}

/** Waits until the reason why it is not followed says this. */
async function reasonIs(phase: string, reason: RegExp, indexer: InProcessIndexer): Promise<void> {
  const isSo = (state: { readonly phase: string; readonly reason: string | null }) =>
    state.phase === phase && reason.test(state.reason ?? '');
  await waitForState(database.url, CODE, isSo, { processes: [indexer], what: `${phase}: ${reason}` });
}

/** Rows of the chain, indexed from nothing in one go. */
async function straightRows(node: CosmosNodeSimulation): Promise<RowDump> {
  const other = await createTestDatabase();
  const indexer = new InProcessIndexer(other.url, { ...settingsOf(node), RUNE_NETWORK: 'mocknet' });
  try {
    await isLive(node, indexer, other);
    await indexer.stop();
    return await dumpRows(other.url, CODE);
  } finally {
    await indexer.stop();
    await other.drop();
  }
}

test('another block at an indexed height halts the chain, and no row changes', { timeout: TIMEOUT_MS }, async () => {
  const node = await startNode({ blocks: 8 });
  const indexer = follow(settingsOf(node));
  await isLive(node, indexer);
  const before = await dumpRows(database.url, CODE);
  node.reorg(2, 3);
  await reasonIs(
    'halted',
    /^The node has block \w{64} at height 8, where \w{64} is indexed.*npx chaintrail drop-chain/,
    indexer,
  );
  node.mine(2);
  await indexer.stop();
  expect(await dumpRows(database.url, CODE)).toEqual(before);
});

test('a node that was set back is waited for, and followed again', { timeout: TIMEOUT_MS }, async () => {
  const port = await freePort();
  const node = await startNode({ blocks: 8, port });
  const indexer = follow(settingsOf(node));
  await isLive(node, indexer);
  await node.close();
  const older = await startNode({ blocks: 5, port });
  await reasonIs(
    'stalled',
    /the node is at block 5, 3 blocks behind what is indexed; waiting for it to catch up/,
    indexer,
  );
  older.mine(6);
  await isLive(older, indexer);
  await indexer.stop();
  expect(await dumpRows(database.url, CODE)).toEqual(await straightRows(older));
});

test('a node without a block is waited for, and so is one that executes its first', {
  timeout: TIMEOUT_MS,
}, async () => {
  const node = await startNode({ executionMs: 1_500 });
  const indexer = follow(settingsOf(node));
  await reasonIs('stalled', /^rune: the node at \S+ has no block yet: it is starting/, indexer);
  node.mine();
  await isLive(node, indexer);
  for (let block = 0; block < 3; block++) {
    node.mine();
    await isLive(node, indexer);
  }
  await indexer.stop();
  expect(await dumpRows(database.url, CODE)).toEqual(await straightRows(node));
});

test('what everybody had before is waited for while the REST server is away', { timeout: TIMEOUT_MS }, async () => {
  const node = await startNode({ blocks: 6 });
  const port = await freePort();
  const indexer = follow({ ...settingsOf(node), RUNE_REST_URL: `http://127.0.0.1:${port}` });
  await reasonIs('stalled', /bank.*refused/, indexer);
  await startNode({ blocks: 6, port });
  await isLive(node, indexer);
  await indexer.stop();
  expect(await dumpRows(database.url, CODE)).toEqual(await straightRows(node));
  expect(indexer.output()).toContain('balances before block 1 come from the bank module');
});

test('without REST they come from the genesis, and above its first block from nowhere', {
  timeout: TIMEOUT_MS,
}, async () => {
  const node = await startNode({ blocks: 6 });
  const indexer = follow({ RUNE_RPC_URL: node.url });
  await isLive(node, indexer);
  await indexer.stop();
  expect(indexer.output()).toContain('balances before block 1 come from the genesis');
  const ours = await dumpRows(database.url, CODE);
  const theirs = await straightRows(node);
  expect(ours.address_transactions).toEqual(theirs.address_transactions);
  expect(ours.token_history).toEqual(theirs.token_history);

  await database.drop();
  database = await createTestDatabase();
  const later = follow({ RUNE_RPC_URL: node.url, RUNE_START_HEIGHT: '3' });
  await isLive(node, later);
  await waitFor(async () => later.output().includes('set RUNE_REST_URL'), { processes: [later], what: 'the remedy' });
  await later.stop();
});

test.each([
  ['pruned', (node: CosmosNodeSimulation) => node.prune(4), /the node has no blocks before height 4, but 1 is needed/],
  ['without results', (node: CosmosNodeSimulation) => node.setKeepsResults(false), /discard_abci_responses = false/],
])('a node that is %s is refused, with the remedy', { timeout: TIMEOUT_MS }, async (_, spoil, remedy) => {
  const node = await startNode({ blocks: 6 });
  spoil(node);
  await reasonIs('stalled', remedy, follow(settingsOf(node)));
});

/** Damages the node's answer about one block: code, gas or events of its transactions are others. */
const damaged = (block: number, change: (result: Record<string, unknown>) => object): LastingFault => ({
  method: 'block_results',
  blocks: [block],
  change: ({ result }) => {
    const results = result as { txs_results: Record<string, unknown>[] | null };
    return { result: { ...results, txs_results: results.txs_results?.map((one) => ({ ...one, ...change(one) })) } };
  },
});
const FAILED = () => ({ code: 32, events: [] });
const CONTRADICTED = /results of block 5 are not those that the header of block 6 has; restore .* in RUNE_RPC_URL/;

test('results that the next header contradicts are not indexed, and read again when the node is right', {
  timeout: TIMEOUT_MS,
}, async () => {
  const node = await startNode({ blocks: 8 });
  const proxy = await DamagedNode.start(node.url, [damaged(5, FAILED)]);
  closing.push(() => proxy.stop());
  const indexer = follow({ ...settingsOf(node), RUNE_RPC_URL: proxy.url });
  await reasonIs('stalled', CONTRADICTED, indexer);
  // Nothing is hashed of the events: a success without any is as wrong.
  proxy.faults = [damaged(5, () => ({ events: [] }))];
  await reasonIs('stalled', /block 5 succeeded without any event: its results are not whole; restore/, indexer);
  proxy.faults = [];
  await isLive(node, indexer);
  await indexer.stop();
  expect(await dumpRows(database.url, CODE)).toEqual(await straightRows(node));
});

test('the newest block is taken back where the next one contradicts it, also after a restart', {
  timeout: TIMEOUT_MS,
}, async () => {
  const node = await startNode({ blocks: 4 });
  const proxy = await DamagedNode.start(node.url, [damaged(5, FAILED)]);
  closing.push(() => proxy.stop());
  const settings = { ...settingsOf(node), RUNE_RPC_URL: proxy.url };
  const isTakenBack = async (indexer: InProcessIndexer) => {
    await reasonIs('stalled', CONTRADICTED, indexer);
    expect((await dumpRows(database.url, CODE)).blocks).toHaveLength(4);
  };
  let indexer = follow(settings);
  await isLive(node, indexer);
  node.mine();
  await isLive(node, indexer);
  await indexer.stop();
  node.mine();
  indexer = follow(settings);
  await isTakenBack(indexer);
  proxy.faults = [damaged(7, FAILED)];
  await isLive(node, indexer);
  node.mine();
  await isLive(node, indexer);
  node.mine();
  await reasonIs('stalled', /results of block 7 are not those that the header of block 8 has/, indexer);
  proxy.faults = [];
  await isLive(node, indexer);
  await indexer.stop();
  expect(await dumpRows(database.url, CODE)).toEqual(await straightRows(node));
});
