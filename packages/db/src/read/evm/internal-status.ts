/** SQL that says how far internal transfers are indexed, for statements that begin with `withState`. */
import { type ChainCode, requireChain } from '@chaintrail/chains';

/**
 * A query `tracing` of one row, or of none without a row in sync_state: columns of internal_sync, `tip`, and these:
 * - `is_done`: whether the older blocks, traced afterwards, count.
 * - `complete_since`: the height from which on internal transfers are complete up to `live_to`.
 * - `complete_from`: the same where they are complete up to the tip, else NULL.
 */
export function tracing(chain: ChainCode): string {
  return `tracing AS MATERIALIZED (
    SELECT *, CASE WHEN live_to >= tip THEN complete_since END AS complete_from
    FROM (
      SELECT *, CASE
          WHEN live_to IS NULL THEN NULL
          WHEN last_gap >= live_from THEN last_gap + 1
          WHEN is_done AND backfill_to >= live_from - 1 THEN greatest(backfill_from, last_gap + 1)
          ELSE live_from END AS complete_since
      FROM (
        SELECT s.height AS tip, s.history_from, i.mode, i.live_from, i.live_to, i.backfill_from, i.backfill_to,
          coalesce(i.stage = 'done', false) AS is_done,
          (SELECT to_height FROM ${chain}.internal_gaps ORDER BY from_height DESC LIMIT 1) AS last_gap
        FROM state s
        LEFT JOIN LATERAL (SELECT mode, live_from, live_to, backfill_from, backfill_to, stage FROM ${chain}.internal_sync LIMIT 1) i ON true) known) placed)`;
}

/**
 * The {@link InternalTransfers} of a transaction at a height, from row `g` of `tracing`. What is above the last traced
 * block is traced soon; what is below the first one only where all blocks are to be traced.
 */
export function internalStatus(chain: ChainCode, height: string): string {
  return `CASE
    WHEN ${isInGap(chain, height)} THEN 'off'
    WHEN ${height} BETWEEN g.live_from AND g.live_to THEN 'complete'
    WHEN g.is_done AND ${height} BETWEEN g.backfill_from AND g.backfill_to THEN 'complete'
    WHEN g.mode <> 'off' AND ${height} > coalesce(g.live_to, g.tip) THEN 'pending'
    WHEN g.mode = 'full' AND ${height} BETWEEN g.backfill_from AND g.backfill_to THEN 'pending'
    ELSE 'off' END`;
}

/** Gaps do not overlap: the one that begins last before the height is the one that may hold it. */
function isInGap(chain: ChainCode, height: string): string {
  return `coalesce((SELECT to_height >= ${height} FROM ${chain}.internal_gaps
      WHERE from_height <= ${height} ORDER BY from_height DESC LIMIT 1), false)`;
}

/**
 * The stretch of blocks around a height whose internal transfers are all indexed and fit the balances of the address in
 * $1, from row `g` of `tracing`. It is a query of one row (since, until, regular_since, regular_until), or of none where
 * the next block is not traced either. The regular ones end before a block that moved balances without a trace of it.
 * `since` may be the next height.
 */
export function completeAround(chain: ChainCode, height: string): string {
  const gap = (which: string, nearest: string): string => `SELECT from_height, to_height FROM (
      (SELECT from_height, to_height FROM ${chain}.internal_gaps
      WHERE from_height >= CASE WHEN g.is_done THEN least(g.backfill_from, g.live_from) ELSE g.live_from END
        AND from_height ${which} LIMIT 1)
      UNION ALL (SELECT from_height, to_height FROM ${chain}.address_gaps WHERE address_key = $1 AND from_height ${which} LIMIT 1)
      ) both_kinds ORDER BY ${nearest} LIMIT 1`;
  const clip = (side: 'greatest' | 'least', bound: string): string =>
    [bound, ...irregularBlocks(chain).map((at) => clipped(side, height, at))].join(', ');
  return `SELECT since, until, greatest(${clip('greatest', 'since')}) AS regular_since, least(${clip('least', 'until')}) AS regular_until
    FROM (SELECT
        CASE
          WHEN below.to_height IS NOT NULL THEN below.to_height + 1
          WHEN g.is_done AND g.backfill_to >= g.live_from - 1 THEN g.backfill_from
          ELSE g.live_from END AS since,
        coalesce(above.from_height - 1, g.live_to) AS until
      FROM (SELECT) one
      LEFT JOIN LATERAL (${gap(`<= ${height} ORDER BY from_height DESC`, 'to_height DESC')}) below ON true
      LEFT JOIN LATERAL (${gap(`> ${height} ORDER BY from_height`, 'from_height')}) above ON true) stretch
    WHERE since <= ${height} + 1 AND until >= ${height}`;
}

/** NULL, which is no bound, on other networks and where the height is on the other side. */
function clipped(side: 'greatest' | 'least', height: string, [network, block]: readonly [string, number]): string {
  const [condition, bound] =
    side === 'greatest' ? [`${height} >= ${block}`, block] : [`${height} < ${block}`, block - 1];
  return `CASE WHEN ${condition} AND (SELECT json ->> 'network' FROM state) = '${network}' THEN ${bound} END`;
}

/** Networks of the chain with a block that moved balances without a trace of it. */
function irregularBlocks(code: ChainCode): (readonly [network: string, height: number])[] {
  const chain = requireChain(code);
  if (chain.family !== 'evm') return [];
  return chain.networks.flatMap(({ name, irregularBlock }) =>
    irregularBlock === null ? [] : [[name, irregularBlock] as const],
  );
}
