import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { txKey } from '../../../tx-key.js';
import { ZERO_ADDRESS } from '../token-tables.js';

/** Balances from so many blocks back are compared: few transfers since, and popular holders are asked that often. */
const BLOCKS_BACK = 20;

/**
 * Marks tokens, and holdings of them, whose new balances are not the old ones and the transfers since. What is stored of
 * them may be old at any time. Before the new balances are written. Who had nothing before the first transfer begins
 * with nothing, where all blocks are indexed. The zero address tells nothing: what is minted from it is not taken from
 * it. Nor do mixed contracts, whose logs count two things, and those that may be wrapped coins.
 * @param columns address keys, assets, token ids and balances that were asked for
 */
export async function detectDrift(
  session: Session,
  chain: ChainCode,
  { height, hash }: BlockRef,
  columns: readonly unknown[],
): Promise<void> {
  await session.query({
    name: `detect_drift_${chain}`,
    // One pass over old balances and transfers by address and token: joining them would take the product of both.
    text: `WITH old AS MATERIALIZED (
        SELECT b.address_key, b.asset, coalesce(b.balance, 0) AS balance, coalesce(b.height, b.first_touched - 1) AS height, asked.balance AS now, t.reading
        FROM unnest($3::bytea[], $4::bytea[], $5::numeric[], $6::numeric[]) AS asked(key, asset, id, balance)
        JOIN ${chain}.token_balances b ON b.address_key = asked.key AND b.asset = asked.asset AND b.token_id IS NULL AND b.address_key <> ${ZERO_ADDRESS}
        JOIN (SELECT *, ${chain}.token_reading(standard::text, plain_from, indexed_from) AS reading FROM ${chain}.tokens) t
          ON t.asset = b.asset AND t.reading <> 'erc1155' AND t.asked_at IS NOT NULL
        WHERE asked.id IS NULL AND asked.balance IS NOT NULL AND b.drifts IS NOT TRUE
          AND (b.balance IS NOT NULL AND b.height BETWEEN $1 AND $2
            OR b.height IS NULL AND b.first_touched BETWEEN $1 + 1 AND $2 AND (SELECT history_from FROM ${chain}.sync_state) <= 1)
          AND NOT EXISTS (SELECT FROM ${chain}.wrapped_logs w WHERE w.asset = b.asset)
          AND EXISTS (SELECT FROM ${chain}.blocks WHERE height = $2 AND hash = decode($9, 'hex'))
      ), recent AS MATERIALIZED (
        SELECT (f.tx_key >> 20)::integer AS height, f.from_key, f.to_key, f.asset,
          ${chain}.transfer_amount(f.standard::text, o.reading, f.amount, f.token_id) AS amount
        FROM ${chain}.transfers f JOIN (SELECT DISTINCT asset, reading FROM old) o ON o.asset = f.asset
        WHERE EXISTS (SELECT FROM old) AND f.tx_key >= $7 AND f.tx_key < $8 AND f.standard <> 'erc1155'
      ), moved AS (
        SELECT *, max(since) OVER (PARTITION BY key, asset) AS asked_at FROM (
          SELECT address_key AS key, asset, height AS since, now - balance AS gained, NULL::integer AS height, NULL::numeric AS amount FROM old
          UNION ALL SELECT to_key, asset, NULL, NULL, height, amount FROM recent
          UNION ALL SELECT from_key, asset, NULL, NULL, height, -amount FROM recent) both_sides
      ), unfit AS MATERIALIZED (
        SELECT key, asset FROM moved WHERE asked_at IS NOT NULL GROUP BY key, asset
        HAVING max(gained) <> coalesce(sum(amount) FILTER (WHERE height > asked_at), 0)
      ), marked AS (
        UPDATE ${chain}.token_balances b SET drifts = true FROM unfit u
        WHERE b.address_key = u.key AND b.asset = u.asset AND b.token_id IS NULL)
      UPDATE ${chain}.tokens SET drifts = true WHERE asset IN (SELECT asset FROM unfit) AND NOT drifts`,
    values: [
      height - BLOCKS_BACK,
      height,
      ...columns,
      txKey(Math.max(0, height - BLOCKS_BACK), 0),
      txKey(height + 1, 0),
      hash,
    ],
  });
}
