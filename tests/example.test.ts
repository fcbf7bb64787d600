/**
 * A test to copy from: a simulated node, an indexer that follows it, and the API over the rows. Its claim is one sentence:
 * what the API says of an address is what the node's chain did to it, at each moment of a transaction's life.
 */
import { requireUtxoChain } from '@chaintrail/chains';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../apps/api/test/support/start-api.js';
import { reach, settingsFor } from './support/followed-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';

const CHAIN = 'ltc';

// A world is made once for a file, since a database and a start are what takes time. `let`, so that what a failed start
// leaves behind is still ended.
let node: SimulatedNode;
let database: TestDatabase;
let indexer: InProcessIndexer;
let api: TestApi;

beforeAll(async () => {
  // The seed is fixed: a failure comes again. Coinbases may be spent early, so that a short chain has payments.
  node = await startSimulatedNode({
    chain: requireUtxoChain(CHAIN),
    seed: 7,
    blocks: 12,
    txPerBlock: 4,
    coinbaseMaturity: 3,
  });
  database = await createTestDatabase();
  indexer = new InProcessIndexer(database.url, settingsFor(CHAIN, node));
  await reach(database.url, CHAIN, node.tip(), [indexer]);
  api = await startApi(database.url);
});
afterAll(async () => {
  // From the last to the first, with what exists.
  await api?.stop();
  await indexer?.stop();
  await node?.close();
  await database?.drop();
});

/** Compares all addresses with the simulator's own ledger, which is not made from what the indexer reads. */
async function expectBalances(): Promise<void> {
  const { addresses, pending } = node.model();
  const expected = [...new Set([...addresses.keys(), ...pending.keys()])].map((address) => ({
    address,
    balance: `${addresses.get(address)?.balance ?? 0n}`,
    pending: `${pending.get(address)?.balance ?? 0n}`,
  }));
  const found = () => Promise.all(expected.map(({ address }) => balanceOf(address)));
  // A condition, never a pause: rows follow the node when they can, the test goes on at once, and a failure shows what
  // is still different.
  await expect.poll(found, { timeout: 30_000 }).toEqual(expected);
}

async function balanceOf(address: string) {
  const { json } = await api.get(`/v0/addresses/${CHAIN}/${address}/balance`);
  return { address, balance: json.balance, pending: json.pending };
}

test('is what the chain did: unconfirmed, in a block, and after another block took its place', async () => {
  await expectBalances();
  node.addTransactions(5);
  await expectBalances();
  node.mine(1);
  await expectBalances();
  node.reorg(2, 3);
  await reach(database.url, CHAIN, node.tip(), [indexer]);
  await expectBalances();
});
