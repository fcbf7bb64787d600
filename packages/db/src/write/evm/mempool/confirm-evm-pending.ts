/** Effects of blocks on unconfirmed transactions, inside the transaction that writes or removes the blocks. */

import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { NEWEST_STATE } from '../../../tables/sync-tables.js';
import { txKey } from '../../../tx-key.js';
import {
  dropLost,
  FIRST_SEEN_IN_BLOCK,
  firstFreeId,
  markMined,
  unconfirmAbove,
} from '../../mempool/pending-statements.js';

/** The last type that waits in a node's pool. Others come from layer 1 or from the protocol. */
const LAST_POOLED_TYPE = 4;
/** A reorganisation of so many transactions is no everyday one: the rest is added when the node's list is read. */
const MOST_RESTORED = 50_000;

/** Marks transactions that the blocks contain. Drops those of a sender who has that nonce or a later one in a block. */
export async function confirmEvmPending(
  session: Session,
  chain: ChainCode,
  blocks: readonly BlockRef[],
): Promise<void> {
  if (!(await markMined(session, chain, blocks))) return;
  await session.query({
    name: `drop_passed_over_${chain}`,
    text: `
      WITH mined AS MATERIALIZED (
        SELECT from_key, max(nonce) AS nonce FROM ${chain}.transactions
        WHERE tx_key >= $1 AND type <= ${LAST_POOLED_TYPE} GROUP BY from_key),
      passed_over AS MATERIALIZED (
        SELECT m.id, m.from_key, m.nonce FROM ${chain}.mempool_transactions m JOIN mined ON m.from_key = mined.from_key
        WHERE m.nonce <= mined.nonce AND m.tx_key IS NULL),
      lost AS MATERIALIZED (
        SELECT DISTINCT ON (p.id) p.id, 'conflicted' AS reason, t.txid AS by
        FROM passed_over p
        LEFT JOIN (
          SELECT txid, from_key, nonce FROM ${chain}.transactions
          WHERE tx_key >= $1 AND type <= ${LAST_POOLED_TYPE} AND EXISTS (SELECT FROM passed_over)) t
          ON t.from_key = p.from_key AND t.nonce = p.nonce
        ORDER BY p.id),
      ${dropLost(chain, '$2::bigint')}`,
    values: [txKey(blocks[0]!.height, 0), await firstFreeId(session, chain)],
  });
}

/**
 * Makes unconfirmed transactions of what the blocks above `height` contain, before they are removed. The node puts them
 * back into its pool as well, and its list says soon which of them are there. Nothing where unconfirmed transactions
 * are not followed.
 */
export async function unconfirmEvmBlocks(session: Session, chain: ChainCode, height: number): Promise<void> {
  await unconfirmAbove(session, chain, height);
  await session.query(
    `WITH removed AS MATERIALIZED (
       SELECT t.* FROM ${chain}.transactions t
       WHERE (SELECT mempool_at IS NOT NULL FROM ${chain}.sync_state ${NEWEST_STATE})
         AND t.tx_key >= $1 AND t.type <= ${LAST_POOLED_TYPE}
         AND NOT EXISTS (SELECT FROM ${chain}.mempool_transactions m WHERE m.txid = t.txid)
       ORDER BY t.tx_key LIMIT ${MOST_RESTORED}
     ), restored AS (
       INSERT INTO ${chain}.mempool_transactions
         (id, txid, first_seen, type, from_key, to_key, value, nonce, gas_limit, gas_price, method)
       SELECT $2::bigint + row_number() OVER (ORDER BY t.tx_key), t.txid, ${FIRST_SEEN_IN_BLOCK}, t.type, t.from_key, t.to_key, t.value,
         t.nonce, t.gas_limit, t.gas_price, t.method
       FROM removed t
       CROSS JOIN LATERAL (SELECT time FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
       RETURNING id, from_key, to_key, value)
     INSERT INTO ${chain}.mempool_address_transactions (address_key, id, delta, received)
     SELECT key, id, sum(delta), sum(received) FROM (
       SELECT id, from_key AS key, -value AS delta, 0 AS received FROM restored
       UNION ALL SELECT id, to_key, value, value FROM restored) effects
     WHERE key IS NOT NULL GROUP BY key, id`,
    [txKey(height + 1, 0), await firstFreeId(session, chain)],
  );
}
