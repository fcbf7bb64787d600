import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { rollbackInternal } from './internal/rollback-internal.js';
import { rollbackTokens } from './tokens.js';

/**
 * Removes all blocks above `height`, inside the caller's transaction, and leaves the rows that were there when `height` was
 * the tip.
 */
export async function rollbackEvmBlocks(session: Session, chain: ChainCode, height: number): Promise<void> {
  const cut = [txKey(height + 1, 0)];
  // An address whose first transaction goes has no history left, unless internal transfers reached it.
  await session.query(`DELETE FROM ${chain}.address_transactions WHERE tx_key >= $1`, cut);
  await rollbackInternal(session, chain, height);
  await rollbackTokens(session, chain, height);
  await session.query(`DELETE FROM ${chain}.address_balances WHERE height > $1`, [height]);
  await session.query(`DELETE FROM ${chain}.transfers WHERE tx_key >= $1`, cut);
  await session.query(`DELETE FROM ${chain}.transactions WHERE tx_key >= $1`, cut);
  await session.query(`DELETE FROM ${chain}.blocks WHERE height > $1`, [height]);
}
