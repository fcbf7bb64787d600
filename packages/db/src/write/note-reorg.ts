import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';

/**
 * Notes that all blocks above `height` are taken back, inside the transaction that does it and before their rows go.
 * @param tip the last block of them
 */
export async function noteReorg(session: Session, chain: ChainCode, tip: BlockRef, height: number): Promise<void> {
  await session.query(
    `INSERT INTO ${chain}.reorgs (from_height, to_height, transactions, from_hash)
     SELECT $1, $2::integer, coalesce(sum(tx_count), 0), decode($3, 'hex') FROM ${chain}.blocks WHERE height > $2`,
    [tip.height, height, tip.hash],
  );
  // The tip comes back to a hash that was answered at before, with other unconfirmed transactions.
  await session.query(`UPDATE ${chain}.sync_state SET content_version = content_version + 1`);
}
