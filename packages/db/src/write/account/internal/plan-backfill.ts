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
  await session.query('DELETE FROM internal_ranges WHERE chain = $1', [chain]);
  await session.query(
    `UPDATE internal_sync SET backfill_from = $2, backfill_to = live_from - 1, stage = 'load', blocks_done = 0, sorted_to = 0,
       updated_at = now() WHERE chain = $1`,
    [chain, from],
  );
  await session.query(
    `INSERT INTO internal_ranges (chain, from_height, to_height, done_to)
     SELECT chain, first, least(first + $2 - 1, backfill_to), first - 1
     FROM internal_sync, generate_series(backfill_from, backfill_to, $2) AS first WHERE chain = $1`,
    [chain, rangeBlocks],
  );
}

/** @returns ranges with blocks to trace, the oldest first */
export async function readOpenRanges(session: Session, chain: ChainCode): Promise<BackfillRange[]> {
  const { rows } = await session.query<BackfillRange>(
    `SELECT from_height AS "from", to_height AS "to", done_to AS "doneTo" FROM internal_ranges
     WHERE chain = $1 AND done_to < to_height ORDER BY from_height`,
    [chain],
  );
  return rows;
}

/** Ends the load stage, inside the caller's transaction. @returns false while a range has blocks to trace */
export async function endBackfillLoad(session: Session, chain: ChainCode): Promise<boolean> {
  const { rowCount } = await session.query(
    `UPDATE internal_sync SET stage = 'sort', blocks_done = backfill_to - backfill_from + 1, sorted_to = 0, eta_seconds = NULL,
       reason = NULL, updated_at = now()
     WHERE chain = $1 AND stage = 'load'
       AND NOT EXISTS (SELECT FROM internal_ranges WHERE chain = $1 AND done_to < to_height)`,
    [chain],
  );
  if (rowCount !== 1) return false;
  await session.query('DELETE FROM internal_ranges WHERE chain = $1', [chain]);
  return true;
}
