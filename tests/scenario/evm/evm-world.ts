/** A real Anvil with a cast, and the product following it: database, indexer and API, each its own process. */
import { openSession } from '@chaintrail/db';
import {
  createTestDatabase,
  type MiningEvmNode,
  type SpawnedProcess,
  spawnApi,
  spawnIndexer,
  type TestDatabase,
} from '@chaintrail/testkit';
import { evmChain } from '../../support/evm-chain.js';
import { ApiClient } from '../api-client.js';
import { EvmApi } from './evm-api.js';
import type { Cast } from './evm-cast.js';
import { Oracle } from './oracle/evm-ledger.js';

export interface EvmScenarioChain {
  readonly code: 'eth' | 'op' | 'arb';
  readonly isOptimism: boolean;
  /** Default: all blocks are traced. */
  readonly tracing?: 'full' | 'live';
}

export interface EvmWorld {
  readonly chain: EvmScenarioChain;
  readonly cast: Cast;
  readonly node: MiningEvmNode;
  readonly oracle: Oracle;
  readonly database: TestDatabase;
  /**
   * Balances of addresses that blocks above this one touch are stored soon after. Those that only the first sync has seen are
   * not, and those that blocks touched which were taken back are not any more.
   */
  balancesAbove: number;
  /** The one that runs now. */
  readonly indexer: SpawnedProcess;
  readonly apiProcess: SpawnedProcess;
  readonly api: EvmApi;
  /** Ends the indexer, in order or as a power cut would, and starts another one. */
  restartIndexer(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

export async function startEvmWorld(chain: EvmScenarioChain, cast: Cast): Promise<EvmWorld> {
  const { node } = cast;
  const database = await createTestDatabase();
  const env = evmSettings(chain, node);
  const balancesAbove = await node.height();
  const spawn = () => spawnIndexer({ databaseUrl: database.url, env });
  let indexer = spawn();
  const { url, process: apiProcess } = await spawnApi({ databaseUrl: database.url, env });
  return {
    chain,
    cast,
    node,
    oracle: new Oracle(node, evmChain(chain.code).feeRules),
    database,
    balancesAbove,
    get indexer() {
      return indexer;
    },
    apiProcess,
    api: new EvmApi(new ApiClient(url, chain.code), chain.code),
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

export function evmSettings(chain: EvmScenarioChain, node: MiningEvmNode): Record<string, string> {
  const code = chain.code.toUpperCase();
  return {
    [`${code}_RPC_URL`]: node.rpcUrl,
    [`${code}_WS_URL`]: node.wsUrl,
    [`${code}_NETWORK`]: 'local',
    [`${code}_POLL_MS`]: '100',
    [`${code}_INTERNAL_TRANSFERS`]: chain.tracing ?? 'full',
  };
}

/** Whether the internal transfers of all blocks are there, in their final order. */
export async function isTraced(databaseUrl: string, { code }: EvmScenarioChain): Promise<boolean> {
  const session = await openSession(databaseUrl, 'chaintrail-test-traced');
  try {
    const { rowCount } = await session.query(
      `SELECT FROM ${code}.internal_sync i CROSS JOIN ${code}.sync_state s
       WHERE i.live_to = s.height AND (i.stage = 'done' OR i.stage IS NULL)`,
    );
    return rowCount === 1;
  } finally {
    await session.end();
  }
}
