/**
 * Distinct address keys, numbered from 0, so that the rest of the work is on small integers. All keys lie in one buffer
 * and are found by a hash table of numbers. An object or a string per key takes longer than PostgreSQL takes for its
 * rows.
 */
import { randomBytes } from 'node:crypto';

/** No chain's keys are longer: a kind byte and a witness program of 40 bytes. */
export const MAX_KEY_BYTES = 41;
const TYPICAL_KEY_BYTES = 27;
const LEAST_KEYS = 1 << 10;
/** Numbers up to here fit beside a 32-bit prefix into a number's 53 bits. */
const MANY_KEYS = 2 ** 21;
/** Whoever makes addresses chooses their bytes; without the seed nobody can choose them so that they collide here. */
const SEED = randomBytes(4).readUInt32LE();

export class AddressBook {
  count = 0;
  /** All keys, one after the other; key `n` is at `starts[n] … starts[n + 1]`. */
  bytes: Buffer;
  starts: Uint32Array;
  private hashes: Uint32Array;
  /** Number + 1 by hash, with linear probing; at most half full. */
  private slots: Int32Array;

  /** @param expected number of keys, to begin with; more find room as well */
  constructor(expected = 0) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(LEAST_KEYS, expected)));
    this.bytes = Buffer.allocUnsafeSlow(capacity * TYPICAL_KEY_BYTES + MAX_KEY_BYTES);
    this.starts = new Uint32Array(capacity + 1);
    this.hashes = new Uint32Array(capacity);
    this.slots = new Int32Array(2 * capacity);
  }

  /** Where the next key is to be written. {@link intern} tells its number; `bytes` may be another buffer then. */
  reserve(): number {
    if (this.count === this.hashes.length) this.grow();
    const end = this.starts[this.count]!;
    if (end + MAX_KEY_BYTES > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(this.bytes.length * 2);
      this.bytes.copy(larger, 0, 0, end);
      this.bytes = larger;
    }
    return end;
  }

  /** @returns the number of the key that was written, `length` bytes, where {@link reserve} said */
  intern(length: number): number {
    const { bytes, starts, slots, hashes } = this;
    const start = starts[this.count]!;
    const hash = hashOf(bytes, start, length);
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1;
      if (hashes[number] === hash && this.isKey(number, start, length)) return number;
    }
    const number = this.count++;
    slots[slot] = number + 1;
    hashes[number] = hash;
    starts[number + 1] = start + length;
    return number;
  }

  /** The number of a key that lies elsewhere. */
  numberOf(source: Uint8Array, offset = 0, length = source.length - offset): number {
    const at = this.reserve();
    const { bytes } = this;
    for (let i = 0; i < length; i++) bytes[at + i] = source[offset + i]!;
    return this.intern(length);
  }

  /** A view of the key. */
  key(number: number): Buffer {
    return this.bytes.subarray(this.starts[number], this.starts[number + 1]);
  }

  /**
   * Numbers of keys in the byte order of the keys. The first four bytes and the place in `numbers` are sorted as one
   * number, then keys that begin alike byte by byte. Sorting with a comparison function takes six times as long.
   * @param numbers which keys; by default all
   */
  sorted(numbers: Uint32Array = Uint32Array.from({ length: this.count }, (_, n) => n)): Uint32Array {
    const { bytes, starts } = this;
    const count = numbers.length;
    // Beside more places than usual, there is room for three bytes in the 53 bits of a number.
    const [room, shift] = count <= MANY_KEYS ? [MANY_KEYS, 1] : [MANY_KEYS * 256, 256];
    const places = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const n = numbers[i]!;
      places[i] = Math.floor(prefixOf(bytes, starts[n]!, starts[n + 1]!) / shift) * room + i;
    }
    places.sort();
    const order = new Uint32Array(count);
    for (let i = 0; i < count; i++) order[i] = numbers[places[i]! % room]!;
    for (let from = 0; from < count; ) {
      const prefix = Math.floor(places[from]! / room);
      let to = from + 1;
      while (to < count && Math.floor(places[to]! / room) === prefix) to++;
      if (to - from > 1) order.subarray(from, to).sort((a, b) => this.compare(a, b));
      from = to;
    }
    return order;
  }

  private compare(a: number, b: number): number {
    const { bytes, starts } = this;
    return bytes.compare(bytes, starts[b]!, starts[b + 1]!, starts[a]!, starts[a + 1]!);
  }

  private isKey(number: number, start: number, length: number): boolean {
    const { bytes, starts } = this;
    const from = starts[number]!;
    if (starts[number + 1]! - from !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[from + i] !== bytes[start + i]) return false;
    return true;
  }

  private grow(): void {
    const capacity = 2 * this.hashes.length;
    const starts = new Uint32Array(capacity + 1);
    starts.set(this.starts);
    const hashes = new Uint32Array(capacity);
    hashes.set(this.hashes);
    const slots = new Int32Array(2 * capacity);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = hashes[number]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.starts = starts;
    this.hashes = hashes;
    this.slots = slots;
  }
}

/** Four bytes at a time into a multiplication, from a secret start; last, high bits into the low ones in use. */
function hashOf(bytes: Uint8Array, start: number, length: number): number {
  let hash = SEED ^ length;
  const end = start + length;
  let i = start;
  for (; i + 4 <= end; i += 4) {
    const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The first four bytes as a number, as if zeros followed a shorter key. */
function prefixOf(bytes: Uint8Array, start: number, end: number): number {
  let prefix = 0;
  for (let i = start; i < start + 4; i++) prefix = prefix * 256 + (i < end ? bytes[i]! : 0);
  return prefix;
}
