/**
 * `tx_key` = block height × 2^20 + index in the block. It needs no sequence, sorts in chain order and gives the height
 * without a join. A 4 MB block holds at most 66,000 transactions, and 2^20 take 63 MB at least; a block with more is
 * refused. It stays below 2^53, where a JS number is exact, up to height 8.5 billion.
 */
export const TXS_PER_BLOCK = 2 ** 20;

/** @returns the key of the transaction at `index` of block `height`; index 0 is also the first key of the block */
export function txKey(height: number, index: number): number {
  return height * TXS_PER_BLOCK + index;
}

/** `tx_key` of an unconfirmed transaction that was dropped: it is none of a block's. */
export const DROPPED = -1;

/** A run of transactions by tx_key, both ends included. */
export interface TxSpan {
  readonly from: number;
  readonly to: number;
}

/** All that could be in the blocks of these heights. */
export function txSpan(firstHeight: number, lastHeight: number): TxSpan {
  return { from: txKey(firstHeight, 0), to: txKey(lastHeight + 1, 0) - 1 };
}

/** `idx` of the first internal transfer: those come from another source, in an order of their own. */
export const FIRST_INTERNAL_IDX = 2 ** 24;
