/** Address events as a first sync stages them, and the histories that they must become. */

import { type Amount, amountOf } from '@chaintrail/chains';
import fc from 'fast-check';
import { AddressBook } from '../../src/write/address-book.js';
import type { ChunkWriter } from '../../src/write/first-sync/event-chunk.js';
import { anyPayment } from './amounts.js';

export interface StagedEvent {
  readonly txKey: number;
  readonly delta: bigint;
  readonly received: bigint;
}

/** Effect of a transaction on an address: it receives, spends, or both, with any sign of the outcome. */
export const effect: fc.Arbitrary<{ delta: bigint; received: bigint }> = fc
  .tuple(anyPayment, anyPayment, fc.constantFrom('receives', 'spends', 'both', 'keeps'))
  .map(([received, spent, kind]) => {
    if (kind === 'receives') return { delta: received, received };
    if (kind === 'spends') return { delta: -spent, received: 0n };
    if (kind === 'keeps') return { delta: 0n, received };
    return { delta: received - spent, received };
  });

/** Writes the group of an address. @param events in chain order, one at least */
export function writeGroup(writer: ChunkWriter, key: Buffer, events: readonly StagedEvent[]): void {
  const book = new AddressBook();
  book.numberOf(Buffer.of(1, 2, 3)); // so that the key is not the first of its book
  writer.group(book, book.numberOf(key), events.length);
  for (const { txKey, delta, received } of events) writer.event(txKey, amountOf(delta), amountOf(received));
}

export interface HistoryEntry extends StagedEvent {
  readonly key: string;
  readonly seq: number;
  readonly balance: bigint;
  readonly total: bigint;
}

/** Numbers events one after the other. @param events of each key (hex) in chain order */
export function naiveHistories(events: ReadonlyMap<string, readonly StagedEvent[]>): HistoryEntry[] {
  const histories: HistoryEntry[] = [];
  for (const key of [...events.keys()].sort()) {
    let balance = 0n;
    let total = 0n;
    for (const [n, event] of events.get(key)!.entries()) {
      balance += event.delta;
      total += event.received;
      histories.push({ key, seq: n + 1, ...event, balance, total });
    }
  }
  return histories;
}

export function exact(amount: Amount): bigint {
  return BigInt(amount);
}
