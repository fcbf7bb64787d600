/** The block of a transaction as it is read: a JSON array, and by name. */
export type BlockColumns = readonly [height: number, index: number, hash: string, time: number, txCount: number];

/** The block of a transaction, and its place in it. */
export interface TransactionBlock {
  readonly height: number;
  readonly index: number;
  readonly hash: string;
  readonly time: number;
  readonly txCount: number;
}

export function transactionBlock([height, index, hash, time, txCount]: BlockColumns): TransactionBlock {
  return { height, index, hash, time, txCount };
}
