import type { AddressBook } from '../address-book.js';
import type { AddressStates } from './address-states.js';
import type { EventGroups } from './group-events.js';
import { HistoryRows } from './history-rows.js';

/**
 * Rows that continue the histories of a batch's addresses, in key order.
 * @param states advanced in place
 * @param add adds one event of an address to the rows, by the event's number
 */
export function numberEvents(
  book: AddressBook,
  { order, start }: EventGroups,
  states: AddressStates,
  shortSeq: boolean,
  add: (rows: HistoryRows, address: number, event: number) => void,
): HistoryRows {
  const rows = new HistoryRows(book, states, shortSeq);
  for (const address of book.sorted()) {
    for (let i = start[address]!; i < start[address + 1]!; i++) add(rows, address, order[i]!);
  }
  return rows;
}
