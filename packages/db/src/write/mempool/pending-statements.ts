/** Statements about unconfirmed transactions that all families share. */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { mempoolTables } from '../chain-tables.js';

const CLOCK_UNITS_PER_MS = 1000;

/**
 * Ids come from the clock, so that they rise also across restarts, where those of removed transactions are not known
 * any more. A clock that was set back does not make them fall below those that are stored.
 */
export async function firstFreeId(session: Session, chain: ChainCode): Promise<number> {
  const { rows } = await session.query<{ last: string | null }>({
    name: `last_pending_id_${chain}`,
    text: `SELECT max(id) AS last FROM ${chain}.mempool_transactions`,
  });
  return Math.max(Number(rows[0]?.last ?? 0) + 1, Date.now() * CLOCK_UNITS_PER_MS);
}

/**
 * Marks the unconfirmed transactions that the blocks contain. @returns whether there may be any that they do not
 * contain
 */
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

/**
 * SQL: when a transaction of block `b` was seen at the latest, where nobody saw it before. Blocks may be stamped in the
 * future.
 */
export const FIRST_SEEN_IN_BLOCK = 'least(b.time, floor(extract(epoch FROM now()))::bigint)';

/** Those of removed blocks are unconfirmed again, until the node's mempool says otherwise. */
export async function unconfirmAbove(session: Session, chain: ChainCode, height: number): Promise<void> {
  for (const table of ['mempool_transactions', 'mempool_address_transactions']) {
    await session.query(`UPDATE ${chain}.${table} SET tx_key = NULL WHERE tx_key >= $1`, [txKey(height + 1, 0)]);
  }
}

/** Removes them by their ids, display form; those that a block has taken stay. */
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

/** The end of a statement whose `gone` removed rows of mempool_transactions: what else is known of them goes, too. */
export function effectsOf(chain: ChainCode): string {
  const effects = `DELETE FROM ${chain}.mempool_address_transactions e USING gone WHERE e.id = gone.id`;
  if (!mempoolTables(chain).includes('mempool_spends')) return `nothing AS (SELECT) ${effects}`;
  return `effects AS (${effects})
      DELETE FROM ${chain}.mempool_spends s USING gone WHERE s.id = gone.id`;
}
