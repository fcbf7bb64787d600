/** A node of Bitcoin or Litecoin, an indexer and an API in this process, for software that wallets are made with. */
import { RealNode, type RpcClient, waitFor } from '@chaintrail/testkit';
import type { TestApi } from '../../../apps/api/test/support/start-api.js';
import { reach } from '../../support/followed-chain.js';
import { InProcessProduct } from '../../support/in-process-product.js';

export class EsploraWorld {
  readonly node: RealNode;
  readonly api: TestApi;
  readonly miner: RpcClient;
  readonly code: 'btc' | 'ltc';
  readonly #product: InProcessProduct;

  private constructor(code: 'btc' | 'ltc', node: RealNode, product: InProcessProduct) {
    this.code = code;
    this.node = node;
    this.api = product.api;
    this.miner = node.wallet('miner');
    this.#product = product;
  }

  static async start(binary: string, code: 'btc' | 'ltc' = 'btc'): Promise<EsploraWorld> {
    const node = await RealNode.start(code === 'btc' ? 'knots' : 'litecoind', binary);
    await node.rpc('createwallet', 'miner');
    const settings = {
      ...{ RPC_URL: node.rpcUrl, NETWORK: 'regtest', SCRIPTHASH_INDEX: 'on', POLL_MS: '100', MEMPOOL_POLL_MS: '100' },
    };
    const named = Object.entries(settings).map(([name, value]) => [`${code.toUpperCase()}_${name}`, value]);
    const env = { ...Object.fromEntries(named), BROADCAST: 'on' };
    return new EsploraWorld(code, node, await InProcessProduct.start(env));
  }

  /** Where software is pointed at. */
  get url(): string {
    return `${this.api.url}/esplora/${this.code}`;
  }

  /** Mines, and waits for the index. */
  async mine(blocks: number, address?: string): Promise<void> {
    const to = address ?? (await this.miner.call<string>('getnewaddress'));
    await this.node.rpc('generatetoaddress', blocks, to);
    await this.reachTip();
  }

  async reachTip(): Promise<void> {
    const hash = await this.node.rpc<string>('getbestblockhash');
    const height = await this.node.rpc<number>('getblockcount');
    await reach(this.#product.databaseUrl, this.code, { height, hash }, this.#product.processes);
  }

  /** Waits until the index has what the node's mempool has. */
  async reachMempool(): Promise<void> {
    const txids = new Set(await this.node.rpc<string[]>('getrawmempool'));
    await waitFor(
      async () => {
        const { json } = await this.api.get(`/esplora/${this.code}/mempool/txids`);
        return json.length === txids.size && json.every((txid: string) => txids.has(txid));
      },
      { what: `${txids.size} unconfirmed transactions to be indexed`, processes: this.#product.processes },
    );
  }

  async stop(): Promise<void> {
    await this.#product.stop();
    await this.node.stop();
  }
}
