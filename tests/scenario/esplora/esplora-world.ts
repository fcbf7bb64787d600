/** A node of Bitcoin or Litecoin, an indexer and an API in this process, for software that wallets are made with. */
import { createTestDatabase, RealNode, type RpcClient, waitFor } from '@chaintrail/testkit';
import { startApi, type TestApi } from '../../../apps/api/test/support/start-api.js';
import { reach } from '../../support/followed-chain.js';
import { InProcessIndexer } from '../../support/in-process-indexer.js';

export class EsploraWorld {
  readonly node: RealNode;
  readonly api: TestApi;
  readonly miner: RpcClient;
  readonly code: 'btc' | 'ltc';
  readonly #databaseUrl: string;
  readonly #indexer: InProcessIndexer;
  readonly #drop: () => Promise<void>;

  private constructor(
    code: 'btc' | 'ltc',
    node: RealNode,
    api: TestApi,
    databaseUrl: string,
    indexer: InProcessIndexer,
    drop: () => Promise<void>,
  ) {
    this.code = code;
    this.node = node;
    this.api = api;
    this.miner = node.wallet('miner');
    this.#databaseUrl = databaseUrl;
    this.#indexer = indexer;
    this.#drop = drop;
  }

  static async start(binary: string, code: 'btc' | 'ltc' = 'btc'): Promise<EsploraWorld> {
    const node = await RealNode.start(code === 'btc' ? 'knots' : 'litecoind', binary);
    await node.rpc('createwallet', 'miner');
    const database = await createTestDatabase();
    const settings = {
      ...{ RPC_URL: node.rpcUrl, NETWORK: 'regtest', SCRIPTHASH_INDEX: 'on', POLL_MS: '100', MEMPOOL_POLL_MS: '100' },
    };
    const named = Object.entries(settings).map(([name, value]) => [`${code.toUpperCase()}_${name}`, value]);
    const env = { ...Object.fromEntries(named), BROADCAST: 'on' };
    const indexer = new InProcessIndexer(database.url, env);
    const api = await startApi(database.url, { env });
    return new EsploraWorld(code, node, api, database.url, indexer, () => database.drop());
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
    await reach(this.#databaseUrl, this.code, { height, hash }, [this.#indexer]);
  }

  /** Waits until the index has what the node's mempool has. */
  async reachMempool(): Promise<void> {
    const txids = new Set(await this.node.rpc<string[]>('getrawmempool'));
    await waitFor(
      async () => {
        const { json } = await this.api.get(`/esplora/${this.code}/mempool/txids`);
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
