/** What blocks do to unconfirmed transactions, inside the transaction that writes or removes the blocks. */
import type { ChainCode, PlacedUtxoBlock } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { txKey } from '../../../tx-key.js';
import { effectsOf, FIRST_SEEN_IN_BLOCK, firstFreeId, markMined } from '../../mempool/pending-statements.js';
import { type Outpoints, outpointsOf } from './outpoints.js';

/** A reorganisation of so many transactions is no everyday one: the rest is added when the node's mempool is read. */
const MOST_RESTORED = 50_000;

/**
 * Marks the unconfirmed transactions that the blocks contain, and removes those that can not be confirmed any more
 * because a block spends what they spend.
 */
export async function confirmUtxoPending(
  session: Session,
  chain: ChainCode,
  blocks: readonly PlacedUtxoBlock[],
): Promise<void> {
  if (!(await markMined(session, chain, blocks))) return;
  await removeSpendersOf(session, chain, outpointsOf(blocks.map(({ block }) => block)));
}

/**
 * Removes those that spend one of the outputs, and those that spend what they make. A block or another unconfirmed
 * transaction spends the output now, so the node has dropped them.
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

/**
 * Makes unconfirmed transactions of what the blocks above `height` contain, before they are removed. Those that are
 * stored as unconfirmed stay as they are. The node puts them back into its mempool as well, and its list says soon
 * which of them are there. Neither coinbases nor HogExes (Litecoin), which exist in their block only. Nothing where
 * unconfirmed transactions are not followed.
 */
export async function restorePending(session: Session, chain: ChainCode, height: number): Promise<void> {
  const firstId = await firstFreeId(session, chain);
  await session.query(
    `WITH removed AS MATERIALIZED (
       SELECT t.* FROM ${chain}.transactions t
       WHERE (SELECT mempool_at IS NOT NULL FROM ${chain}.sync_state)
         AND t.tx_key >= $1 AND t.tx_key & 1048575 > 0
         AND coalesce(substr(t.output_scripts[1], 1, 2) <> '\\x5820', true)
         AND NOT EXISTS (SELECT FROM ${chain}.mempool_transactions m WHERE m.txid = t.txid)
       ORDER BY t.tx_key LIMIT ${MOST_RESTORED}
     ), restored AS (
       INSERT INTO ${chain}.mempool_transactions (id, txid, first_seen, version, lock_time, size, vsize, fee,
         input_txids, input_vouts, input_values, input_keys, output_values, output_keys, output_scripts, output_tokens,
         sprout_delta, sapling_delta, orchard_delta, ironwood_delta)
       SELECT $2::bigint + row_number() OVER (ORDER BY t.tx_key), t.txid, ${FIRST_SEEN_IN_BLOCK}, t.version, t.lock_time, t.size, t.vsize, t.fee,
         coalesce(i.txids, '{}'), t.input_vouts, coalesce(i.amounts, '{}'), coalesce(i.keys, '{}'),
         t.output_values, t.output_keys, t.output_scripts, t.output_tokens,
         t.sprout_delta, t.sapling_delta, t.orchard_delta, t.ironwood_delta
       FROM removed t
       CROSS JOIN LATERAL (SELECT time FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
       CROSS JOIN LATERAL (
         SELECT array_agg(coalesce(made.txid, x.txid) ORDER BY x.n) AS txids,
           array_agg(coalesce(made.amount, x.amount) ORDER BY x.n) AS amounts,
           array_agg(coalesce(made.key, x.key) ORDER BY x.n) AS keys
         FROM unnest(t.input_tx_keys, t.input_vouts, t.input_txids, t.input_values, t.input_keys)
           WITH ORDINALITY AS x(tx_key, vout, txid, amount, key, n)
         LEFT JOIN LATERAL (
           SELECT txid, output_values[x.vout + 1] AS amount, output_keys[x.vout + 1] AS key
           FROM ${chain}.transactions WHERE tx_key = x.tx_key LIMIT 1) made ON true) i
       RETURNING id, input_txids, input_vouts, input_values, input_keys, output_values, output_keys
     ), spends AS (
       INSERT INTO ${chain}.mempool_spends (txid, vout, id, vin)
       SELECT s.txid, s.vout, r.id, s.n - 1
       FROM restored r CROSS JOIN LATERAL unnest(r.input_txids, r.input_vouts) WITH ORDINALITY AS s(txid, vout, n)
     )
     INSERT INTO ${chain}.mempool_address_transactions (address_key, id, delta, received, vouts)
     SELECT key, id, sum(delta), sum(received), coalesce(array_agg(vout ORDER BY vout) FILTER (WHERE vout IS NOT NULL), '{}')
     FROM (
       SELECT r.id, s.key, -s.amount AS delta, 0 AS received, NULL::integer AS vout
       FROM restored r CROSS JOIN LATERAL unnest(r.input_keys, r.input_values) AS s(key, amount)
       UNION ALL
       SELECT r.id, o.key, o.amount, o.amount, (o.n - 1)::integer
       FROM restored r CROSS JOIN LATERAL unnest(r.output_keys, r.output_values) WITH ORDINALITY AS o(key, amount, n)
     ) effects
     WHERE key IS NOT NULL
     GROUP BY key, id`,
    [txKey(height + 1, 0), firstId],
  );
}
