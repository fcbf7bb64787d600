/** What blocks do to unconfirmed transactions, inside the transaction that writes or removes the blocks. */
import type { BlockRef, ChainCode, PlacedUtxoBlock } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { outpointsOf } from './outpoints.js';
import { removeSpendersOf } from './remove-pending.js';

/**
 * Marks the unconfirmed transactions that the blocks contain, and removes those that can not be confirmed any more because
 * a block spends what they spend.
 */
export async function confirmPending(
  session: Session,
  chain: ChainCode,
  blocks: readonly PlacedUtxoBlock[],
): Promise<void> {
  if (!(await markMined(session, chain, blocks))) return;
  await removeSpendersOf(session, chain, outpointsOf(blocks.map(({ block }) => block)));
}

/** Marks the unconfirmed transactions that the blocks contain. @returns whether there may be any that they do not contain */
export async function markMined(session: Session, chain: ChainCode, blocks: readonly BlockRef[]): Promise<boolean> {
  const [first] = blocks;
  // Asked first whether there are any: nothing else of it runs while a chain catches up.
  if (!first || !(await hasPending(session, chain))) return false;
  await session.query({
    name: `confirm_pending_${chain}`,
    // Materialized and by LATERAL, so that a plan that does not know how many blocks these are cannot walk all
    // unconfirmed transactions instead.
    text: `
      WITH mined AS MATERIALIZED (
        SELECT m.id, t.tx_key FROM ${chain}.transactions t
        CROSS JOIN LATERAL (SELECT id FROM ${chain}.mempool_transactions WHERE txid = t.txid LIMIT 1) m
        WHERE t.tx_key >= $1),
      effects AS (
        UPDATE ${chain}.mempool_address_transactions e SET tx_key = mined.tx_key FROM mined WHERE e.id = mined.id)
      UPDATE ${chain}.mempool_transactions m SET tx_key = mined.tx_key FROM mined WHERE m.id = mined.id`,
    values: [txKey(first.height, 0)],
  });
  return true;
}

async function hasPending(session: Session, chain: ChainCode): Promise<boolean> {
  const { rows } = await session.query<{ any: boolean }>({
    name: `has_pending_${chain}`,
    text: `SELECT EXISTS (SELECT FROM ${chain}.mempool_transactions) AS any`,
  });
  return rows[0]?.any === true;
}

/** Those of removed blocks are unconfirmed again, until the node's mempool says otherwise. */
export async function unconfirmAbove(session: Session, chain: ChainCode, height: number): Promise<void> {
  for (const table of ['mempool_transactions', 'mempool_address_transactions']) {
    await session.query(`UPDATE ${chain}.${table} SET tx_key = NULL WHERE tx_key >= $1`, [txKey(height + 1, 0)]);
  }
}
