import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { FIRST_INTERNAL_IDX, txKey } from '../../../tx-key.js';
import { readInternalState } from './internal-state.js';

/**
 * Takes back what internal transfers above `height` did, inside the caller's transaction, which has removed rows of
 * address_transactions above it already and removes those of transfers afterwards.
 */
export async function rollbackInternal(session: Session, chain: ChainCode, height: number): Promise<void> {
  const state = await readInternalState(session, chain);
  if (state === null || height >= state.live.to) return;
  // First of all: changing a range waits for who is writing to it, so that what is removed afterwards includes that.
  if (state.backfill !== null && height < state.backfill.to) {
    await shortenBackfill(session, chain, state.backfill.from, height);
  }
  // An address that nothing touches any more has no text. Rows are found by who took part in the transfers: by tx_key alone
  // PostgreSQL takes the whole of an index that begins with the address for cheaper than what it believes of block ranges.
  await session.query(
    `WITH removed AS (
         DELETE FROM internal_address_transactions_${chain} WHERE ctid = ANY (ARRAY(
           SELECT stored.ctid FROM (
             SELECT DISTINCT tx_key, unnest(ARRAY[from_key, to_key]) AS key FROM transfers_${chain}
             WHERE tx_key >= $1 AND idx >= ${FIRST_INTERNAL_IDX}) party
           CROSS JOIN LATERAL (
             SELECT ctid FROM internal_address_transactions_${chain}
             WHERE address_key = party.key AND tx_key = party.tx_key LIMIT 1) stored)) RETURNING address_key),
       emptied AS (
         SELECT DISTINCT r.address_key FROM removed r
         WHERE NOT EXISTS (SELECT FROM address_transactions_${chain} a WHERE a.address_key = r.address_key)
           AND NOT EXISTS (SELECT FROM internal_address_transactions_${chain} i WHERE i.address_key = r.address_key AND i.tx_key < $1))
     DELETE FROM addresses_${chain} a USING emptied WHERE a.address_key = emptied.address_key`,
    [txKey(height + 1, 0)],
  );
  await session.query('DELETE FROM internal_gaps WHERE chain = $1 AND from_height > $2', [chain, height]);
  await session.query('UPDATE internal_gaps SET to_height = $2 WHERE chain = $1 AND to_height > $2', [chain, height]);
  // Below the first block that was traced as it came, what comes now is traced as it comes.
  await session.query(
    `UPDATE internal_sync SET live_from = least(live_from, $2 + 1), live_to = $2, updated_at = now() WHERE chain = $1`,
    [chain, height],
  );
}

/**
 * Blocks above `height` are not traced after the fact any more. What is staged of them stays: the sort stage passes over
 * events above the last block.
 */
async function shortenBackfill(session: Session, chain: ChainCode, from: number, height: number): Promise<void> {
  await session.query('DELETE FROM internal_ranges WHERE chain = $1 AND from_height > $2', [chain, height]);
  await session.query(
    `UPDATE internal_ranges SET to_height = $2, done_to = least(done_to, $2) WHERE chain = $1 AND to_height > $2`,
    [chain, height],
  );
  await session.query(
    height < from
      ? `UPDATE internal_sync SET backfill_from = NULL, backfill_to = NULL, stage = NULL, blocks_done = 0, sorted_to = 0,
           eta_seconds = NULL WHERE chain = $1`
      : `UPDATE internal_sync SET backfill_to = $2, blocks_done = least(blocks_done, $2 + 1 - backfill_from) WHERE chain = $1`,
    height < from ? [chain] : [chain, height],
  );
}
