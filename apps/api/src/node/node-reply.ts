/** What came of a question to a node. */
import { BlockNotFoundError, NodeError, NodeLieError, PreflightError, StateUnavailableError } from '@chaintrail/chains';

export type NodeReply<T> = Answered<T> | { readonly outcome: NodeFailure };

interface Answered<T> {
  readonly outcome: 'answered';
  readonly value: T;
}

/**
 * - `block-unknown`: the node has no such block. Its chain took another way, or is behind.
 * - `state-pruned`: it no longer has the state after that block.
 * - `away`: no node is configured, or it has no usable answer in time, or more is asked of it than it should be.
 */
export type NodeFailure = 'block-unknown' | 'state-pruned' | 'away';

/** @throws what is no failure of a node */
export function failureOf(error: unknown): NodeFailure {
  if (error instanceof BlockNotFoundError) return 'block-unknown';
  if (error instanceof StateUnavailableError) return 'state-pruned';
  if (error instanceof NodeError || error instanceof NodeLieError || error instanceof PreflightError) return 'away';
  throw error;
}
