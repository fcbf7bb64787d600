import type { EvmChain } from '@chaintrail/chains';
import type { QueuedNodeControls, SimulatedNodeOptions } from '../../node/simulated-node.js';
import type { EvmLedgerModel } from '../evm-ledger.js';
import type { SimulatedTracer } from './rpc/context.js';

/** What the options of every family share is said at {@link SimulatedNodeOptions}. */
export interface SimulatedEvmNodeOptions
  extends Pick<
    SimulatedNodeOptions,
    | 'seed'
    | 'port'
    | 'blocks'
    | 'txPerBlock'
    | 'mineEveryMs'
    | 'halvePaceEveryBlocks'
    | 'reorgEveryBlocks'
    | 'startTime'
    | 'stateFile'
  > {
  readonly chain: EvmChain;
  /** `eth_chainId`; by default one of development networks of the chain. */
  readonly chainId?: number;
  /** Which traces it makes; `callTracer` by default, null for none. */
  readonly tracer?: SimulatedTracer;
  /** Blocks that the finalized one is below the tip, and the safe one half as many; 64 by default. */
  readonly finalizedDepth?: number;
}

export interface SimulatedEvmNode extends QueuedNodeControls {
  /** "ws://127.0.0.1:8545": subscriptions, and all that HTTP answers. */
  readonly wsUrl: string;
  readonly endpoint: { readonly url: string; readonly wsUrl: string };
  /** What a correct index of the active chain holds. */
  model(): EvmLedgerModel;
}
