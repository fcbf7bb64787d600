/** A real Anvil with a cast, and the product following it: database, indexer and API, each its own process. */
import { openSession } from '@chaintrail/db';
import { ApiClient, type EvmNode, Product } from '@chaintrail/testkit';
import { evmChain, readTracingState } from '../../support/evm-chain.js';
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
  readonly node: EvmNode;
  readonly oracle: Oracle;
  readonly product: Product;
  /**
   * Balances of addresses that blocks above this one touch are stored soon after. Those that only the first sync saw,
   * or only orphaned blocks, are not.
   */
  balancesAbove: number;
  readonly api: ApiClient<'evm'>;
  stop(): Promise<void>;
}

export async function startEvmWorld(chain: EvmScenarioChain, cast: Cast): Promise<EvmWorld> {
  const { node } = cast;
  const env = evmSettings(chain, node);
  const balancesAbove = await node.height();
  const product = await Product.start({ env, apiEnv: env });
  return {
    ...{ chain, cast, node, product, balancesAbove },
    oracle: new Oracle(node, evmChain(chain.code).feeRules),
    api: new ApiClient(product.apiUrl, chain.code),
    async stop() {
      await product.stop();
      await node.stop();
    },
  };
}

export function evmSettings(chain: EvmScenarioChain, node: EvmNode): Record<string, string> {
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
    return (await readTracingState(session, code))?.isWhole ?? false;
  } finally {
    await session.end();
  }
}
