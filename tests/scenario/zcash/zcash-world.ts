/** A zebrad and the product that follows it: database, indexer and API, each its own process. */
import { ApiClient, Product, type ZebradNode } from '@chaintrail/testkit';
import type { Compared, UnspentOfNode } from '../utxo/compare-utxo.js';
import { type Ledger, type LedgerNode, NodeChain } from '../utxo/node-chain.js';
import { addressOfKey, type ZcashChain } from './zcash-chain.js';

export interface ZcashWorld extends Compared {
  readonly zcash: ZcashChain;
  readonly product: Product;
  stop(): Promise<void>;
}

function indexerSettings(node: ZebradNode): Record<string, string> {
  return {
    ZEC_RPC_URL: node.rpcUrl,
    ZEC_RPC_COOKIE_FILE: node.cookieFile,
    ZEC_NETWORK: 'regtest',
    ZEC_POLL_MS: '100',
    ZEC_MEMPOOL_POLL_MS: '100',
    AUDIT_EVERY_HOURS: '0',
  };
}

export async function startZcashWorld(zcash: ZcashChain): Promise<ZcashWorld> {
  const { node } = zcash;
  const settings = indexerSettings(node);
  const product = await Product.start({ env: { ...settings, ZEC_SCRIPTHASH_INDEX: 'on' }, apiEnv: settings });
  const ledgerNode: LedgerNode = { rpc: (method, ...params) => node.rpc(method, ...params), addressOfKey };
  return {
    ...{ zcash, product },
    chain: { code: 'zec', scansUnspent: false, cashTokens: false },
    node: ledgerNode,
    nodeChain: new NodeChain(ledgerNode),
    unspent: unspentOfZebrad(node),
    api: new ApiClient(product.apiUrl, 'zec'),
    async stop() {
      await product.stop();
      await node.stop();
    },
  };
}

/** zebrad indexes addresses by itself, bare keys left out, and keeps the sum of all outputs as its transparent pool. */
function unspentOfZebrad(node: ZebradNode): UnspentOfNode {
  const isUnspent = async (txid: string, vout: number): Promise<boolean> =>
    (await node.rpc('gettxout', txid, vout, false)) !== null;
  return {
    async balances({ histories, transactions }: Ledger) {
      const balances = new Map<string, bigint>();
      const add = (address: string, amount: bigint): void => {
        balances.set(address, (balances.get(address) ?? 0n) + amount);
      };
      for (const address of histories.keys()) {
        const { balance } = await node.rpc<{ balance: number }>('getaddressbalance', { addresses: [address] });
        add(address, BigInt(balance));
      }
      for (const { transaction, outputs } of transactions) {
        for (const [vout, { address, amount, type }] of outputs.entries()) {
          if (type !== 'pubkey' || address === null) continue;
          if (await isUnspent(transaction.txid, vout)) add(address, amount);
        }
      }
      return balances;
    },
    async set({ tip, transactions }: Ledger) {
      const { valuePools } = await node.rpc<{ valuePools: { id: string; chainValueZat: number }[] }>(
        'getblock',
        tip.hash,
        1,
      );
      const transparent = valuePools.find(({ id }) => id === 'transparent');
      if (!transparent) throw new Error('the node has no transparent pool');
      const outputs = transactions.flatMap((one) => one.outputs);
      const burned = outputs.filter(({ script }) => script.startsWith('6a') || script.length > 20_000);
      const lost = burned.reduce((sum, { amount }) => sum + amount, 0n);
      return { count: null, total: BigInt(transparent.chainValueZat) - lost };
    },
  };
}
