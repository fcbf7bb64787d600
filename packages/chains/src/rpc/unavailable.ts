/** What a node of the EVM family may be unable to say for good, so that callers take another way. */
import { NodeError, type NodeErrorFacts } from '../errors.js';

/** The node has no such block, or not any more: its chain took another way. */
export class BlockNotFoundError extends NodeError {
  constructor(message: string, facts: NodeErrorFacts) {
    super(message, false, facts);
  }
}

/** The node has thrown away the state after this block, so it can neither say balances there nor trace it. */
export class StateUnavailableError extends NodeError {
  constructor(message: string, facts: NodeErrorFacts) {
    super(message, false, facts);
  }
}
