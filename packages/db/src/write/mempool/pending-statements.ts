/** Statements about unconfirmed transactions that all families share. */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { mempoolTables } from '../../tables/chain-tables.js';
import { DROPPED, txKey } from '../../tx-key.js';

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

/** Marks the unconfirmed transactions that the blocks contain. @returns whether there may be others */
export async function markMined(session: Session, chain: ChainCode, blocks: readonly BlockRef[]): Promise<boolean> {
  const [first] = blocks;
  // The first question is whether there are any: nothing else of it runs while a chain catches up.
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
      UPDATE ${chain}.mempool_transactions m
      SET tx_key = mined.tx_key, dropped_at = NULL, replaced_by = NULL, drop_reason = NULL FROM mined WHERE m.id = mined.id`,
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

/** SQL: when a transaction of block `b` was seen at the latest. Blocks may be stamped in the future. */
export const FIRST_SEEN_IN_BLOCK = 'least(b.time, floor(extract(epoch FROM now()))::bigint)';

/** Those of removed blocks are unconfirmed again, until the node's mempool says otherwise. */
export async function unconfirmAbove(session: Session, chain: ChainCode, height: number): Promise<void> {
  for (const table of ['mempool_transactions', 'mempool_address_transactions']) {
    await session.query(`UPDATE ${chain}.${table} SET tx_key = NULL WHERE tx_key >= $1`, [txKey(height + 1, 0)]);
  }
}

/**
 * The end of a statement whose `lost` (id, reason, by) has unconfirmed transactions that left without a block. Their
 * rows stay for some hours, with new ids: so streams tell of it once, in the order in which things happened.
 * @param firstId SQL of the first of the new ids
 * @returns SQL whose one row says how many there were
 */
export function dropLost(chain: ChainCode, firstId: string): string {
  const moved = (table: string): string =>
    `UPDATE ${chain}.${table} e SET ID FROM dropped d WHERE e.id = d.id`.replace(
      'ID',
      table === 'mempool_spends' ? 'id = d.new_id' : `id = d.new_id, tx_key = ${DROPPED}`,
    );
  const spends = mempoolTables(chain).includes('mempool_spends') ? `, spends AS (${moved('mempool_spends')})` : '';
  return `numbered AS MATERIALIZED (
        SELECT id, reason, by, ${firstId} + row_number() OVER (ORDER BY id) - 1 AS new_id FROM lost),
      dropped AS (
        UPDATE ${chain}.mempool_transactions m
        SET id = n.new_id, tx_key = ${DROPPED}, dropped_at = floor(extract(epoch FROM now())), drop_reason = n.reason, replaced_by = n.by
        FROM numbered n WHERE m.id = n.id AND m.tx_key IS NULL RETURNING n.id, n.new_id),
      effects AS (${moved('mempool_address_transactions')})${spends}
      SELECT count(*)::integer AS dropped FROM dropped`;
}

/** Reason by the node's limits why a transaction left; unknown is null. */
export interface MempoolLimits {
  /** The least fee that its full mempool takes, base units for 1,000 virtual bytes. */
  readonly leastFeeRate: number | null;
}

/** Nodes forget what waits for so long (bitcoin DEFAULT_MEMPOOL_EXPIRY_HOURS). */
const EXPIRY_SECONDS = 336 * 3600;

/** Drops those that the node, by ids in display form, lists no more and no block has taken. @returns how many */
export async function dropUnlisted(
  session: Session,
  chain: ChainCode,
  txids: readonly string[],
  { firstId, leastFeeRate }: MempoolLimits & { readonly firstId: number },
): Promise<number> {
  const hasSizes = mempoolTables(chain).includes('mempool_spends');
  const { rows } = await session.query<{ dropped: number }>({
    name: `drop_unlisted_${chain}`,
    text: `
      WITH lost AS MATERIALIZED (
        SELECT id, NULL::bytea AS by, CASE
          WHEN first_seen < extract(epoch FROM now()) - ${EXPIRY_SECONDS} THEN 'expired'
          WHEN ${hasSizes ? 'fee * 1000 < vsize * $3::numeric' : '$3::numeric < 0'} THEN 'evicted' END AS reason
        FROM ${chain}.mempool_transactions WHERE txid = ANY ($1::bytea[]) AND tx_key IS NULL),
      ${dropLost(chain, '$2::bigint')}`,
    values: [txids.map((txid) => Buffer.from(txid, 'hex')), firstId, leastFeeRate],
  });
  return rows[0]!.dropped;
}

/** Removes the rows of dropped ones that are there again, by their ids, display form: those of now take their place. */
export async function removeDropped(session: Session, chain: ChainCode, txids: readonly string[]): Promise<void> {
  if (txids.length === 0) return;
  await session.query({
    name: `remove_dropped_${chain}`,
    text: `
      WITH gone AS (
        DELETE FROM ${chain}.mempool_transactions WHERE txid = ANY ($1::bytea[]) AND tx_key = ${DROPPED} RETURNING id),
      ${effectsOf(chain)}`,
    values: [txids.map((txid) => Buffer.from(txid, 'hex'))],
  });
}

/** Removes the unconfirmed ones, as if nobody had seen them: their node has forgotten all of them at once. */
export async function forgetPending(session: Session, chain: ChainCode, txids: readonly string[]): Promise<void> {
  await session.query({
    name: `forget_pending_${chain}`,
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
