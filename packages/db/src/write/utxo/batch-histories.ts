import { amountOfWords } from '../amount.js';
import type { AddressStates } from '../history/address-states.js';
import { groupEvents } from '../history/group-events.js';
import type { HistoryRows } from '../history/history-rows.js';
import { numberEvents } from '../history/number-events.js';
import type { AddressEvents } from './address-events.js';
import type { UtxoBatch } from './batch.js';

/** The events of a batch as rows that continue the histories. @param states advanced in place */
export function batchHistories(batch: UtxoBatch, events: AddressEvents, states: AddressStates): HistoryRows {
  const { txKey, deltaHigh, deltaLow, receivedHigh, receivedLow } = events;
  const groups = groupEvents(events.address, events.count, batch.addresses.count);
  return numberEvents(batch.addresses, groups, states, true, (rows, address, e) => {
    const received = amountOfWords(receivedHigh[e]!, receivedLow[e]!);
    rows.add(address, txKey[e]!, amountOfWords(deltaHigh[e]!, deltaLow[e]!), received);
  });
}
