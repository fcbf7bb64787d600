/**
 * What the indexer needs of a chain's unconfirmed transactions: which there are, and one operation that brings the
 * tables to where the node's mempool is. Blocks take transactions out of it by themselves, in the transaction that writes
 * the block, so that none is ever shown twice or not at all.
 */
export interface MempoolChange<Transaction> {
  readonly added: readonly Transaction[];
  /** Display form; those that a block has taken meanwhile, and those that are not there, are left alone. */
  readonly removed: readonly string[];
  /** Transactions in the node's mempool. */
  readonly nodeCount: number;
  /** How many of those the tables have already. */
  readonly kept: number;
}

export interface MempoolLedger<Transaction> {
  /** Transaction ids, display form, of all unconfirmed transactions in the tables. */
  pending(): Promise<Set<string>>;
  /**
   * @returns those of `added` that were not written, because an output that they spend is not known: its transaction
   * has not come yet, or a block that we do not have spends it
   */
  apply(change: MempoolChange<Transaction>): Promise<string[]>;
  /** Says that unconfirmed transactions are not followed now: what the tables hold of them is removed. */
  suspend(): Promise<void>;
}
