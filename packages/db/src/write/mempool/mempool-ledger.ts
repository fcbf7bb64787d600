/**
 * The indexer's view of a chain's unconfirmed transactions: which there are, and one operation that brings the
 * tables to where the node's mempool is. The transaction that writes a block takes its transactions out. So none is
 * ever shown twice or not at all.
 */
export interface MempoolChange<Transaction> {
  readonly added: readonly Transaction[];
  /** Ids of all transactions in the node's mempool, as far as that is known. */
  readonly listed: ReadonlySet<string>;
  /** Display form; those that a block has taken meanwhile, and those that are not there, are left alone. */
  readonly removed: readonly string[];
  /** Transactions in the node's mempool. */
  readonly nodeCount: number;
  /** The least fee that the node's full mempool takes, base units for 1,000 virtual bytes; null where it does not say. */
  readonly leastFeeRate?: number | null;
  /** How many of those the tables have already. */
  readonly kept: number;
}

/** Transactions of `added` that were not written, ids in display form. */
export interface LeftOut {
  /**
   * An output that they spend is not known: its transaction has not come yet, or a block that we do not have spends it.
   * Those that spend from them are left out with them. All may be tried again.
   */
  readonly unresolved: readonly string[];
  /** Ids of transactions that cannot be true, or the database refuses it. */
  readonly refused: readonly string[];
}

export interface MempoolLedger<Transaction> {
  /** Transaction ids, display form, of all unconfirmed transactions in the tables. */
  pending(): Promise<Set<string>>;
  /**
   * Stored transactions that spend what an added one spends are dropped with it, and what depends on them.
   * @returns those that were not written
   */
  apply(change: MempoolChange<Transaction>): Promise<LeftOut>;
  /**
   * Says that unconfirmed transactions are not followed now: nothing of them is shown. The rows stay, since nobody else
   * knows when a transaction was first seen; the next change compares them with the node.
   */
  suspend(): Promise<void>;
  /** The same for good: what the tables hold of them is removed. */
  clear(): Promise<void>;
}
