/** Takes unconfirmed transactions out of the tables. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { mempoolTables } from '../chain-tables.js';
import type { Outpoints } from './outpoints.js';

/** By their ids, display form; those that a block has taken stay. */
export async function removePending(session: Session, chain: ChainCode, txids: readonly string[]): Promise<void> {
  await session.query({
    name: `remove_pending_${chain}`,
    text: `
      WITH gone AS (
        DELETE FROM ${chain}.mempool_transactions WHERE txid = ANY ($1::bytea[]) AND tx_key IS NULL RETURNING id),
      ${effectsOf(chain)}`,
    values: [txids.map((txid) => Buffer.from(txid, 'hex'))],
  });
}

/**
 * Those that spend one of the outputs, and those that spend what they make: something else spends it now, be it in a block
 * or in the node's mempool, so the node has dropped them.
 */
export async function removeSpendersOf(session: Session, chain: ChainCode, { txids, vouts }: Outpoints): Promise<void> {
  if (vouts.length === 0) return;
  await session.query({
    name: `remove_spenders_${chain}`,
    text: `
      WITH RECURSIVE lost(id, txid) AS (
        SELECT m.id, m.txid
        FROM unnest($2::int[]) WITH ORDINALITY AS spent(vout, n)
        CROSS JOIN LATERAL (
          SELECT id FROM ${chain}.mempool_spends
          WHERE txid = substr($1::bytea, 32 * (spent.n::int - 1) + 1, 32) AND vout = spent.vout OFFSET 0) s
        CROSS JOIN LATERAL (
          SELECT id, txid FROM ${chain}.mempool_transactions WHERE id = s.id AND tx_key IS NULL LIMIT 1) m
        UNION
        SELECT m.id, m.txid
        FROM lost
        CROSS JOIN LATERAL (SELECT id FROM ${chain}.mempool_spends WHERE txid = lost.txid OFFSET 0) s
        CROSS JOIN LATERAL (
          SELECT id, txid FROM ${chain}.mempool_transactions WHERE id = s.id AND tx_key IS NULL LIMIT 1) m),
      gone AS (DELETE FROM ${chain}.mempool_transactions m USING lost WHERE m.id = lost.id RETURNING m.id),
      ${effectsOf(chain)}`,
    values: [txids, vouts.map((vout) => vout | 0)],
  });
}

/** The end of a statement whose `gone` removed rows of mempool_transactions: what else is known of them goes, too. */
export function effectsOf(chain: ChainCode): string {
  const effects = `DELETE FROM ${chain}.mempool_address_transactions e USING gone WHERE e.id = gone.id`;
  if (!mempoolTables(chain).includes('mempool_spends')) return `nothing AS (SELECT) ${effects}`;
  return `effects AS (${effects})
      DELETE FROM ${chain}.mempool_spends s USING gone WHERE s.id = gone.id`;
}
