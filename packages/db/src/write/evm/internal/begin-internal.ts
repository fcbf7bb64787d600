/** Where tracing starts, and what a change of mode between two runs means. Inside the caller's transaction. */
import type { BlockRef, ChainCode, EvmChainNetwork } from '@chaintrail/chains';
import { sql } from 'drizzle-orm';
import type { Session } from '../../../connection.js';
import { orm, run } from '../../../tables/orm.js';
import { internalSyncOf } from '../../../tables/sync-tables.js';
import { type InternalMode, type InternalState, readInternalState } from './internal-state.js';
import { skipLive } from './live-range.js';

/**
 * Sets the mode of this run.
 * @param cursor the block that the chain's rows end with
 * @param historyFrom height of the first indexed block
 * @returns null where nothing is traced, nor was before
 */
export async function beginInternal(
  session: Session,
  { chain: { code, reorgMargin } }: EvmChainNetwork,
  mode: InternalMode,
  cursor: BlockRef,
  historyFrom: number,
): Promise<InternalState | null> {
  const internalSync = internalSyncOf(code);
  const before = await readInternalState(session, code);
  if (before === null && mode === 'off') return null;
  if (before === null) {
    // What is traced after the fact is taken back at a high price only, so the last blocks count among those that come.
    const from = mode === 'live' ? cursor.height + 1 : Math.max(historyFrom, cursor.height - reorgMargin + 1);
    await run(
      orm(session)
        .insert(internalSync)
        .values({ mode, liveFrom: from, liveTo: from - 1 }),
    );
    return readInternalState(session, code);
  }
  await run(orm(session).update(internalSync).set({ mode, reason: null, etaSeconds: null, updatedAt: sql`now()` }));
  if (before.mode === 'off' && mode === 'live') await startAnew(session, code, before, cursor);
  return readInternalState(session, code);
}

/** Blocks that came while tracing was off are left out: there may be years of them. */
async function startAnew(session: Session, chain: ChainCode, { live }: InternalState, cursor: BlockRef): Promise<void> {
  if (live.to < cursor.height) await skipLive(session, chain, live.to + 1, cursor.height);
}

/** The first block that is traced when all are. */
export function tracedFrom({ network }: EvmChainNetwork, historyFrom: number): number {
  // A genesis block has no transactions: there is nothing to ask the node for.
  return network.tracedFrom <= 1 ? historyFrom : Math.max(historyFrom, network.tracedFrom);
}
