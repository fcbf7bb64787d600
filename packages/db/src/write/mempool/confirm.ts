/** What blocks do to unconfirmed transactions, inside the transaction that writes or removes the blocks. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';

/** Marks the unconfirmed transactions that blocks from `height` on contain. */
export async function confirmPending(session: Session, chain: ChainCode, height: number): Promise<void> {
  await session.query({
    name: `confirm_pending_${chain}`,
    // Asked first whether there are any: nothing else of it runs while a chain catches up. Materialized, so that a plan
    // that does not know how many blocks these are cannot walk all unconfirmed transactions instead.
    text: `
      WITH mined AS MATERIALIZED (
        SELECT tx_key, txid FROM transactions_${chain}
        WHERE tx_key >= $1 AND (SELECT EXISTS (SELECT FROM mempool_transactions_${chain})))
      UPDATE mempool_transactions_${chain} m SET tx_key = mined.tx_key FROM mined WHERE m.txid = mined.txid`,
    values: [txKey(height, 0)],
  });
}

/** Those of removed blocks are unconfirmed again, until the node's mempool says otherwise. */
export async function unconfirmAbove(session: Session, chain: ChainCode, height: number): Promise<void> {
  await session.query(`UPDATE mempool_transactions_${chain} SET tx_key = NULL WHERE tx_key >= $1`, [
    txKey(height + 1, 0),
  ]);
}
