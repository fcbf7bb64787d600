/** What following unconfirmed transactions needs of a node, whatever the family. */
export interface MempoolSource<Transaction> {
  /** Ids of all transactions in the node's mempool, display form, in no particular order. */
  mempool(): Promise<readonly string[]>;
  /** In the order asked for; null for those that the node does not have any more, and those that show nothing. */
  transactions(txids: readonly string[]): Promise<readonly (Transaction | null)[]>;
}
