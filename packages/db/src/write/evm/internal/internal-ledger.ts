/**
 * What the owner of a chain does about internal transfers, on the session that writes its blocks: one owner, one order.
 */
import type { BlockRef, EvmChainNetwork } from '@chaintrail/chains';
import { eq, sql } from 'drizzle-orm';
import type { Session } from '../../../connection.js';
import { orm, run } from '../../../tables/orm.js';
import { internalSyncOf } from '../../../tables/sync-tables.js';
import { inTransaction } from '../../transaction.js';
import { appendLive } from './append-live.js';
import { beginInternal, tracedFrom } from './begin-internal.js';
import { type BlockToTrace, readBlocksToTrace } from './blocks-to-trace.js';
import type { PlacedInternalBlock } from './internal-batch.js';
import { type InternalMode, type InternalState, readInternalState } from './internal-state.js';
import { skipLive } from './live-range.js';
import { endBackfillLoad, planBackfill } from './plan-backfill.js';
import { endBackfillSort, type SortedPiece, writePiece } from './sort-backfill.js';
import { dropInternalStaging } from './staged-internal.js';

/** Blocks of a range that is traced after the fact. */
const RANGE_BLOCKS = 10_000;

interface TracingProgress {
  /** Seconds until tracing after the fact is done; null where that is not known. */
  readonly etaSeconds: number | null;
  /** Why tracing does not go on, with the remedy; null where it does. */
  readonly reason: string | null;
}

export interface InternalLedger {
  /**
   * Sets the mode of this run. @param cursor the block that the chain's rows end with
   * @returns null where nothing is traced, nor was before
   */
  begin(mode: InternalMode, cursor: BlockRef): Promise<InternalState | null>;
  state(): Promise<InternalState | null>;
  /** Stored blocks `from … to`, inclusive. */
  toTrace(from: number, to: number): Promise<BlockToTrace[]>;
  /**
   * Writes internal transfers of blocks that follow the last live one.
   * @returns false, with nothing written, when one of the blocks is not stored (any more)
   * @throws CursorMovedError when they do not follow
   */
  append(blocks: readonly PlacedInternalBlock[]): Promise<boolean>;
  /** Leaves blocks `from … to` untraced for good, which follow the last live one. */
  skip(from: number, to: number): Promise<void>;
  /**
   * Plans the blocks before the first live one, where that is due: none are planned, and reorgs do not reach them.
   * @returns whether they are planned now
   */
  plan(cursor: BlockRef): Promise<boolean>;
  /** @returns false while a range has blocks to trace */
  endLoad(): Promise<boolean>;
  /** @returns false, with nothing written, when the piece is not the next one (any more) */
  writePiece(piece: SortedPiece): Promise<boolean>;
  endSort(): Promise<void>;
  /** From here on what was traced after the fact counts. */
  endBackfill(): Promise<void>;
  say(progress: TracingProgress): Promise<void>;
}

/** @param historyFrom height of the first indexed block */
export function openInternalLedger(
  session: Session,
  place: EvmChainNetwork,
  historyFrom: number,
  rangeBlocks = RANGE_BLOCKS,
): InternalLedger {
  const { code, reorgMargin } = place.chain;
  const first = tracedFrom(place, historyFrom);
  return {
    async begin(mode, cursor) {
      const state = await inTransaction(session, () => beginInternal(session, place, mode, cursor, historyFrom));
      // What could not be dropped when it was over.
      if ((state?.backfill?.stage ?? 'done') === 'done') await dropInternalStaging(session, code);
      return state;
    },
    state: () => readInternalState(session, code),
    toTrace: (from, to) => readBlocksToTrace(session, code, from, to),
    append: (blocks) => appendLive(session, place, blocks),
    skip: (from, to) => inTransaction(session, () => skipLive(session, code, from, to)),
    plan: (cursor) =>
      inTransaction(session, async () => {
        const state = await readInternalState(session, code);
        if (state === null || state.mode !== 'full' || state.backfill !== null) return false;
        const last = state.live.from - 1;
        if (last < first || last > cursor.height - reorgMargin) return false;
        await planBackfill(session, code, first, rangeBlocks);
        return true;
      }),
    endLoad: () => inTransaction(session, () => endBackfillLoad(session, code)),
    writePiece: (piece) => writePiece(session, code, piece),
    endSort: () => inTransaction(session, () => endBackfillSort(session, code)),
    endBackfill: () => inTransaction(session, () => endBackfill(session, place)),
    say: async ({ etaSeconds, reason }) => {
      await session.query(
        `UPDATE ${code}.internal_sync SET eta_seconds = $1, reason = $2, updated_at = now(), blocks_done = coalesce(
           (SELECT sum(done_to - from_height + 1) FROM ${code}.internal_ranges), blocks_done)`,
        [etaSeconds, reason],
      );
    },
  };
}

async function endBackfill(session: Session, { chain: { code } }: EvmChainNetwork): Promise<void> {
  const internalSync = internalSyncOf(code);
  const done = { stage: 'done', etaSeconds: null, reason: null, updatedAt: sql`now()` } as const;
  await run(orm(session).update(internalSync).set(done).where(eq(internalSync.stage, 'index')));
}
