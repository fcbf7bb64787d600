/** What following unconfirmed transactions needs of a node, whatever the family. */
export interface NodeMempool {
  /** Ids of the transactions in the node's mempool, display form, in no particular order. */
  readonly txids: readonly string[];
  /** False while the node has not read all of them again after its start; null where it does not say. */
  readonly isWhole: boolean | null;
}

/** Why there is no transaction: the node does not have it (any more), or what it delivers can not be shown. */
export type Missing = 'gone' | 'unfit';

export interface MempoolSource<Transaction extends object> {
  mempool(): Promise<NodeMempool>;
  /** In the order asked for. */
  transactions(txids: readonly string[]): Promise<readonly (Transaction | Missing)[]>;
}
