/** A real node of a Cosmos chain, and the product following it: database, indexer and API, each its own process. */
import {
  type CosmosNode,
  createTestDatabase,
  type SpawnedProcess,
  spawnApi,
  spawnIndexer,
  type TestDatabase,
} from '@chaintrail/testkit';
import { CosmosApi } from './cosmos-api.js';
import { NodeLedgerReader } from './cosmos-ledger.js';

export interface CosmosScenarioChain {
  readonly code: 'rune' | 'cacao';
  readonly denom: string;
}

export interface CosmosWorld {
  readonly chain: CosmosScenarioChain;
  readonly node: CosmosNode;
  readonly reader: NodeLedgerReader;
  readonly database: TestDatabase;
  /** The one that runs now. */
  readonly indexer: SpawnedProcess;
  readonly apiProcess: SpawnedProcess;
  readonly api: CosmosApi;
  /** Ends the indexer, in order or as a power cut would, and starts another one. */
  restartIndexer(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

export async function startCosmosWorld(chain: CosmosScenarioChain, node: CosmosNode): Promise<CosmosWorld> {
  const database = await createTestDatabase();
  const env = cosmosSettings(chain, node);
  const spawn = () => spawnIndexer({ databaseUrl: database.url, env });
  let indexer = spawn();
  const { url, process: apiProcess } = await spawnApi({ databaseUrl: database.url, env });
  return {
    chain,
    node,
    reader: new NodeLedgerReader(node),
    database,
    get indexer() {
      return indexer;
    },
    apiProcess,
    api: new CosmosApi(url, chain.code),
    async restartIndexer(signal) {
      await indexer.kill(signal);
      indexer = spawn();
    },
    async stop() {
      await Promise.all([indexer.stop(), apiProcess.stop()]);
      await node.stop();
      await database.drop();
    },
  };
}

export function cosmosSettings({ code }: CosmosScenarioChain, node: CosmosNode): Record<string, string> {
  const prefix = code.toUpperCase();
  return {
    [`${prefix}_RPC_URL`]: node.rpcUrl,
    [`${prefix}_REST_URL`]: node.restUrl,
    [`${prefix}_NETWORK`]: 'mocknet',
    [`${prefix}_POLL_MS`]: '100',
  };
}
