/** What may be done beside the owner's session about blocks that are traced after the fact. */
import type { EvmChainNetwork } from '@chaintrail/chains';
import { closeSession, openSession, orClosed } from '../../../connection.js';
import { appendBackfill, skipBackfill } from './append-backfill.js';
import { type BlockToTrace, readBlocksToTrace } from './blocks-to-trace.js';
import type { PlacedInternalBlock } from './internal-batch.js';
import type { InternalBackfillState } from './internal-state.js';
import { type BackfillRange, readOpenRanges } from './plan-backfill.js';
import { numberNextPiece, type SortedPiece } from './sort-backfill.js';
import { dropInternalStaging } from './staged-internal.js';

export interface InternalBackfill {
  /** Ranges with blocks to trace, the oldest first. */
  openRanges(): Promise<BackfillRange[]>;
  /** Stored blocks `from … to`, inclusive. */
  toTrace(from: number, to: number): Promise<BlockToTrace[]>;
  /**
   * Writes internal transfers of the next blocks of a range.
   * @returns false, with nothing written, when the range is not where it was, or a block is not stored (any more)
   */
  append(range: BackfillRange, blocks: readonly PlacedInternalBlock[]): Promise<boolean>;
  /** Leaves the next block of a range untraced. @returns false when the range is not where it was */
  skip(range: BackfillRange): Promise<boolean>;
  /** Numbers the next staged events, some `pieceBytes` of them. @returns null when all are sorted */
  nextPiece(state: InternalBackfillState, pieceBytes: number): Promise<SortedPiece | null>;
  /** The index stage: statistics of what was written, and nothing left of how. */
  tidyUp(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a session of its own. */
export async function openInternalBackfill(databaseUrl: string, place: EvmChainNetwork): Promise<InternalBackfill> {
  const { code } = place.chain;
  const session = await openSession(databaseUrl, `chaintrail-internal-${code}`);
  await orClosed(session, () =>
    // As for the owner's session: what is lost in a crash of the server is traced again, and statements are index
    // probes.
    session.query(`
      SET synchronous_commit = off; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off;
      SET idle_in_transaction_session_timeout = '10min'; SET lock_timeout = '5min'; SET statement_timeout = 0;
      SET default_statistics_target = 10`),
  );
  return {
    openRanges: () => readOpenRanges(session, code),
    toTrace: (from, to) => readBlocksToTrace(session, code, from, to),
    append: (range, blocks) => appendBackfill(session, place, range, blocks),
    skip: (range) => skipBackfill(session, place, range),
    nextPiece: (state, pieceBytes) => numberNextPiece(session, place, state, pieceBytes),
    async tidyUp() {
      for (const table of ['internal_address_transactions', 'transfers'])
        await session.query(`ANALYZE ${code}.${table}`);
      await dropInternalStaging(session, code);
    },
    close: () => closeSession(session),
  };
}
