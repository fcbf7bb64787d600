/** What is traced after the fact: divided into ranges that are worked on side by side, each with its own progress. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { createInternalStaging } from './staged-internal.js';

export interface BackfillRange {
  readonly from: number;
  readonly to: number;
  /** Last block that is done; `from` − 1 before the first one. */
  readonly doneTo: number;
}

/** Plans blocks `from` up to the first live one, inside the caller's transaction. Only where none are planned. */
export async function planBackfill(
  session: Session,
  chain: ChainCode,
  from: number,
  rangeBlocks: number,
): Promise<void> {
  await createInternalStaging(session, chain);
  await session.query(`DELETE FROM ${chain}.internal_ranges`);
  await session.query(
    `UPDATE ${chain}.internal_sync SET backfill_from = $1, backfill_to = live_from - 1, stage = 'load', blocks_done = 0, sorted_to = 0,
       updated_at = now()`,
    [from],
  );
  await session.query(
    `INSERT INTO ${chain}.internal_ranges (from_height, to_height, done_to)
     SELECT first, least(first + $1 - 1, backfill_to), first - 1
     FROM ${chain}.internal_sync, generate_series(backfill_from, backfill_to, $1) AS first`,
    [rangeBlocks],
  );
}

/** @returns ranges with blocks to trace, the oldest first */
export async function readOpenRanges(session: Session, chain: ChainCode): Promise<BackfillRange[]> {
  const { rows } = await session.query<BackfillRange>(
    `SELECT from_height AS "from", to_height AS "to", done_to AS "doneTo" FROM ${chain}.internal_ranges
     WHERE done_to < to_height ORDER BY from_height`,
  );
  return rows;
}

/** Ends the load stage, inside the caller's transaction. @returns false while a range has blocks to trace */
export async function endBackfillLoad(session: Session, chain: ChainCode): Promise<boolean> {
  const { rowCount } = await session.query(
    `UPDATE ${chain}.internal_sync SET stage = 'sort', blocks_done = backfill_to - backfill_from + 1, sorted_to = 0, eta_seconds = NULL,
       reason = NULL, updated_at = now()
     WHERE stage = 'load'
       AND NOT EXISTS (SELECT FROM ${chain}.internal_ranges WHERE done_to < to_height)`,
  );
  if (rowCount !== 1) return false;
  await session.query(`DELETE FROM ${chain}.internal_ranges`);
  return true;
}
