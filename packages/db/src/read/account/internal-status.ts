/** SQL that says how far internal transfers are indexed, for statements that begin with `withState`. */
import type { ChainCode } from '@chaintrail/chains';

/**
 * A query `tracing` of one row (none when the chain has none in sync_state): internal_sync's columns; `tip`; `is_done`, whether what was traced after
 * the fact counts; `complete_since`, the height from which on internal transfers are complete up to `live_to`; and `complete_from`, the
 * same where they are complete up to the tip, else NULL.
 */
export function tracing(chain: ChainCode): string {
  return `tracing AS MATERIALIZED (
    SELECT *, CASE WHEN live_to >= tip THEN complete_since END AS complete_from
    FROM (
      SELECT *, CASE
          WHEN live_to IS NULL THEN NULL
          WHEN last_gap >= live_from THEN last_gap + 1
          WHEN is_done AND backfill_to >= live_from - 1 THEN backfill_from
          ELSE live_from END AS complete_since
      FROM (
        SELECT s.height AS tip, s.history_from, i.mode, i.live_from, i.live_to, i.backfill_from, i.backfill_to,
          coalesce(i.stage = 'done', false) AS is_done,
          (SELECT to_height FROM internal_gaps WHERE chain = '${chain}' ORDER BY from_height DESC LIMIT 1) AS last_gap
        FROM state s
        LEFT JOIN LATERAL (SELECT * FROM internal_sync WHERE chain = '${chain}' LIMIT 1) i ON true) known) placed)`;
}

/**
 * The {@link InternalTransfers} of a transaction at a height, from row `g` of `tracing`. What is above the last traced block
 * is traced soon; what is below the first one only where all blocks are to be traced.
 */
export function internalStatus(chain: ChainCode, height: string): string {
  return `CASE
    WHEN ${height} BETWEEN g.live_from AND g.live_to AND NOT ${isInGap(chain, height)} THEN 'complete'
    WHEN g.is_done AND ${height} BETWEEN g.backfill_from AND g.backfill_to THEN 'complete'
    WHEN g.mode <> 'off' AND ${height} > coalesce(g.live_to, g.tip) THEN 'pending'
    WHEN g.mode = 'full' AND ${height} BETWEEN g.backfill_from AND g.backfill_to THEN 'pending'
    ELSE 'off' END`;
}

/** Gaps do not overlap: the one that begins last before the height is the one that may hold it. */
function isInGap(chain: ChainCode, height: string): string {
  return `coalesce((SELECT to_height >= ${height} FROM internal_gaps
      WHERE chain = '${chain}' AND from_height <= ${height} ORDER BY from_height DESC LIMIT 1), false)`;
}

/**
 * Whether internal transfers are complete from the chain's beginning up to a height, from row `g` of `tracing`. Block 0 of no
 * chain has transactions.
 */
export function isWhole(chain: ChainCode, height: string): string {
  return `coalesce(g.history_from <= 1
    AND (${height} <= g.live_to OR g.is_done AND ${height} <= g.backfill_to)
    AND (g.live_from <= 1 OR g.is_done AND g.backfill_from <= 1 AND g.backfill_to >= coalesce(g.live_from, 0) - 1)
    AND NOT EXISTS (SELECT FROM internal_gaps WHERE chain = '${chain}' AND from_height <= ${height}), false)`;
}
