/** The row of internal_sync: how far internal transfers of a chain are indexed. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';

/** Which blocks are traced: none, those that come, or all. */
export type InternalMode = 'off' | 'live' | 'full';
/** What tracing after the fact is at. */
type InternalStage = 'load' | 'sort' | 'index' | 'done';

export interface InternalState {
  readonly mode: InternalMode;
  /** Blocks that were traced as they came: `from` to `to`, which is `from` − 1 before the first one. */
  readonly live: { readonly from: number; readonly to: number };
  /** Blocks traced after the fact; null where none are. */
  readonly backfill: InternalBackfillState | null;
}

export interface InternalBackfillState {
  readonly from: number;
  readonly to: number;
  readonly stage: InternalStage;
  readonly blocksDone: number;
  /** Buckets below this one are sorted. */
  readonly sortedTo: number;
}

interface Row {
  readonly mode: InternalMode;
  readonly live_from: number;
  readonly live_to: number;
  readonly backfill_from: number | null;
  readonly backfill_to: number;
  readonly stage: InternalStage;
  readonly blocks_done: string;
  readonly sorted_to: number;
}

/** @returns null where the chain was never traced */
export async function readInternalState(database: Queryable, chain: ChainCode): Promise<InternalState | null> {
  const { rows } = await database.query<Row>(
    `SELECT mode, live_from, live_to, backfill_from, backfill_to, stage, blocks_done, sorted_to
     FROM ${chain}.internal_sync WHERE live_from IS NOT NULL`,
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { mode, live_from, live_to, backfill_from, backfill_to, stage } = row;
  return {
    mode,
    live: { from: live_from, to: live_to },
    backfill:
      backfill_from === null
        ? null
        : {
            from: backfill_from,
            to: backfill_to,
            stage,
            blocksDone: Number(row.blocks_done),
            sortedTo: row.sorted_to,
          },
  };
}
