import type { Block } from './block.js';
import type { Transaction } from './transaction.js';

/** What happens to a chain and its mempool, in the order in which it happens. */
export interface ChainListener {
  /** @param sequence counts additions and removals, as Core's `mempool_sequence` does */
  transactionAdded(transaction: Transaction, sequence: number): void;
  /** Not for those that a block confirmed. */
  transactionRemoved(transaction: Transaction, sequence: number): void;
  blockConnected(block: Block): void;
  blockDisconnected(block: Block): void;
}
