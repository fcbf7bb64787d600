import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import type { AddressBook } from '../../address-book.js';
import { amountOf } from '../../amount.js';
import { AddressStates } from '../../history/address-states.js';

type StateRow = [place: number, seq: string, balance: string, received: string];

/**
 * Where the internal histories of a book's addresses stand, in one statement.
 * @param live which part
 * @returns by number in the book; `seq` counts listed rows
 * @param below transactions from this key on are not looked at: where the other part begins
 */
export async function readInternalStates(
  session: Session,
  chain: ChainCode,
  book: AddressBook,
  live: boolean,
  below = Number.MAX_SAFE_INTEGER,
): Promise<AddressStates> {
  const last = new AddressStates(book.count);
  if (book.count === 0) return last;
  const order = book.sorted();
  const { rows } = await session.query<StateRow>({
    name: `read_internal_states_${chain}`,
    rowMode: 'array',
    // seq stays where rows are not listed, so the last row is found by its transaction.
    text: `
      SELECT wanted.n::int - 1, last.seq, last.balance, last.received
      FROM unnest($2::int[], $3::int[]) WITH ORDINALITY AS wanted(place, length, n)
      CROSS JOIN LATERAL (
        SELECT live, seq, balance, received FROM ${chain}.internal_address_transactions i
        WHERE i.address_key = substr($1::bytea, wanted.place, wanted.length) AND i.tx_key < $4
        ORDER BY tx_key DESC LIMIT 1
      ) last WHERE last.live = $5`,
    values: [book.bytes.subarray(0, book.starts[book.count]), ...placesOf(book, order), below, live],
  });
  for (const [place, seq, balance, received] of rows) {
    const n = order[place]!;
    last.seq[n] = Number(seq);
    last.balance[n] = amountOf(BigInt(balance));
    last.received[n] = amountOf(BigInt(received));
  }
  return last;
}

/** One-based places of keys in the book's bytes, and their lengths. @param numbers of the keys */
export function placesOf({ starts }: AddressBook, numbers: Iterable<number>): [places: number[], lengths: number[]] {
  const places: number[] = [];
  const lengths: number[] = [];
  for (const n of numbers) {
    places.push(starts[n]! + 1);
    lengths.push(starts[n + 1]! - starts[n]!);
  }
  return [places, lengths];
}
