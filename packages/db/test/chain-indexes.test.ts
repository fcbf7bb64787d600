import { describe, expect, it } from 'vitest';
import { buildMissingIndexes, createIndexedChain, dropIndexes, missingIndexes } from '../src/write/chain-indexes.js';
import { registerChain } from '../src/write/ledger.js';
import { copiedDatabase } from './support/opened-databases.js';

const db = copiedDatabase(
  async (session) => {
    await registerChain(session, 'btc', 'regtest', 0);
  },
  { chain: 'btc' },
);

const ALL = [
  'address_transactions_history',
  'address_transactions_tx_key',
  'transactions_tx_key',
  'transactions_txid',
  'unspent_outputs_outpoint',
  'unspent_outputs_address',
  'unaddressed_spends_outpoint',
  'unaddressed_spends_tx_key',
  'blocks_height',
  'blocks_time',
  'blocks_hash',
  'blocks_first_time',
  'blocks_late',
  'mempool_transactions_id',
  'mempool_transactions_txid',
  'mempool_address_transactions_address',
  'mempool_address_transactions_id',
  'mempool_spends_outpoint',
  'mempool_spends_id',
];

async function existing(chain = 'btc'): Promise<string[]> {
  const { rows } = await db.session.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE schemaname = $1 AND tablename <> ALL ('{sync_state,first_sync,audits,orphaned_blocks,node_fees}') ORDER BY 1`,
    [chain],
  );
  return rows.map(({ name }) => name);
}

const missing = async (): Promise<string[]> => (await missingIndexes(db.session, 'btc')).map(({ name }) => name);

describe('the indexes of a chain', () => {
  it('are missing from its new tables, the largest first', async () => {
    expect(await existing()).toEqual([]);
    expect(await missing()).toEqual(ALL);
  });

  it('are those that migrations make, and the ones that other code counts on', async () => {
    await createIndexedChain(db.session, 'ltc', 'regtest');
    expect(await existing('ltc')).toEqual(ALL.toSorted());
    expect(await missingIndexes(db.session, 'ltc')).toEqual([]);
    expect(await missing()).toEqual(ALL);
  });

  it('can be built one by one and all together, also again', async () => {
    await buildMissingIndexes(db.session, 'btc', 'unspent_outputs_outpoint');
    expect(await existing()).toEqual(['unspent_outputs_outpoint']);
    expect(await missing()).toEqual(ALL.filter((name) => name !== 'unspent_outputs_outpoint'));
    await buildMissingIndexes(db.session, 'btc', 'no_such_index');
    expect(await existing()).toHaveLength(1);
    for (let i = 0; i < 2; i++) {
      await buildMissingIndexes(db.session, 'btc');
      expect(await existing()).toEqual(ALL.toSorted());
      expect(await missing()).toEqual([]);
    }
  });

  it('are dropped, but for those that are named and those of others', async () => {
    await buildMissingIndexes(db.session, 'btc');
    await db.session.query('CREATE INDEX transactions_own ON btc.transactions (fee)');
    await dropIndexes(db.session, 'btc', ['blocks_height']);
    expect(await existing()).toEqual(['blocks_height', 'transactions_own']);
    await dropIndexes(db.session, 'btc', []);
    await dropIndexes(db.session, 'btc', []);
    expect(await existing()).toEqual(['transactions_own']);
  });
});
