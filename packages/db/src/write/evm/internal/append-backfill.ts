import type { EvmChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { copyInto } from '../../copy.js';
import { inTransaction } from '../../transaction.js';
import { COPY_TARGETS } from '../evm-rows.js';
import { areStored } from './blocks-to-trace.js';
import { findListed } from './find-listed.js';
import { internalEvents, internalTransferRows, type PlacedInternalBlock } from './internal-batch.js';
import { addGap } from './live-range.js';
import type { BackfillRange } from './plan-backfill.js';
import { stageInternalEvents } from './staged-internal.js';

/**
 * Writes internal transfers of the next blocks of a range, in one transaction. For any session: whoever writes to a
 * range holds its row, and a rollback waits for that.
 * @returns false, with nothing written, when the range is not where it was, or one of the blocks is not stored (any
 * more)
 */
export async function appendBackfill(
  session: Session,
  { chain: { code } }: EvmChainNetwork,
  range: BackfillRange,
  blocks: readonly PlacedInternalBlock[],
): Promise<boolean> {
  const last = blocks.at(-1);
  if (last === undefined) return true;
  const events = internalEvents(blocks);
  return inTransaction(session, async () => {
    const { rowCount } = await session.query(
      `SELECT FROM ${code}.internal_ranges WHERE from_height = $1 AND done_to = $2 AND to_height >= $3 FOR UPDATE`,
      [range.from, range.doneTo, last.height],
    );
    if (rowCount !== 1) return false;
    if (blocks[0]?.height !== range.doneTo + 1 || !(await areStored(session, code, blocks))) return false;
    const listed = await findListed(session, code, events);
    await copyInto(session, `${code}.transfers ${COPY_TARGETS.transfers}`, internalTransferRows(blocks));
    await stageInternalEvents(session, code, range.doneTo + 1, events, listed);
    await session.query(`UPDATE ${code}.internal_ranges SET done_to = $2 WHERE from_height = $1`, [
      range.from,
      last.height,
    ]);
    return true;
  });
}

/**
 * Leaves the next block of a range untraced, in one transaction.
 * @returns false, with nothing written, when the range is not where it was
 */
export async function skipBackfill(
  session: Session,
  { chain: { code } }: EvmChainNetwork,
  { from, doneTo }: BackfillRange,
): Promise<boolean> {
  return inTransaction(session, async () => {
    const { rowCount } = await session.query(
      `UPDATE ${code}.internal_ranges SET done_to = $2 + 1 WHERE from_height = $1 AND done_to = $2 AND to_height > $2`,
      [from, doneTo],
    );
    if (rowCount === 1) await addGap(session, code, doneTo + 1, doneTo + 1);
    return rowCount === 1;
  });
}
