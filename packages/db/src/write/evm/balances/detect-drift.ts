import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { txKey } from '../../../tx-key.js';
import { ZERO_ADDRESS } from '../token-tables.js';

/**
 * Balances from so many blocks back are compared: the transfers since are few, and popular holders are asked that
 * often.
 */
const BLOCKS_BACK = 20;

/**
 * Marks tokens whose new balances are not the old ones and the transfers since: what is stored of them may be old at
 * any time. Before the new balances are written. The zero address tells nothing: what is minted from it is not taken
 * from it.
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
        SELECT b.address_key, b.asset, b.balance, b.height, asked.balance AS now
        FROM unnest($3::bytea[], $4::bytea[], $5::numeric[], $6::numeric[]) AS asked(key, asset, id, balance)
        JOIN ${chain}.token_balances b ON b.address_key = asked.key AND b.asset = asked.asset AND b.token_id IS NULL AND b.address_key <> ${ZERO_ADDRESS}
        JOIN ${chain}.tokens t ON t.asset = b.asset AND t.standard = 'erc20' AND NOT t.drifts
        WHERE asked.id IS NULL AND b.balance IS NOT NULL AND asked.balance IS NOT NULL AND b.height BETWEEN $1 AND $2
          AND EXISTS (SELECT FROM ${chain}.blocks WHERE height = $2 AND hash = decode($9, 'hex'))
      ), recent AS MATERIALIZED (
        SELECT (tx_key >> 20)::integer AS height, from_key, to_key, asset, amount FROM ${chain}.transfers
        WHERE EXISTS (SELECT FROM old) AND tx_key >= $7 AND tx_key < $8 AND asset IS NOT NULL AND standard = 'erc20'
      ), moved AS (
        SELECT *, max(since) OVER (PARTITION BY key, asset) AS asked_at FROM (
          SELECT address_key AS key, asset, height AS since, now - balance AS gained, NULL::integer AS height, NULL::numeric AS amount FROM old
          UNION ALL SELECT to_key, asset, NULL, NULL, height, amount FROM recent
          UNION ALL SELECT from_key, asset, NULL, NULL, height, -amount FROM recent) both_sides)
      UPDATE ${chain}.tokens SET drifts = true WHERE asset IN (
        SELECT asset FROM moved WHERE asked_at IS NOT NULL GROUP BY key, asset
        HAVING max(gained) <> coalesce(sum(amount) FILTER (WHERE height > asked_at), 0))`,
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
