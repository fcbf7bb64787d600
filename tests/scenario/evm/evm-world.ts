/** A node, and the product following it: database, indexer and API, each its own process. */
import { openSession } from '@chaintrail/db';
import { ApiClient, type EvmNode, Product } from '@chaintrail/testkit';
import { evmChain, readTracingState } from '../../support/evm-chain.js';
import type { Cast } from './evm-cast.js';
import { Oracle } from './oracle/evm-ledger.js';
import type { AnsweringNode } from './oracle/node-block.js';

export interface EvmScenarioChain {
  readonly code: 'eth' | 'op' | 'arb';
  readonly isOptimism: boolean;
  /** Default: all blocks are traced. */
  readonly tracing?: 'full' | 'live' | 'off';
}

/** Everything that a comparison needs. */
export interface FollowedWorld {
  readonly chain: EvmScenarioChain;
  readonly node: AnsweringNode;
  readonly oracle: Oracle;
  readonly product: Product;
  /**
   * Balances of addresses that blocks above this one touch are stored soon after. Those that only the first sync saw,
   * or only orphaned blocks, are not.
   */
  balancesAbove: number;
  readonly api: ApiClient<'evm'>;
}

/** Also with those who act on the chain. */
export interface EvmWorld extends FollowedWorld {
  readonly cast: Cast;
  readonly node: EvmNode;
  stop(): Promise<void>;
}

export async function startEvmWorld(chain: EvmScenarioChain, cast: Cast): Promise<EvmWorld> {
  const { node } = cast;
  const followed = await startFollowedWorld(chain, node);
  return {
    ...{ ...followed, cast, node },
    async stop() {
      await followed.product.stop();
      await node.stop();
    },
  };
}

export async function startFollowedWorld(chain: EvmScenarioChain, node: AnsweringNode): Promise<FollowedWorld> {
  const env = evmSettings(chain, node);
  const balancesAbove = Number(await node.rpc<string>('eth_blockNumber'));
  const product = await Product.start({ env, apiEnv: env });
  return {
    ...{ chain, node, product, balancesAbove },
    oracle: new Oracle(node, evmChain(chain.code).feeRules),
    api: new ApiClient(product.apiUrl, chain.code),
  };
}

export function evmSettings(chain: EvmScenarioChain, node: AnsweringNode): Record<string, string> {
  const code = chain.code.toUpperCase();
  return {
    [`${code}_RPC_URL`]: node.rpcUrl,
    ...(node.wsUrl !== undefined && { [`${code}_WS_URL`]: node.wsUrl }),
    [`${code}_NETWORK`]: 'local',
    [`${code}_POLL_MS`]: '100',
    [`${code}_INTERNAL_TRANSFERS`]: chain.tracing ?? 'full',
  };
}

/** Whether transactions wait in the index: those of blocks that are gone do, until the node's pool is read again. */
export async function hasPending(databaseUrl: string, { code }: EvmScenarioChain): Promise<boolean> {
  const session = await openSession(databaseUrl, 'chaintrail-test-pending');
  try {
    const { rows } = await session.query(`SELECT FROM ${code}.mempool_transactions WHERE tx_key IS NULL LIMIT 1`);
    return rows.length > 0;
  } finally {
    await session.end();
  }
}

/** Whether the internal transfers of all blocks are there, in their final order, and those of wrapped coins. */
export async function isTraced(databaseUrl: string, { code }: EvmScenarioChain): Promise<boolean> {
  const session = await openSession(databaseUrl, 'chaintrail-test-traced');
  try {
    if (!(await readTracingState(session, code))?.isWhole) return false;
    const { rows } = await session.query<{ open: boolean }>(
      `SELECT EXISTS (SELECT FROM ${code}.wrapped_logs LEFT JOIN ${code}.wrapped_coins c USING (asset) WHERE c.is_proved IS NOT FALSE) AS open`,
    );
    return rows[0]?.open === false;
  } finally {
    await session.end();
  }
}
