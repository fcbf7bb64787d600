import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { FIRST_INTERNAL_IDX, txKey } from '../../../tx-key.js';
import { readInternalState } from './internal-state.js';

/**
 * Takes back what internal transfers above `height` did, inside the caller's transaction. Rows of address_transactions
 * above it are gone already, and those of transfers go afterwards.
 */
export async function rollbackInternal(session: Session, chain: ChainCode, height: number): Promise<void> {
  const state = await readInternalState(session, chain);
  if (state === null || height >= state.live.to) return;
  // First of all: changing a range waits for who is writing to it, so that what is removed afterwards includes that.
  if (state.backfill !== null && height < state.backfill.to) {
    await shortenBackfill(session, chain, state.backfill.from, height);
  }
  // Rows are found by who took part in the transfers. By tx_key alone, PostgreSQL would scan the whole index that
  // begins with the address: it believes the BRIN index to cost more.
  await session.query(
    `DELETE FROM ${chain}.internal_address_transactions WHERE ctid = ANY (ARRAY(
           SELECT stored.ctid FROM (
             SELECT DISTINCT tx_key, unnest(ARRAY[from_key, to_key]) AS key FROM ${chain}.transfers
             WHERE tx_key >= $1 AND idx >= ${FIRST_INTERNAL_IDX}) party
           CROSS JOIN LATERAL (
             SELECT ctid FROM ${chain}.internal_address_transactions
             WHERE address_key = party.key AND tx_key = party.tx_key LIMIT 1) stored))`,
    [txKey(height + 1, 0)],
  );
  for (const gaps of ['internal_gaps', 'address_gaps']) {
    await session.query(`DELETE FROM ${chain}.${gaps} WHERE from_height > $1`, [height]);
    await session.query(`UPDATE ${chain}.${gaps} SET to_height = $1 WHERE to_height > $1`, [height]);
  }
  // Below the first block that was traced as it came, what comes now is traced as it comes.
  await session.query(
    `UPDATE ${chain}.internal_sync SET live_from = least(live_from, $1 + 1), live_to = $1, updated_at = now()`,
    [height],
  );
}

/**
 * Blocks above `height` are not traced after the fact any more. What is staged of them stays: the sort stage passes
 * over events above the last block.
 */
async function shortenBackfill(session: Session, chain: ChainCode, from: number, height: number): Promise<void> {
  await session.query(`DELETE FROM ${chain}.internal_ranges WHERE from_height > $1`, [height]);
  await session.query(
    `UPDATE ${chain}.internal_ranges SET to_height = $1, done_to = least(done_to, $1) WHERE to_height > $1`,
    [height],
  );
  await session.query(
    height < from
      ? `UPDATE ${chain}.internal_sync SET backfill_from = NULL, backfill_to = NULL, stage = NULL, blocks_done = 0, sorted_to = 0,
           eta_seconds = NULL`
      : `UPDATE ${chain}.internal_sync SET backfill_to = $1, blocks_done = least(blocks_done, $1 + 1 - backfill_from)`,
    height < from ? [] : [height],
  );
}
