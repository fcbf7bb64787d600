/** Numbers the events of addresses and carries their running state on: the one place where histories are made. */
import { MAX_ADDRESS_BYTES } from '@chaintrail/chains';
import type { AddressBook } from '../address-book.js';
import { type Amount, addAmounts } from '../amount.js';
import { CopyRows } from '../copy-rows.js';
import type { AddressStates } from './address-states.js';

/** Writes the text of an address key into `target` at `at`. @returns the number of bytes */
export type WriteAddressText = (key: Uint8Array, start: number, length: number, target: Buffer, at: number) => number;

/**
 * Rows of address_transactions, and of addresses for those that had no history before. Addresses must come in key order
 * and the events of each in chain order.
 */
export class HistoryRows {
  readonly history = new CopyRows();
  readonly addresses = new CopyRows();
  private readonly book: AddressBook;
  private readonly states: AddressStates;
  private readonly writeText: WriteAddressText;
  /** The address of the last row, and where the row's balance and total lie. */
  private last = -1;
  private from = 0;
  private to = 0;

  constructor(book: AddressBook, states: AddressStates, writeText: WriteAddressText) {
    this.book = book;
    this.states = states;
    this.writeText = writeText;
  }

  /** @param delta net effect of the transaction on the balance. @param received what it paid the address */
  add(address: number, txKey: number, delta: Amount, received: Amount): void {
    const { states, history } = this;
    const { bytes, starts } = this.book;
    const start = starts[address]!;
    const end = starts[address + 1]!;
    if (states.seq[address] === 0) {
      const { addresses, writeText } = this;
      addresses.row(2);
      addresses.bytea(bytes, start, end);
      addresses.written(MAX_ADDRESS_BYTES, (target, at) => writeText(bytes, start, end - start, target, at));
    }
    const seq = states.seq[address]! + 1;
    const balance = addAmounts(states.balance[address]!, delta);
    const total = addAmounts(states.received[address]!, received);
    states.seq[address] = seq;
    states.balance[address] = balance;
    states.received[address] = total;
    history.row(6);
    history.bytea(bytes, start, end);
    history.int8(seq);
    history.int8(txKey);
    history.numeric(delta);
    // Where only tokens moved, both stay as they are, and making them out of large numbers is most of the work of a row.
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
