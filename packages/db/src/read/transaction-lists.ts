/** Parts of a transaction that every family shows alike: a bounded part of each of its lists, and its block. */

/** Inputs, outputs or transfers a listed transaction carries at most. */
export const LISTED = 20;
/**
 * Inputs and transfers that are looked at for those of the address whose list it is: so many in one transaction (of transfers, in
 * each numbering, of logs and of traces), and so many in a whole page. An address's own behind those is on the transaction's own
 * page.
 */
const LOOKED_AT = { transaction: 2_000, page: 100_000 } as const;

/** Transfers that are looked at in the time that a row of a history takes to be shown. */
export const LOOKED_AT_PER_ROW = 200;

/** How many transfers of each transaction are looked at for a page of so many. */
export function lookedAtTransfers(limit: number): number {
  return Math.min(LOOKED_AT.transaction, Math.floor(LOOKED_AT.page / limit));
}

/** The same in SQL. @param list with how many transactions the page has */
export function lookedAt({ limit }: { readonly limit: string }): string {
  return `least(${LOOKED_AT.transaction}, ${LOOKED_AT.page} / ${limit})`;
}

/** A list of transactions that is no address's. */
export const OF_BLOCK = 'block';

/** SQL expressions: which part of each of its lists is read of a transaction. */
export interface ListPart {
  readonly offset: string;
  readonly limit: string;
}

/** How many entries of a list with `count` a part has. */
export function partLength(count: string, { offset, limit }: ListPart): string {
  return `least(greatest(${count} - ${offset}, 0), ${limit})`;
}

/** Inputs, outputs or transfers that take as long to be shown as a row of a history. */
export const ENTRIES_PER_ROW = 5;

/** {@link BlockColumns} of row `t` in block row `b`. */
export const BLOCK_JSON =
  "json_build_array(t.tx_key >> 20, t.tx_key & 1048575, encode(b.hash, 'hex'), b.time, b.tx_count)";

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
