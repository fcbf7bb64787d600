/**
 * The staged form of address events: packed bytes, one chunk per bucket of addresses and transaction of the load.
 *
 * A chunk is a run of groups, each the events of one address in chain order. Its form:
 *   key length (1 byte), key, number of events, then per event
 *   (tx_key − the event's before it, or the chunk's first) · 4 + tag, and the amounts (packed-amounts.ts)
 * All numbers are varints. An event takes five bytes beside the key. As a row of a table it took 90, and writing,
 * sorting and reading those cost as much as everything else together.
 */

import type { Amount } from '@chaintrail/chains';
import type { AddressBook } from '../address-book.js';
import type { EventGroups } from '../history/history-rows.js';
import { amountsRoom, type PackedAmounts, readAmounts, TAGS, tagOf, writeAmounts } from '../history/packed-amounts.js';
import { MAX_SAFE_VARINT_BYTES, VarintReader, writeVarint } from '../history/varint.js';

const INITIAL_BYTES = 1 << 11;

/** Sorts address keys into buckets whose order is that of the keys. */
export interface Buckets {
  readonly count: number;
  /** @returns the bucket of the key that starts at `start` */
  of(bytes: Uint8Array, start: number): number;
}

/** Kinds that nearly all addresses are of, in the order of their key bytes; all others share the last place. */
const KINDS = [0x00, 0x01, 0x10, 0x11];
const PREFIXES = 256;

/** By the kind byte and the first byte of the hash or program, so that the order of buckets is that of keys. */
export const UTXO_BUCKETS: Buckets = {
  count: KINDS.length * PREFIXES + 1,
  of(bytes, start) {
    const kind = bytes[start]!;
    const place = kind <= 1 ? kind : kind === 0x10 ? 2 : kind === 0x11 ? 3 : KINDS.length;
    // Keys of rarer kinds differ in the kind byte first: one bucket keeps them in order.
    return place < KINDS.length ? place * PREFIXES + bytes[start + 1]! : KINDS.length * PREFIXES;
  },
};

/** By the first ten bits of the key, so that the order of buckets is that of keys. */
export const ACCOUNT_BUCKETS: Buckets = {
  count: 1 << 10,
  of: (bytes, start) => (bytes[start]! << 2) | (bytes[start + 1]! >> 6),
};

/** The chunks of one transaction of the load, of all buckets. */
export class ChunkWriter {
  /** Events written. */
  count = 0;
  private readonly buckets: Buckets;
  private readonly chunks: (Buffer | undefined)[];
  private readonly lengths: Uint32Array;
  private current: Buffer = Buffer.alloc(0);
  private bucket = 0;
  private at = 0;
  private lastTxKey = 0;
  private firstTxKey = 0;

  constructor(buckets: Buckets) {
    this.buckets = buckets;
    this.chunks = new Array<Buffer | undefined>(buckets.count);
    this.lengths = new Uint32Array(buckets.count);
  }

  /** Empties all chunks for the next transaction of the load, whose first transaction has this key. */
  begin(firstTxKey: number): void {
    this.firstTxKey = firstTxKey;
    this.lengths.fill(0);
    this.count = 0;
  }

  /** Starts the group of an address; `events` calls of {@link event} must follow. */
  group(book: AddressBook, address: number, events: number): void {
    const { bytes, starts } = book;
    const start = starts[address]!;
    const length = starts[address + 1]! - start;
    this.bucket = this.buckets.of(bytes, start);
    this.at = this.lengths[this.bucket]!;
    this.current = this.reserve(1 + length + MAX_SAFE_VARINT_BYTES);
    const { current } = this;
    current[this.at++] = length;
    for (let i = start; i < start + length; i++) current[this.at++] = bytes[i]!;
    this.at = this.lengths[this.bucket] = writeVarint(current, this.at, events);
    this.lastTxKey = this.firstTxKey;
  }

  event(txKey: number, delta: Amount, received: Amount): void {
    this.current = this.reserve(MAX_SAFE_VARINT_BYTES + amountsRoom(delta, received));
    const { current } = this;
    const tag = tagOf(delta, received);
    const at = writeVarint(current, this.at, (txKey - this.lastTxKey) * TAGS + tag);
    this.at = this.lengths[this.bucket] = writeAmounts(current, at, tag, delta, received);
    this.lastTxKey = txKey;
    this.count++;
  }

  /** The same of amounts that are packed already. */
  packedEvent(txKey: number, { tag, start, bytes }: PackedAmounts, event: number): void {
    const from = start[event]!;
    const to = start[event + 1]!;
    this.current = this.reserve(MAX_SAFE_VARINT_BYTES + to - from);
    const { current } = this;
    let at = writeVarint(current, this.at, (txKey - this.lastTxKey) * TAGS + tag[event]!);
    for (let i = from; i < to; i++) current[at++] = bytes[i]!;
    this.at = this.lengths[this.bucket] = at;
    this.lastTxKey = txKey;
    this.count++;
  }

  /** The chunks that hold something, in the order of their buckets. */
  *finished(): Generator<{ bucket: number; bytes: Buffer }> {
    for (let bucket = 0; bucket < this.chunks.length; bucket++) {
      const length = this.lengths[bucket]!;
      if (length > 0) yield { bucket, bytes: this.chunks[bucket]!.subarray(0, length) };
    }
  }

  private reserve(bytes: number): Buffer {
    const chunk = this.chunks[this.bucket];
    const needed = this.at + bytes;
    if (chunk !== undefined && needed <= chunk.length) return chunk;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, INITIAL_BYTES, 2 * (chunk?.length ?? 0)));
    chunk?.copy(larger, 0, 0, this.at);
    this.chunks[this.bucket] = larger;
    return larger;
  }
}

/** Packs the events of a batch by address. @param putEvent packs one of them, by its number */
export function stageGroups(
  book: AddressBook,
  { order, start }: EventGroups,
  chunks: ChunkWriter,
  putEvent: (event: number) => void,
): void {
  for (let address = 0; address < book.count; address++) {
    const from = start[address]!;
    const to = start[address + 1]!;
    if (from === to) continue;
    chunks.group(book, address, to - from);
    for (let i = from; i < to; i++) putEvent(order[i]!);
  }
}

/** The events of a group, read where they lie. */
export class GroupReader {
  txKey = 0;
  delta: Amount = 0;
  received: Amount = 0;
  private reader: VarintReader = new VarintReader(Buffer.alloc(0));

  /** @param at of the group's first event. @param firstTxKey of the chunk */
  open(chunk: Uint8Array, at: number, firstTxKey: number): void {
    this.reader = new VarintReader(chunk, at);
    this.txKey = firstTxKey;
  }

  /** Reads the next event into the fields above. @returns the place after it */
  next(): number {
    const { reader } = this;
    const head = reader.nextNumber();
    const tag = head % TAGS;
    this.txKey += (head - tag) / TAGS;
    readAmounts(reader, tag, this);
    return reader.at;
  }
}
