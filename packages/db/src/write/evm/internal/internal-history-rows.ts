/**
 * Numbers what internal transfers do to addresses: the one place where rows of internal_address_transactions are made.
 */
import { addAmounts } from '../../amount.js';
import { CopyRows } from '../../copy-rows.js';
import type { AddressStates } from '../../history/address-states.js';
import type { InternalEvents } from './internal-batch.js';

export const INTERNAL_HISTORY_COLUMNS = '(address_key, live, seq, listed, tx_key, delta, balance, received)';

/**
 * @param listed 1 for the events of transactions that address_transactions does not have for the address
 * @param live which part of the histories these rows continue
 */
export function internalHistoryRows(
  { book, txKey, delta, received, groups }: InternalEvents,
  listed: Uint8Array,
  live: boolean,
  last: AddressStates,
): CopyRows {
  const history = new CopyRows();
  const { bytes, starts } = book;
  for (const address of book.sorted()) {
    const start = starts[address]!;
    const end = starts[address + 1]!;
    for (let i = groups.start[address]!; i < groups.start[address + 1]!; i++) {
      const event = groups.order[i]!;
      last.seq[address]! += listed[event]!;
      last.balance[address] = addAmounts(last.balance[address]!, delta[event]!);
      last.received[address] = addAmounts(last.received[address]!, received[event]!);
      history.row(8);
      history.bytea(bytes, start, end);
      history.bool(live);
      history.int8(last.seq[address]!);
      history.bool(listed[event] === 1);
      history.int8(txKey[event]!);
      history.numeric(delta[event]!);
      history.numeric(last.balance[address]!);
      history.numeric(last.received[address]!);
    }
  }
  return history;
}
