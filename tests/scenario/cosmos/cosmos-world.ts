/** A real node of a Cosmos chain, and the product following it: database, indexer and API, each its own process. */
import { ApiClient, type CosmosNode, Product } from '@chaintrail/testkit';
import { NodeLedgerReader } from './cosmos-ledger.js';

export interface CosmosScenarioChain {
  readonly code: 'rune' | 'cacao';
  readonly denom: string;
}

export interface CosmosWorld {
  readonly chain: CosmosScenarioChain;
  readonly node: CosmosNode;
  readonly reader: NodeLedgerReader;
  readonly product: Product;
  readonly api: ApiClient<'cosmos'>;
  stop(): Promise<void>;
}

export async function startCosmosWorld(chain: CosmosScenarioChain, node: CosmosNode): Promise<CosmosWorld> {
  const env = cosmosSettings(chain, node);
  const product = await Product.start({ env, apiEnv: env });
  return {
    ...{ chain, node, product },
    reader: new NodeLedgerReader(node),
    api: new ApiClient(product.apiUrl, chain.code),
    async stop() {
      await product.stop();
      await node.stop();
    },
  };
}

function cosmosSettings({ code }: CosmosScenarioChain, node: CosmosNode): Record<string, string> {
  const prefix = code.toUpperCase();
  return {
    [`${prefix}_RPC_URL`]: node.rpcUrl,
    [`${prefix}_REST_URL`]: node.restUrl,
    [`${prefix}_NETWORK`]: 'mocknet',
    [`${prefix}_POLL_MS`]: '100',
  };
}
