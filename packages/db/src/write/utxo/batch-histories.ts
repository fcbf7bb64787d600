import { amountOfWords } from '../amount.js';
import type { AddressStates } from '../history/address-states.js';
import { HistoryRows, type WriteAddressText } from '../history/history-rows.js';
import type { AddressEvents } from './address-events.js';
import type { UtxoBatch } from './batch.js';

/** The events of a batch as rows that continue the histories. @param states advanced in place */
export function batchHistories(
  batch: UtxoBatch,
  events: AddressEvents,
  states: AddressStates,
  writeText: WriteAddressText,
): HistoryRows {
  const rows = new HistoryRows(batch.addresses, states, writeText);
  const { txKey, deltaHigh, deltaLow, receivedHigh, receivedLow } = events;
  const { order, start } = eventsByAddress(batch, events);
  for (const address of batch.addresses.sorted()) {
    for (let i = start[address]!; i < start[address + 1]!; i++) {
      const e = order[i]!;
      const received = amountOfWords(receivedHigh[e]!, receivedLow[e]!);
      rows.add(address, txKey[e]!, amountOfWords(deltaHigh[e]!, deltaLow[e]!), received);
    }
  }
  return rows;
}

/**
 * Numbers of the events, those of each address together and in chain order (a counting sort).
 * Those of address `a` are `order[start[a]] … order[start[a + 1] - 1]`.
 */
export function eventsByAddress(batch: UtxoBatch, events: AddressEvents): { order: Uint32Array; start: Uint32Array } {
  const start = new Uint32Array(batch.addresses.count + 1);
  for (let e = 0; e < events.count; e++) start[events.address[e]! + 1]!++;
  for (let a = 0; a < batch.addresses.count; a++) start[a + 1]! += start[a]!;
  const order = new Uint32Array(events.count);
  const next = start.slice();
  for (let e = 0; e < events.count; e++) order[next[events.address[e]!]!++] = e;
  return { order, start };
}
