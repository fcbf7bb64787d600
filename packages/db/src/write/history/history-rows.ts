/** Histories of addresses: groups the events of each, knows where they stand, numbers them and carries their state on. */
import { type Amount, addAmounts, amountOf, type ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import type { AddressBook } from '../address-book.js';
import { CopyRows } from '../copy-rows.js';

/** Events, or runs of events, by address. */
export interface EventGroups {
  /** Numbers of the events, those of each address together and in chain order. */
  readonly order: Uint32Array;
  /** Those of address `a` are `order[start[a]] … order[start[a + 1] - 1]`. */
  readonly start: Uint32Array;
}

/**
 * A counting sort. @param address number of each event's address, `count` of them in chain order
 * @param addresses how many addresses there are
 */
export function groupEvents(address: Int32Array | Uint32Array, count: number, addresses: number): EventGroups {
  const start = new Uint32Array(addresses + 1);
  for (let e = 0; e < count; e++) start[address[e]! + 1]!++;
  for (let a = 0; a < addresses; a++) start[a + 1]! += start[a]!;
  const order = new Uint32Array(count);
  const next = start.slice();
  for (let e = 0; e < count; e++) order[next[address[e]!]!++] = e;
  return { order, start };
}

/** Numbers of the addresses that have events, rising. @param start of their {@link EventGroups} */
export function addressesOf(start: Uint32Array): Uint32Array {
  let count = 0;
  for (let a = 0; a + 1 < start.length; a++) if (start[a] !== start[a + 1]) count++;
  const numbers = new Uint32Array(count);
  for (let a = 0, n = 0; n < count; a++) if (start[a] !== start[a + 1]) numbers[n++] = a;
  return numbers;
}

/**
 * Where the histories of an address book's addresses stand, by their numbers there. `seq` 0: the address has none.
 * The states of a live batch come from the tables, those of a first sync are carried from one piece to the next.
 */
export class AddressStates {
  seq: Float64Array;
  readonly balance: Amount[] = [];
  readonly received: Amount[] = [];

  constructor(count: number) {
    this.seq = new Float64Array(count);
    this.extend(count);
  }

  /** Makes room for addresses that are new; they have no history yet. */
  extend(count: number): void {
    if (count > this.seq.length) {
      const larger = new Float64Array(Math.max(count, 2 * this.seq.length));
      larger.set(this.seq);
      this.seq = larger;
    }
    while (this.balance.length < count) {
      this.balance.push(0);
      this.received.push(0);
    }
  }
}

type StateRow = [place: number, seq: string, balance: string, received: string];

/** The last history row of every address, in one statement. @returns states by number in the book */
export async function readAddressStates(session: Session, chain: ChainCode, book: AddressBook): Promise<AddressStates> {
  const states = new AddressStates(book.count);
  if (book.count === 0) return states;
  const end = book.starts[book.count]!;
  // The order is the index's, so that each of its pages is looked at once.
  const order = book.sorted();
  const { rows } = await session.query<StateRow>({
    name: `read_address_states_${chain}`,
    rowMode: 'array',
    // The keys travel as one binary value and their places: an array of bytea would be parsed from hex on both sides.
    text: `
      SELECT wanted.n::int - 1, last.seq, last.balance, last.received
      FROM unnest($2::int[], $3::int[]) WITH ORDINALITY AS wanted(place, length, n)
      CROSS JOIN LATERAL (
        SELECT seq, balance, received FROM ${chain}.address_transactions a
        WHERE a.address_key = substr($1::bytea, wanted.place, wanted.length) ORDER BY seq DESC LIMIT 1
      ) last`,
    values: [book.bytes.subarray(0, end), ...places(book, order)],
  });
  for (const [place, seq, balance, received] of rows) {
    const n = order[place]!;
    states.seq[n] = Number(seq);
    states.balance[n] = amountOf(BigInt(balance));
    states.received[n] = amountOf(BigInt(received));
  }
  return states;
}

/** One-based places of the keys in the book's bytes, and their lengths. */
function places({ starts }: AddressBook, order: Uint32Array): [places: number[], lengths: number[]] {
  const at = new Array<number>(order.length);
  const lengths = new Array<number>(order.length);
  for (const [i, n] of order.entries()) {
    at[i] = starts[n]! + 1;
    lengths[i] = starts[n + 1]! - starts[n]!;
  }
  return [at, lengths];
}

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
