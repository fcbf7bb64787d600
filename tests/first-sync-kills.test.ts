/**
 * Kills during a first sync, in each of its stages: of the indexer, of PostgreSQL and of the node. What was done before
 * is kept, what runs on goes on by itself, and the rows are those of a sync that nothing has disturbed.
 */
import { type ChainCode, parseAddress, requireUtxoChain } from '@chaintrail/chains';
import { openSession } from '@chaintrail/db';
import { type GeneratedTotals, type GeneratorNode, startGeneratorNode } from '@chaintrail/devnet';
import { type CrashablePostgres, startCrashablePostgres } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killInEveryStage, type SyncSetup, syncUndisturbed, type Undisturbed } from './support/first-sync-kills.js';
import { NodeProxy } from './support/first-sync-node-proxy.js';
import { indexerVictim, postgresVictim, relayedNodeVictim } from './support/first-sync-victims.js';
import { settingsFor } from './support/followed-chain.js';
import { EIGHT_PROCESSORS } from './support/more-processors.js';

const BLOCKS = 25;
const TIMEOUT_MS = 300_000;

let postgres: CrashablePostgres;
let litecoin: GeneratorNode;
beforeAll(async () => {
  postgres = await startCrashablePostgres();
  litecoin = await startNode('ltc', 400, false);
});
afterAll(async () => {
  await litecoin?.close();
  await postgres?.stop();
});

function startNode(chain: ChainCode, perBlock: number, spentTxOuts: boolean): Promise<GeneratorNode> {
  return startGeneratorNode({
    chain: requireUtxoChain(chain),
    transactions: BLOCKS * perBlock,
    perBlock,
    spentTxOuts,
  });
}

describe.each([
  { title: 'Litecoin', chain: 'ltc', spentTxOuts: false, settings: {}, stores: false },
  // A second chain takes half of the memory, and so little is left that outputs go to the database while blocks are loaded.
  {
    title: 'Bitcoin with spent outputs, out of memory',
    chain: 'btc',
    spentTxOuts: true,
    settings: { SYNC_MEMORY_MB: '512', LTC_RPC_URL: 'http://127.0.0.1:1', LTC_NETWORK: 'regtest' },
    stores: true,
  },
] as const)('$title', ({ chain, spentTxOuts, settings, stores }) => {
  let node: GeneratorNode;
  let proxy: NodeProxy;
  let setup: SyncSetup;
  let undisturbed: Undisturbed;

  beforeAll(async () => {
    // So many that their outputs do not fit into what memory is left.
    node = chain === 'ltc' ? litecoin : await startNode(chain, 1_000, spentTxOuts);
    proxy = await NodeProxy.start(node.url);
    setup = { chain, postgres, env: { ...settingsFor(chain, proxy), ...settings }, tip: node.tip() };
    undisturbed = await syncUndisturbed(setup, (databaseUrl) => expectTotals(databaseUrl, chain, node.totals));
    expect(undisturbed.storedWhileLoading, 'outputs stored while blocks are loaded').toBe(stores);
    console.info(`${chain}: stages last so many milliseconds`, undisturbed.durationsMs);
  });
  afterAll(async () => {
    await proxy?.cut();
    if (node !== litecoin) await node?.close();
  });

  test('the indexer is killed', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(indexerVictim(setup.env), setup, undisturbed),
  );
  test('PostgreSQL is killed', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(postgresVictim(postgres), setup, undisturbed),
  );
  test('the node is killed', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(relayedNodeVictim(proxy), setup, undisturbed),
  );
});

/** Histories are sorted and indexes built by several sessions: the stages in which more than the owner's can be hit. */
describe('Litecoin on more processors', () => {
  let setup: SyncSetup;
  let undisturbed: Undisturbed;

  beforeAll(async () => {
    // The second chain has half of the memory, so that there is a step for each session, and more.
    const other = { BTC_RPC_URL: 'http://127.0.0.1:1', BTC_NETWORK: 'regtest', SYNC_MEMORY_MB: '512' };
    const env = { ...settingsFor('ltc', litecoin), ...other, ...EIGHT_PROCESSORS };
    setup = { chain: 'ltc', postgres, env, tip: litecoin.tip(), stops: ['sort', 'index'], sortsInSteps: true };
    undisturbed = await syncUndisturbed(setup, (databaseUrl) => expectTotals(databaseUrl, 'ltc', litecoin.totals));
    // One that ends may be seen beside those that follow.
    expect(undisturbed.helpers, 'most sessions beside the owner’s').toBeGreaterThanOrEqual(3);
  });

  test('the indexer is killed', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(indexerVictim(setup.env), setup, undisturbed),
  );
  test('PostgreSQL is killed', { timeout: TIMEOUT_MS }, () =>
    killInEveryStage(postgresVictim(postgres), setup, undisturbed),
  );
});

/** Against what the generator counted, so that not only two runs of the same program agree. */
async function expectTotals(databaseUrl: string, chain: ChainCode, totals: GeneratedTotals): Promise<void> {
  const utxoChain = requireUtxoChain(chain);
  const network = utxoChain.networks.find(({ name }) => name === 'regtest')!;
  const place = { family: 'utxo' as const, chain: utxoChain, network };
  const session = await openSession(databaseUrl, 'chaintrail-test-totals');
  try {
    for (const { address, transactions, balance } of totals.hot) {
      const { rows } = await session.query(
        `SELECT seq::integer AS transactions, balance::text FROM ${chain}.address_transactions
         WHERE address_key = $1 ORDER BY seq DESC LIMIT 1`,
        [parseAddress(place, address)],
      );
      expect(rows, `history of ${address}`).toEqual([{ transactions, balance: balance.toString() }]);
    }
    const { rows } = await session.query(
      `SELECT sum(tx_count)::integer AS transactions FROM ${chain}.blocks WHERE height > 0`,
    );
    expect(rows).toEqual([{ transactions: totals.transactions + totals.coinbases }]);
  } finally {
    await session.end();
  }
}
