/** Turns staged events of some buckets into rows of histories. Pure: chunks in, rows out. */
import { AddressBook } from '../address-book.js';
import { AddressStates, addressesOf, groupEvents, HistoryRows } from '../history/history-rows.js';
import { skipEvent } from '../history/packed-amounts.js';
import { VarintReader } from '../history/varint.js';
import { GroupReader } from './event-chunk.js';
import type { Chunk } from './staged-events.js';

/** Where the groups of a run of chunks lie, in the order of the chunks. */
interface Groups {
  count: number;
  address: Uint32Array;
  chunk: Uint32Array;
  /** Offset of the first event in its chunk. */
  at: Uint32Array;
  events: Uint32Array;
}

/** Numbers buckets whose chunks come in pieces: neither a bucket nor an address has to fit into memory. */
export class BucketNumbering {
  /** Events numbered. */
  events = 0;
  private readonly book = new AddressBook();
  private readonly states = new AddressStates(0);
  private readonly shortSeq: boolean;

  constructor(shortSeq: boolean) {
    this.shortSeq = shortSeq;
  }

  /** @param chunks of whole or partial buckets, those of each bucket in chain order */
  number(chunks: readonly Chunk[]): HistoryRows {
    const { book, states } = this;
    const groups = findGroups(chunks, book);
    states.extend(book.count);
    const rows = new HistoryRows(book, states, this.shortSeq);
    const { order, start } = groupEvents(groups.address, groups.count, book.count);
    const reader = new GroupReader();
    // The book holds every address of the buckets so far, a piece only some of them.
    for (const address of book.sorted(addressesOf(start))) {
      for (let i = start[address]!; i < start[address + 1]!; i++) {
        const group = order[i]!;
        const { bytes, firstTxKey } = chunks[groups.chunk[group]!]!;
        reader.open(bytes, groups.at[group]!, firstTxKey);
        for (let left = groups.events[group]!; left > 0; left--) {
          reader.next();
          rows.add(address, reader.txKey, reader.delta, reader.received);
        }
        this.events += groups.events[group]!;
      }
    }
    return rows;
  }
}

function findGroups(chunks: readonly Chunk[], book: AddressBook): Groups {
  const groups: Groups = {
    count: 0,
    address: new Uint32Array(1024),
    chunk: new Uint32Array(1024),
    at: new Uint32Array(1024),
    events: new Uint32Array(1024),
  };
  for (const [c, { bytes }] of chunks.entries()) {
    for (let at = 0; at < bytes.length; ) {
      const length = bytes[at]!;
      const address = book.numberOf(bytes, at + 1, length);
      const varints = new VarintReader(bytes, at + 1 + length);
      const events = varints.nextNumber();
      if (events === 0) throw new RangeError('a group without events'); // would be read again and again
      push(groups, address, c, varints.at, events);
      at = varints.at;
      for (let left = events; left > 0; left--) at = skipEvent(bytes, at);
    }
  }
  return groups;
}

function push(groups: Groups, address: number, chunk: number, at: number, events: number): void {
  const n = groups.count++;
  if (n === groups.address.length) {
    for (const column of ['address', 'chunk', 'at', 'events'] as const) {
      const larger = new Uint32Array(2 * n);
      larger.set(groups[column]);
      groups[column] = larger;
    }
  }
  groups.address[n] = address;
  groups.chunk[n] = chunk;
  groups.at[n] = at;
  groups.events[n] = events;
}
