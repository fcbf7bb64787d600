import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { rollbackInternal } from './internal/rollback-internal.js';
import { rollbackTokens } from './tokens.js';

/**
 * Removes all blocks above `height`, inside the caller's transaction, and leaves the rows that were there when `height` was
 * the tip.
 */
export async function rollbackAccountBlocks(session: Session, chain: ChainCode, height: number): Promise<void> {
  const cut = [txKey(height + 1, 0)];
  // An address whose first transaction goes has no history left, unless internal transfers reached it.
  await session.query(
    `WITH removed AS (DELETE FROM address_transactions_${chain} WHERE tx_key >= $1 RETURNING address_key, seq)
     DELETE FROM addresses_${chain} a USING removed
     WHERE removed.seq = 1 AND a.address_key = removed.address_key
       AND NOT EXISTS (SELECT FROM internal_address_transactions_${chain} i WHERE i.address_key = a.address_key)`,
    cut,
  );
  await rollbackInternal(session, chain, height);
  await rollbackTokens(session, chain, height);
  await session.query(`DELETE FROM address_balances_${chain} WHERE height > $1`, [height]);
  await session.query(`DELETE FROM transfers_${chain} WHERE tx_key >= $1`, cut);
  await session.query(`DELETE FROM transactions_${chain} WHERE tx_key >= $1`, cut);
  await session.query(`DELETE FROM blocks_${chain} WHERE height > $1`, [height]);
}
