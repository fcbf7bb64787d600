import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import type { AddressBook } from '../address-book.js';
import { type Amount, amountOf } from '../amount.js';

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
