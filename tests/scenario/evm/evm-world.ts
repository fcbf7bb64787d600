/** A node, and the product following it: database, indexer and API, each its own process or within this one. */
import type { Session } from '@chaintrail/db';
import { ApiClient, type EvmNode, inSession, Product, type WaitedFor } from '@chaintrail/testkit';
import { localEvmChain, readTracingState } from '../../support/evm-chain.js';
import { InProcessProduct } from '../../support/in-process-product.js';
import type { Cast } from './evm-cast.js';
import { type AnsweringNode, Oracle } from './proved-ledger.js';

export interface EvmScenarioChain {
  readonly code: 'eth' | 'op' | 'arb';
  readonly isOptimism: boolean;
  /** Default: all blocks are traced. */
  readonly tracing?: 'full' | 'live' | 'off';
  /** Between two looks at the node; 100 ms by default. */
  readonly pollMs?: number;
}

/** The product as a test reads it. */
interface FollowingProduct extends Pick<Product, 'env' | 'databaseUrl' | 'apiUrl'> {
  readonly processes: readonly WaitedFor[];
  stop(): Promise<unknown>;
}

/** Everything that a comparison needs. */
export interface FollowedWorld<P extends FollowingProduct = FollowingProduct> {
  readonly chain: EvmScenarioChain;
  readonly node: AnsweringNode;
  readonly oracle: Oracle;
  readonly product: P;
  /**
   * Balances of addresses that blocks above this one touch are stored soon after. Those that only the first sync saw,
   * or only orphaned blocks, are not.
   */
  balancesAbove: number;
  readonly api: ApiClient<'evm'>;
}

/** Also with those who act on the chain. */
export interface EvmWorld<P extends FollowingProduct = FollowingProduct> extends FollowedWorld<P> {
  readonly cast: Cast;
  readonly node: EvmNode;
  stop(): Promise<void>;
}

export async function startEvmWorld(chain: EvmScenarioChain, cast: Cast): Promise<EvmWorld<Product>> {
  return ofCast(await startFollowedWorld(chain, cast.node), cast);
}

/** Starts no processes, of which each takes a second of a processor: for stories that kill none. */
export async function startEvmWorldInProcess(chain: EvmScenarioChain, cast: Cast): Promise<EvmWorld> {
  return ofCast(await startFollowedWorldInProcess(chain, cast.node), cast);
}

function ofCast<P extends FollowingProduct>(followed: FollowedWorld<P>, cast: Cast): EvmWorld<P> {
  const { node } = cast;
  return {
    ...{ ...followed, cast, node },
    async stop() {
      await followed.product.stop();
      await node.stop();
    },
  };
}

export function startFollowedWorld(chain: EvmScenarioChain, node: AnsweringNode): Promise<FollowedWorld<Product>> {
  return startWorld(chain, node, (env) => Product.start({ env, apiEnv: env }));
}

export function startFollowedWorldInProcess(chain: EvmScenarioChain, node: AnsweringNode) {
  return startWorld(chain, node, InProcessProduct.start);
}

type Settings = Readonly<Record<string, string>>;

async function startWorld<P extends FollowingProduct>(
  chain: EvmScenarioChain,
  node: AnsweringNode,
  start: (env: Settings) => Promise<P>,
): Promise<FollowedWorld<P>> {
  const balancesAbove = Number(await node.rpc<string>('eth_blockNumber'));
  const product = await start(evmSettings(chain, node));
  return {
    ...{ chain, node, product, balancesAbove },
    oracle: new Oracle(node, localEvmChain(chain.code)),
    api: new ApiClient(product.apiUrl, chain.code),
  };
}

export function evmSettings(chain: EvmScenarioChain, node: AnsweringNode): Record<string, string> {
  const code = chain.code.toUpperCase();
  return {
    [`${code}_RPC_URL`]: node.rpcUrl,
    ...(node.wsUrl !== undefined && { [`${code}_WS_URL`]: node.wsUrl }),
    [`${code}_NETWORK`]: 'local',
    [`${code}_POLL_MS`]: `${chain.pollMs ?? 100}`,
    [`${code}_INTERNAL_TRANSFERS`]: chain.tracing ?? 'full',
    // A story ends with an audit of its own.
    AUDIT_EVERY_HOURS: '0',
  };
}

/** Whether the internal transfers of all blocks are there, in their final order, and those of wrapped coins. */
export function isTraced(databaseUrl: string, chain: EvmScenarioChain): Promise<boolean> {
  return inSession(databaseUrl, (session) => isTracedBy(session, chain));
}

export async function isTracedBy(session: Session, { code }: EvmScenarioChain): Promise<boolean> {
  if (!(await readTracingState(session, code))?.isWhole) return false;
  const { rows } = await session.query<{ open: boolean }>(
    `SELECT EXISTS (SELECT FROM ${code}.wrapped_logs LEFT JOIN ${code}.wrapped_coins c USING (asset) WHERE c.is_proved IS NOT FALSE) AS open`,
  );
  return rows[0]?.open === false;
}
