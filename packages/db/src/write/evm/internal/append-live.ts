import type { EvmChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { copyInto } from '../../copy.js';
import { inTransaction } from '../../transaction.js';
import { COPY_TARGETS } from '../evm-rows.js';
import { areStored } from './blocks-to-trace.js';
import { findListed } from './find-listed.js';
import { internalEvents, internalTransferRows, type PlacedInternalBlock } from './internal-batch.js';
import { INTERNAL_HISTORY_COLUMNS, internalHistoryRows } from './internal-history-rows.js';
import { moveLive } from './live-range.js';
import { readInternalStates } from './read-internal-states.js';

/**
 * Writes internal transfers of blocks that follow the last one traced, in one transaction.
 * @returns false, with nothing written, when one of the blocks is not stored (any more)
 * @throws CursorMovedError when they do not follow
 */
export async function appendLive(
  session: Session,
  { chain: { code } }: EvmChainNetwork,
  blocks: readonly PlacedInternalBlock[],
): Promise<boolean> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return true;
  const events = internalEvents(blocks);
  return inTransaction(session, async () => {
    if (!(await areStored(session, code, blocks))) return false;
    await moveLive(session, code, first.height - 1, last.height);
    const listed = await findListed(session, code, events);
    const states = await readInternalStates(session, code, events.book, true);
    const history = internalHistoryRows(events, listed, true, states);
    await copyInto(session, `${code}.transfers ${COPY_TARGETS.transfers}`, internalTransferRows(blocks));
    await copyInto(session, `${code}.internal_address_transactions ${INTERNAL_HISTORY_COLUMNS}`, history);
    return true;
  });
}
