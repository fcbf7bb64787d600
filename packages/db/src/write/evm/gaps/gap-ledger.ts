/** The owner's work on blocks without traces, on the session that writes its blocks. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import type { InternalMode } from '../../../tables/sync-tables.js';
import { type BlockToTrace, readBlocksToTrace } from './blocks-to-trace.js';
import { closeGap, type GapClosing, MOST_MOVED, type PlacedInternalBlock, relabelGap } from './close-gap.js';
import { type InternalGap, saveInternalSync } from './internal-sync.js';

export interface GapLedger {
  /** The newest gap that may be closed, but for those that begin at one of these heights; null where there is none. */
  newestGap(except: readonly number[]): Promise<InternalGap | null>;
  /** Stored blocks `from … to`, inclusive. */
  toTrace(from: number, to: number): Promise<BlockToTrace[]>;
  close(blocks: readonly PlacedInternalBlock[]): Promise<GapClosing>;
  relabel(gap: InternalGap): Promise<void>;
  save(mode: InternalMode, reason: string | null): Promise<void>;
}

/**
 * @param session the owner's session of the chain
 * @param mostMoved rows that one transaction may number anew
 */
export function openGapLedger(session: Session, chain: ChainCode, mostMoved = MOST_MOVED): GapLedger {
  return {
    async newestGap(except) {
      const { rows } = await session.query<InternalGap>({
        name: `newest_gap_${chain}`,
        text: `SELECT from_height AS "from", to_height AS "to", reason_code AS reason FROM ${chain}.internal_gaps
          WHERE reason_code <> 'off' AND from_height <> ALL ($1::integer[]) ORDER BY from_height DESC LIMIT 1`,
        values: [except],
      });
      return rows[0] ?? null;
    },
    toTrace: (from, to) => readBlocksToTrace(session, chain, from, to),
    close: (blocks) => closeGap(session, chain, blocks, mostMoved),
    relabel: (gap) => relabelGap(session, chain, gap),
    save: (mode, reason) => saveInternalSync(session, chain, mode, reason),
  };
}
