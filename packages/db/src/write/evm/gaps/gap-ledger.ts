/** What the owner of a chain does about blocks without traces, on the session that writes its blocks. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import type { InternalMode } from '../../../tables/sync-tables.js';
import { type BlockToTrace, readBlocksToTrace } from './blocks-to-trace.js';
import { closeGap, type GapClosing, type PlacedInternalBlock, relabelGap } from './close-gap.js';
import { type InternalGap, saveInternalSync } from './internal-sync.js';

export interface GapLedger {
  /** Gaps that may be closed, the newest first. */
  gaps(limit: number): Promise<InternalGap[]>;
  /** Stored blocks `from … to`, inclusive. */
  toTrace(from: number, to: number): Promise<BlockToTrace[]>;
  close(blocks: readonly PlacedInternalBlock[]): Promise<GapClosing>;
  relabel(gap: InternalGap): Promise<void>;
  save(mode: InternalMode, reason: string | null): Promise<void>;
}

/** @param session the owner's session of the chain */
export function openGapLedger(session: Session, chain: ChainCode): GapLedger {
  return {
    async gaps(limit) {
      const { rows } = await session.query<InternalGap>({
        name: `closable_gaps_${chain}`,
        text: `SELECT from_height AS "from", to_height AS "to", reason FROM ${chain}.internal_gaps
          WHERE reason <> 'off' ORDER BY from_height DESC LIMIT $1`,
        values: [limit],
      });
      return rows;
    },
    toTrace: (from, to) => readBlocksToTrace(session, chain, from, to),
    close: (blocks) => closeGap(session, chain, blocks),
    relabel: (gap) => relabelGap(session, chain, gap),
    save: (mode, reason) => saveInternalSync(session, chain, mode, reason),
  };
}
