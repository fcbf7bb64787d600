/** Bitcoin Knots, an indexer and an API in this process, for clients that speak Esplora. */
import { createTestDatabase, RealNode, type RpcClient, waitFor } from '@chaintrail/testkit';
import { startApi, type TestApi } from '../../../apps/api/test/support/start-api.js';
import { reach } from '../../support/followed-chain.js';
import { InProcessIndexer } from '../../support/in-process-indexer.js';

export class EsploraWorld {
  readonly node: RealNode;
  readonly api: TestApi;
  readonly miner: RpcClient;
  readonly #databaseUrl: string;
  readonly #indexer: InProcessIndexer;
  readonly #drop: () => Promise<void>;

  private constructor(
    node: RealNode,
    api: TestApi,
    databaseUrl: string,
    indexer: InProcessIndexer,
    drop: () => Promise<void>,
  ) {
    this.node = node;
    this.api = api;
    this.miner = node.wallet('miner');
    this.#databaseUrl = databaseUrl;
    this.#indexer = indexer;
    this.#drop = drop;
  }

  static async start(binary: string): Promise<EsploraWorld> {
    const node = await RealNode.start('knots', binary);
    await node.rpc('createwallet', 'miner');
    const database = await createTestDatabase();
    const env = {
      ...{ BTC_RPC_URL: node.rpcUrl, BTC_NETWORK: 'regtest', BTC_SCRIPTHASH_INDEX: 'on', BROADCAST: 'on' },
      ...{ BTC_POLL_MS: '100', BTC_MEMPOOL_POLL_MS: '100' },
    };
    const indexer = new InProcessIndexer(database.url, env);
    const api = await startApi(database.url, { env });
    return new EsploraWorld(node, api, database.url, indexer, () => database.drop());
  }

  /** Where software is pointed at. */
  get url(): string {
    return `${this.api.url}/esplora/btc`;
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
    await reach(this.#databaseUrl, 'btc', { height, hash }, [this.#indexer]);
  }

  /** Waits until the index has what the node's mempool has. */
  async reachMempool(): Promise<void> {
    const txids = new Set(await this.node.rpc<string[]>('getrawmempool'));
    await waitFor(
      async () => {
        const { json } = await this.api.get('/esplora/btc/mempool/txids');
        return json.length === txids.size && json.every((txid: string) => txids.has(txid));
      },
      { what: `${txids.size} unconfirmed transactions to be indexed`, processes: [this.#indexer] },
    );
  }

  async stop(): Promise<void> {
    await this.#indexer.stop();
    await this.api.stop();
    await this.node.stop();
    await this.#drop();
  }
}
