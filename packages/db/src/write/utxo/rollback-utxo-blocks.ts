import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';

/**
 * Removes all blocks above `height`, inside the caller's transaction, and leaves exactly the rows that were there when
 * `height` was the tip. No undo data is kept: the removed transactions name what they spent.
 */
export async function rollbackUtxoBlocks(session: Session, chain: ChainCode, height: number): Promise<void> {
  const cut = [txKey(height + 1, 0)];
  // Outputs of surviving transactions that removed ones had spent are unspent again.
  await session.query(
    `INSERT INTO ${chain}.unspent_outputs (txid, vout, tx_key, value, address_key)
     SELECT made.txid, spent.vout, made.tx_key, made.output_values[spent.vout + 1], made.output_keys[spent.vout + 1]
     FROM ${chain}.transactions removed
     CROSS JOIN LATERAL unnest(removed.input_tx_keys, removed.input_vouts) AS spent(tx_key, vout)
     JOIN ${chain}.transactions made ON made.tx_key = spent.tx_key
     WHERE removed.tx_key >= $1 AND spent.tx_key < $1`,
    cut,
  );
  await session.query(
    `DELETE FROM ${chain}.unspent_outputs u
     USING (SELECT tx_key, txid, generate_subscripts(output_values, 1) - 1 AS vout FROM ${chain}.transactions WHERE tx_key >= $1) made
     WHERE u.txid = made.txid AND u.vout = made.vout AND u.tx_key = made.tx_key`,
    cut,
  );
  // An address whose first transaction goes has no history left.
  await session.query(`DELETE FROM ${chain}.address_transactions WHERE tx_key >= $1`, cut);
  await session.query(`DELETE FROM ${chain}.transactions WHERE tx_key >= $1`, cut);
  await session.query(`DELETE FROM ${chain}.blocks WHERE height > $1`, [height]);
}
