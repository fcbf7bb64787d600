/** The mempool of a UTXO node: raw transactions by id, decoded, and each shown to be the one that was asked for. */
import { DecodeError, decodeUtxoTransaction, displayHash, type UtxoChain, type UtxoNode } from '@chaintrail/chains';
import type { PendingTransaction } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { MempoolSource } from './mempool-source.js';

export function utxoMempoolSource(chain: UtxoChain, node: UtxoNode, log: Logger): MempoolSource<PendingTransaction> {
  const decode = (txid: string, bytes: Buffer): PendingTransaction | null => {
    try {
      const decoded = decodeUtxoTransaction(chain, bytes);
      // Entirely inside Litecoin's MWEB: nothing of it shows.
      if (decoded === null) return null;
      if (displayHash(decoded.txids) === txid) return { txid, decoded, firstSeen: Math.floor(Date.now() / 1000) };
      log.warn({ txid }, 'the node delivered another transaction than the one asked for; it is not shown');
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      log.warn(
        { txid, err: error },
        'the node delivered an unconfirmed transaction that cannot be read; it is not shown',
      );
    }
    return null;
  };
  return {
    mempool: async () => (await node.mempool()).txids,
    async transactions(txids) {
      const bytes = await node.rawTransactions(txids);
      return txids.map((txid, index) => {
        const found = bytes[index];
        return found ? decode(txid, found) : null;
      });
    },
  };
}
