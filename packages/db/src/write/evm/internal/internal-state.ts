/** The row of internal_sync: how far internal transfers of a chain are indexed. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { orm, run } from '../../../tables/orm.js';
import { internalSyncOf } from '../../../tables/sync-tables.js';

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

/** @returns null where the chain was never traced */
export async function readInternalState(database: Queryable, chain: ChainCode): Promise<InternalState | null> {
  const [row] = await run(orm(database).select().from(internalSyncOf(chain)));
  if (row === undefined || row.liveFrom === null || row.liveTo === null) return null;
  const { mode, liveFrom, liveTo, backfillFrom, backfillTo, stage, blocksDone, sortedTo } = row;
  const isPlanned = backfillFrom !== null && backfillTo !== null && stage !== null;
  return {
    mode,
    live: { from: liveFrom, to: liveTo },
    backfill: isPlanned ? { from: backfillFrom, to: backfillTo, stage, blocksDone, sortedTo } : null,
  };
}
