/**
 * Unspent outputs in memory, which resolve the inputs of a first sync without asking PostgreSQL.
 *
 * Records of a fixed size lie in segments, in the order in which the outputs were made. A hash table finds their
 * numbers. When memory is used up, the oldest go into unspent_outputs ({@link UnspentCache.takeOldest}) and the holes
 * that spent ones left are closed. Most outputs are spent soon, so the memory holds a span of history many times its
 * size.
 */
import { randomBytes } from 'node:crypto';
import { type AddressBook, MAX_KEY_BYTES } from '../address-book.js';
import { hashOfTxid, sameTxid } from './utxo-batch.js';

// Offsets in a record: txid (wire order), vout, tx_key, the amount's words, length of the key, whether it is unspent,
// key.
const VOUT = 32;
const TX_KEY = 36;
const HIGH = 44;
const LOW = 48;
const KEY_LENGTH = 52;
const LIVE = 53;
const KEY = 54;
const RECORD_BYTES = 96;
const SEGMENT_BITS = 13;
const SEGMENT_RECORDS = 1 << SEGMENT_BITS;

const EMPTY = 0;
/** A slot whose record was taken; those after it in its run are still to be found. */
const DELETED = 0xffff_ffff;
const INITIAL_SLOTS = 1 << 16;
/** Bytes of a record with its share of the slots: two words each, between a quarter and two thirds of them in use. */
const BYTES_PER_RECORD = RECORD_BYTES + 24;
/** Above this part of the capacity the oldest outputs are to leave; below the rest is room for what comes meanwhile. */
const HIGH_WATER = 0.7;
const SEED = randomBytes(4).readUInt32LE() | 1;

interface Segment {
  readonly bytes: Buffer;
  readonly view: DataView;
}

export class UnspentCache {
  /** Outputs held. */
  live = 0;
  private readonly capacity: number;
  private segments: Segment[] = [];
  /** Records in use, spent ones included; those below `head` are all spent or gone. */
  private used = 0;
  private head = 0;
  /** Per slot: number of a record + 1, and its hash. */
  private slots = new Uint32Array(2 * INITIAL_SLOTS);
  /** Slots that are not empty. */
  private filled = 0;

  /** @param memoryBytes to stay within, as far as {@link surplus} is seen to */
  constructor(memoryBytes: number) {
    this.capacity = Math.max(SEGMENT_RECORDS, Math.floor(memoryBytes / BYTES_PER_RECORD));
  }

  /** How many outputs are too many. */
  get surplus(): number {
    return Math.max(0, this.live - Math.floor(this.capacity * HIGH_WATER));
  }

  add(
    txids: Uint8Array,
    txidAt: number,
    vout: number,
    txKey: number,
    high: number,
    low: number,
    keys: Uint8Array,
    keyAt: number,
    keyLength: number,
  ): void {
    if (this.used >= this.capacity && this.live < 0.9 * this.used) this.compact();
    const record = this.used++;
    const { bytes, view } = this.segmentFor(record);
    const at = offsetOf(record);
    for (let i = 0; i < 32; i++) bytes[at + i] = txids[txidAt + i]!;
    view.setUint32(at + VOUT, vout);
    view.setFloat64(at + TX_KEY, txKey);
    view.setUint32(at + HIGH, high);
    view.setUint32(at + LOW, low);
    bytes[at + KEY_LENGTH] = keyLength;
    bytes[at + LIVE] = 1;
    for (let i = 0; i < keyLength; i++) bytes[at + KEY + i] = keys[keyAt + i]!;
    this.insert(record, hashOfOutpoint(txids, txidAt, vout));
    this.live++;
  }

  /** Takes an output out. @returns its record, readable until the next add; −1 where the output is not here */
  take(txids: Uint8Array, txidAt: number, vout: number): number {
    const { slots } = this;
    const mask = slots.length / 2 - 1;
    const hash = hashOfOutpoint(txids, txidAt, vout);
    for (let slot = hash & mask; slots[2 * slot] !== EMPTY; slot = (slot + 1) & mask) {
      if (slots[2 * slot] === DELETED || slots[2 * slot + 1] !== hash) continue;
      const record = slots[2 * slot]! - 1;
      const { bytes, view } = this.segments[record >>> SEGMENT_BITS]!;
      const at = offsetOf(record);
      if (view.getUint32(at + VOUT) !== vout || !sameTxid(bytes, at, txids, txidAt)) continue;
      slots[2 * slot] = DELETED;
      bytes[at + LIVE] = 0;
      this.live--;
      return record;
    }
    return -1;
  }

  /** Takes an output out that is named by the tx_key of its transaction: a search, as records are in that order. */
  takeMade(txKey: number, vout: number): void {
    let low = this.head;
    let high = this.used;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.txKeyOf(middle) < txKey) low = middle + 1;
      else high = middle;
    }
    for (let record = low; record < this.used && this.txKeyOf(record) === txKey; record++) {
      if (this.voutOf(record) !== vout) continue;
      this.drop(record);
      return;
    }
  }

  /** Takes whole transactions out, the oldest. @param count at least @returns records, readable until the next add */
  takeOldest(count: number): number[] {
    const records: number[] = [];
    let last = -1;
    for (;;) {
      const txKey = this.oldestTxKey();
      if (txKey === null || (records.length >= count && txKey !== last)) return records;
      last = txKey;
      records.push(this.head);
      this.drop(this.head);
    }
  }

  /** tx_key of the oldest output held, or null when there is none. */
  oldestTxKey(): number | null {
    for (; this.head < this.used; this.head++) {
      const { bytes, view } = this.segments[this.head >>> SEGMENT_BITS]!;
      if (bytes[offsetOf(this.head) + LIVE] === 1) return view.getFloat64(offsetOf(this.head) + TX_KEY);
    }
    return null;
  }

  /** The bytes that hold a record, and where in them its txid is (wire order, 32 bytes). */
  bytesOf(record: number): { bytes: Buffer; at: number } {
    return { bytes: this.segments[record >>> SEGMENT_BITS]!.bytes, at: offsetOf(record) };
  }

  voutOf(record: number): number {
    return this.segments[record >>> SEGMENT_BITS]!.view.getUint32(offsetOf(record) + VOUT);
  }

  txKeyOf(record: number): number {
    return this.segments[record >>> SEGMENT_BITS]!.view.getFloat64(offsetOf(record) + TX_KEY);
  }

  highOf(record: number): number {
    return this.segments[record >>> SEGMENT_BITS]!.view.getUint32(offsetOf(record) + HIGH);
  }

  lowOf(record: number): number {
    return this.segments[record >>> SEGMENT_BITS]!.view.getUint32(offsetOf(record) + LOW);
  }

  /** Where the address key of a record is; a length of 0 where it has none. */
  keyOf(record: number): { bytes: Buffer; at: number; length: number } {
    const { bytes } = this.segments[record >>> SEGMENT_BITS]!;
    const at = offsetOf(record);
    return { bytes, at: at + KEY, length: bytes[at + KEY_LENGTH]! };
  }

  /** @returns the number of the record's address in a book, or −1 where it has none */
  addressOf(record: number, book: AddressBook): number {
    const { bytes, at, length } = this.keyOf(record);
    return length === 0 ? -1 : book.numberOf(bytes, at, length);
  }

  private drop(record: number): void {
    const { bytes, at } = this.bytesOf(record);
    this.take(bytes, at, this.voutOf(record));
  }

  private segmentFor(record: number): Segment {
    const number = record >>> SEGMENT_BITS;
    let segment = this.segments[number];
    if (segment === undefined) {
      const bytes = Buffer.allocUnsafeSlow(SEGMENT_RECORDS * RECORD_BYTES);
      segment = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
      this.segments[number] = segment;
    }
    return segment;
  }

  /** Moves what is unspent together, in its order, and builds the table of slots anew. */
  private compact(): void {
    let to = 0;
    for (let from = this.head; from < this.used; from++) {
      const source = this.segments[from >>> SEGMENT_BITS]!.bytes;
      const at = offsetOf(from);
      if (source[at + LIVE] === 0) continue;
      source.copy(this.segments[to >>> SEGMENT_BITS]!.bytes, offsetOf(to), at, at + RECORD_BYTES);
      to++;
    }
    this.used = to;
    this.head = 0;
    // Memory that a longer chain needed once, while it was read back, is not held for ever.
    this.segments.length = Math.max(
      (to >>> SEGMENT_BITS) + 1,
      Math.min(this.segments.length, Math.ceil(this.capacity / SEGMENT_RECORDS)),
    );
    this.rebuildSlots(this.slots.length / 2);
  }

  private insert(record: number, hash: number): void {
    if (this.filled >= (this.slots.length / 2) * (2 / 3)) {
      // Deleted slots alone may fill it: then the size stays.
      this.rebuildSlots(this.live > this.slots.length / 6 ? this.slots.length : this.slots.length / 2);
      return; // the record is in use, so it was put in with the others
    }
    this.put(record, hash);
  }

  private put(record: number, hash: number): void {
    const { slots } = this;
    const mask = slots.length / 2 - 1;
    let slot = hash & mask;
    while (slots[2 * slot] !== EMPTY && slots[2 * slot] !== DELETED) slot = (slot + 1) & mask;
    if (slots[2 * slot] === EMPTY) this.filled++;
    slots[2 * slot] = record + 1;
    slots[2 * slot + 1] = hash;
  }

  private rebuildSlots(size: number): void {
    this.slots = size === this.slots.length / 2 ? this.slots.fill(EMPTY) : new Uint32Array(2 * size);
    this.filled = 0;
    for (let record = this.head; record < this.used; record++) {
      const { bytes, view } = this.segments[record >>> SEGMENT_BITS]!;
      const at = offsetOf(record);
      if (bytes[at + LIVE] === 0) continue;
      this.put(record, hashOfOutpoint(bytes, at, view.getUint32(at + VOUT)));
    }
  }
}

function offsetOf(record: number): number {
  return (record & (SEGMENT_RECORDS - 1)) * RECORD_BYTES;
}

function hashOfOutpoint(txids: Uint8Array, at: number, vout: number): number {
  const mixed = hashOfTxid(txids, at) ^ Math.imul(vout + 1, SEED);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Records hold the longest key. */
if (KEY + MAX_KEY_BYTES > RECORD_BYTES) throw new RangeError('a record is too short for an address key');
