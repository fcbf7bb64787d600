/**
 * Writes RLP from the hexadecimal digits of nodes' answers. A list's header is put before its items once they are there:
 * how long they are depends on leading zeros. Source: Ethereum Yellow Paper, appendix B
 */
import { DIGIT } from '../json/hex-amounts.js';

const ZERO_DIGIT = 0x30;
const STRING = 0x80;
const LIST = 0xc0;
/** Longer contents have their length in bytes of its own. */
const SHORT = 55;
/** From here on a call decodes digits faster than a loop does. */
const LONG_BYTES = 64;
const FIRST_BYTES = 65_536;
/** Memory above this, which a larger block took, is given back with the next one. */
const MOST_KEPT_BYTES = 4_194_304;

export class RlpWriter {
  /** No Buffer: parts of one take longer to make. */
  bytes = new Uint8Array(FIRST_BYTES);
  length = 0;
  /** The same memory. */
  #buffer = Buffer.from(this.bytes.buffer);
  /** Negative where something was no hexadecimal digit, since it was last cleared. */
  bad = 0;

  clear(): void {
    if (this.bytes.length > MOST_KEPT_BYTES) this.#take(new Uint8Array(FIRST_BYTES));
    this.length = 0;
    this.bad = 0;
  }

  /** Leaves bytes free for what the caller writes there. */
  skip(count: number): void {
    this.#makeRoom(count);
    this.length += count;
  }

  byte(value: number): void {
    this.#makeRoom(1);
    this.bytes[this.length++] = value;
  }

  /** Bytes that are encoded already. */
  encoded(source: Uint8Array, from: number, to: number): void {
    this.#makeRoom(to - from);
    this.bytes.set(source.subarray(from, to), this.length);
    this.length += to - from;
  }

  /** A string of the bytes whose digits are `source[from…to)`. */
  data(source: Buffer, from: number, to: number): void {
    if (((to - from) & 1) !== 0) this.bad = -1;
    const count = (to - from) >> 1;
    this.#makeRoom(count + 9);
    if (count !== 1) this.#header(STRING, count);
    if (count > LONG_BYTES) {
      // Node's own decoder stops at what is no digit.
      if (this.#buffer.write(source.toString('latin1', from, to), this.length, 'hex') !== count) this.bad = -1;
      this.length += count;
      return;
    }
    let at = this.length;
    const { bytes } = this;
    let bad = this.bad;
    for (; from < to; from += 2) {
      const high = DIGIT[source[from]!]!;
      const low = DIGIT[source[from + 1]!]!;
      bad |= high | low;
      bytes[at++] = (high << 4) | low;
    }
    this.bad = bad;
    if (count === 1) this.#endOneByte(bytes[this.length]!);
    else this.length = at;
  }

  /** A number, in as few bytes as it needs. */
  quantity(source: Buffer, from: number, to: number): void {
    while (from < to && source[from] === ZERO_DIGIT) from++;
    if (((to - from) & 1) === 0) this.data(source, from, to);
    // A leading zero makes the digits even: there always is one, or the x of `0x`.
    else this.#oddQuantity(source, from, to);
  }

  #oddQuantity(source: Uint8Array, from: number, to: number): void {
    const count = (to - from + 1) >> 1;
    this.#makeRoom(count + 9);
    const first = DIGIT[source[from]!]!;
    this.bad |= first;
    if (count === 1) {
      this.bytes[this.length++] = first;
      return;
    }
    this.#header(STRING, count);
    this.bytes[this.length++] = first;
    for (let at = from + 1; at < to; at += 2) {
      const high = DIGIT[source[at]!]!;
      const low = DIGIT[source[at + 1]!]!;
      this.bad |= high | low;
      this.bytes[this.length++] = (high << 4) | low;
    }
  }

  /** A number of at most 53 bits. */
  number(value: number): void {
    const digits = Buffer.from(value.toString(16), 'latin1');
    this.quantity(digits, 0, digits.length);
  }

  /** @returns where the items begin, for {@link endList} */
  startList(): number {
    return this.length;
  }

  /** Begins a list of so many bytes, where that is known. */
  list(count: number): void {
    this.#makeRoom(count + 9);
    this.#header(LIST, count);
  }

  endList(start: number): void {
    const count = this.length - start;
    const header = count <= SHORT ? 1 : 1 + lengthBytes(count);
    this.#makeRoom(header);
    this.bytes.copyWithin(start + header, start, this.length);
    this.length = start;
    this.#header(LIST, count);
    this.length += count;
  }

  /** A byte below 0x80 is its own encoding. */
  #endOneByte(value: number): void {
    if (value >= STRING) this.bytes[this.length++] = STRING + 1;
    this.bytes[this.length++] = value;
  }

  #header(kind: number, count: number): void {
    this.length = putHeader(this.bytes, this.length, kind, count);
  }

  #makeRoom(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.#take(larger);
  }

  #take(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.#buffer = Buffer.from(bytes.buffer);
  }
}

function lengthBytes(count: number): number {
  return count < 0x100 ? 1 : count < 0x1_0000 ? 2 : count < 0x100_0000 ? 3 : 4;
}

/** Writes the header of a string or list of so many bytes. @returns where its content begins */
function putHeader(bytes: Uint8Array, at: number, kind: number, count: number): number {
  if (count <= SHORT) {
    bytes[at] = kind + count;
    return at + 1;
  }
  const size = lengthBytes(count);
  bytes[at++] = kind + SHORT + size;
  for (let shift = 8 * (size - 1); shift >= 0; shift -= 8) bytes[at++] = (count >>> shift) & 0xff;
  return at;
}

/** Bytes of a string of so many, which is not one byte alone. */
export function stringBytes(count: number): number {
  return headerBytes(count) + count;
}

/** Bytes of the string whose digits are `source[from…to)`. */
export function dataBytes(source: Uint8Array, from: number, to: number): number {
  const count = (to - from) >> 1;
  return count === 1 && DIGIT[source[from]!]! < 8 ? 1 : stringBytes(count);
}

/** Bytes of the header of a string or list that has so many and is not a single byte. */
function headerBytes(count: number): number {
  return count <= SHORT ? 1 : 1 + lengthBytes(count);
}

/**
 * Writes the node of a trie that has one value: its header goes before the value, to the room that is left there.
 * @param path the rest of the value's key, encoded
 * @returns where the node begins
 */
export function wrapLeaf(bytes: Uint8Array, from: number, to: number, path: Uint8Array): number {
  const value = to - from;
  const isOneByte = value === 1 && bytes[from]! < STRING;
  const valueHeader = isOneByte ? 0 : headerBytes(value);
  const count = path.length + valueHeader + value;
  const start = from - valueHeader - path.length - headerBytes(count);
  const at = putHeader(bytes, start, LIST, count);
  bytes.set(path, at);
  if (!isOneByte) putHeader(bytes, at + path.length, STRING, value);
  return start;
}
