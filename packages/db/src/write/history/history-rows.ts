/** Numbers the events of addresses and carries their running state on: the one place where histories are made. */
import type { AddressBook } from '../address-book.js';
import { type Amount, addAmounts } from '../amount.js';
import { CopyRows } from '../copy-rows.js';
import type { AddressStates } from './address-states.js';

export const HISTORY_COLUMNS = '(address_key, seq, tx_key, delta, balance, received)';

/** Rows of address_transactions. Addresses must come in key order and the events of each in chain order. */
export class HistoryRows {
  readonly history = new CopyRows();
  private readonly book: AddressBook;
  private readonly states: AddressStates;
  private readonly shortSeq: boolean;
  /** The address of the last row, and where the row's balance and total lie. */
  private last = -1;
  private from = 0;
  private to = 0;

  /** @param shortSeq the column is of four bytes */
  constructor(book: AddressBook, states: AddressStates, shortSeq: boolean) {
    this.book = book;
    this.states = states;
    this.shortSeq = shortSeq;
  }

  /** @param delta net effect of the transaction on the balance. @param received what it paid the address */
  add(address: number, txKey: number, delta: Amount, received: Amount): void {
    const { states, history } = this;
    const { bytes, starts } = this.book;
    const start = starts[address]!;
    const end = starts[address + 1]!;
    const seq = states.seq[address]! + 1;
    const balance = addAmounts(states.balance[address]!, delta);
    const total = addAmounts(states.received[address]!, received);
    states.seq[address] = seq;
    states.balance[address] = balance;
    states.received[address] = total;
    history.row(6);
    history.bytea(bytes, start, end);
    if (this.shortSeq) history.int4(checkedSeq(seq));
    else history.int8(seq);
    history.int8(txKey);
    history.numeric(delta);
    // Where only tokens moved, both stay as they are, and making them out of large numbers is most of the work of a
    // row.
    if (delta === 0 && received === 0 && this.last === address) {
      const { from, to } = this;
      this.from = history.bytes;
      history.again(from, to);
    } else {
      this.from = history.bytes;
      history.numeric(balance);
      history.numeric(total);
    }
    this.to = history.bytes;
    this.last = address;
  }
}

const MOST_INT4 = 2 ** 31 - 1;

/** No UTXO chain has half as many transactions in all. @throws RangeError */
function checkedSeq(seq: number): number {
  if (seq > MOST_INT4) throw new RangeError(`a history of ${seq} transactions is longer than its numbers`);
  return seq;
}
