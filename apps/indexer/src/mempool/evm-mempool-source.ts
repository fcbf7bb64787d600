/** The transactions that wait in an EVM node's pool. Its list has them whole, so none has to be asked for. */
import { type ChainCode, type EvmNode, NodeError, type PendingEvmTransaction } from '@chaintrail/chains';
import type { EvmMempoolTransaction } from '@chaintrail/db';
import type { MempoolSource } from './mempool-follower.js';

export function evmMempoolSource(
  chain: ChainCode,
  node: Pick<EvmNode, 'pendingTransactions'>,
): MempoolSource<EvmMempoolTransaction> {
  let listed: ReadonlyMap<string, PendingEvmTransaction> = new Map();
  return {
    async mempool() {
      const transactions = await node.pendingTransactions();
      if (transactions === null) {
        const remedy = `offer the txpool module there, or set ${chain.toUpperCase()}_MEMPOOL_LIMIT=0`;
        const facts = { chain, method: 'txpool_content' };
        throw new NodeError(`the node does not show the transactions that wait; ${remedy}`, false, facts);
      }
      listed = new Map(transactions.map((transaction) => [transaction.txid, transaction]));
      return { txids: [...listed.keys()], isWhole: null, sequence: null, leastFeeRate: null };
    },
    size: async () => null,
    async transactions(txids) {
      const firstSeen = Math.floor(Date.now() / 1000);
      return txids.map((txid) => {
        const found = listed.get(txid);
        return found ? { ...found, firstSeen } : 'gone';
      });
    },
  };
}
