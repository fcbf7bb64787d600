import type { FaultInjector } from '../../node/faults.js';
import type { CosmosChain } from '../chain.js';
import type { CosmosDialect } from './answers.js';

/** What of a node may change while it runs. */
export interface NodeState {
  /** Blocks below are pruned. */
  earliest: number;
  /** False: `discard_abci_responses` is set. */
  keepsResults: boolean;
  /** Unix time in milliseconds until which the newest block is being executed. */
  executingUntilMs: number;
}

export interface NodeParts {
  readonly chain: CosmosChain;
  readonly dialect: CosmosDialect;
  readonly faults: FaultInjector;
  readonly state: NodeState;
}

/** The newest block whose results are there. */
export function executedHeight({ chain, state }: NodeParts): number {
  return Date.now() < state.executingUntilMs ? chain.height - 1 : chain.height;
}
