/** A node of a Cosmos chain, and the product following it: database, indexer and API, each its own process. */
import { ApiClient, type CosmosNode, Product } from '@chaintrail/testkit';
import { type AnsweringNode, NodeLedgerReader } from './cosmos-ledger.js';

export interface CosmosScenarioChain {
  readonly code: 'rune' | 'cacao';
  readonly denom: string;
}

/** Everything that a comparison needs. */
export interface FollowedCosmos {
  readonly chain: CosmosScenarioChain;
  readonly node: AnsweringNode;
  readonly reader: NodeLedgerReader;
  readonly product: Product;
  readonly api: ApiClient<'cosmos'>;
}

/** World of a program that a test starts and ends. */
export interface CosmosWorld extends FollowedCosmos {
  readonly node: CosmosNode;
  stop(): Promise<void>;
}

export async function startCosmosWorld(chain: CosmosScenarioChain, node: CosmosNode): Promise<CosmosWorld> {
  const followed = await followCosmos(chain, node);
  return {
    ...{ ...followed, node },
    async stop() {
      await followed.product.stop();
      await node.stop();
    },
  };
}

export async function followCosmos(chain: CosmosScenarioChain, node: AnsweringNode): Promise<FollowedCosmos> {
  const env = cosmosSettings(chain, node);
  const product = await Product.start({ env, apiEnv: env });
  const api = new ApiClient<'cosmos'>(product.apiUrl, chain.code);
  return { chain, node, product, api, reader: new NodeLedgerReader(node) };
}

function cosmosSettings({ code }: CosmosScenarioChain, node: AnsweringNode): Record<string, string> {
  const prefix = code.toUpperCase();
  return {
    [`${prefix}_RPC_URL`]: node.rpcUrl,
    [`${prefix}_REST_URL`]: node.restUrl,
    [`${prefix}_NETWORK`]: 'mocknet',
  };
}
