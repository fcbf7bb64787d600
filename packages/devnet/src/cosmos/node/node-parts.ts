import type { FaultInjector } from '../../node/faults.js';
import type { CosmosChain } from '../chain.js';
import type { CosmosDialect } from './answers.js';

/** Parts that answers are made of. */
export interface NodeParts {
  readonly chain: CosmosChain;
  readonly dialect: CosmosDialect;
  readonly faults: FaultInjector;
  readonly state: NodeState;
}

/** Parts of a node that may change while it runs. */
interface NodeState {
  /** Blocks below are pruned. */
  earliest: number;
  /** False: `discard_abci_responses` is set. */
  keepsResults: boolean;
  /** The newest block is shown, and not executed yet. */
  isExecuting: boolean;
}

/** The newest block whose results are there. */
export function executedHeight({ chain, state }: NodeParts): number {
  return state.isExecuting ? chain.height - 1 : chain.height;
}
