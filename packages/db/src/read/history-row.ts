import type { ChainCode } from '@chaintrail/chains';
import { type StoredTransaction, storedTransaction, type TransactionColumns } from './transaction-columns.js';

/** One transaction of a history. Amounts are base units in decimal. */
export interface HistoryRow {
  readonly delta: string;
  /** Balance of the address after it; null while it is unconfirmed. */
  readonly balance: string | null;
  /** Sum of the outputs that paid the address. */
  readonly gained: string;
  readonly transaction: StoredTransaction;
}

/** Its transaction is made when it is asked for: those of a long page take milliseconds. */
export function historyRow(
  delta: string,
  balance: string | null,
  gained: string,
  columns: TransactionColumns,
): HistoryRow {
  return {
    ...{ delta, balance, gained },
    get transaction() {
      return storedTransaction(columns);
    },
  };
}

/** How much there is of what was asked for. */
export interface Extent {
  /**
   * Transactions that are asked for, unconfirmed ones included. Null where more than {@link EXAMINED_ROWS} would have
   * to be looked at one by one, and on pages of a walk that does so.
   */
  readonly total: number | null;
  /**
   * Those before the page, in its order, as things are now; null with `total`. No page where an offset was asked for
   * then.
   */
  readonly offset: number | null;
}

/** The tables contradict each other. A page with a gap would be worse than none. */
export class MissingRowsError extends Error {
  override readonly name = 'MissingRowsError';
  constructor(chain: ChainCode, expected: number, found: number) {
    super(`${chain}: a page has ${found} of its ${expected} transactions: the index is damaged, sync the chain again`);
  }
}
