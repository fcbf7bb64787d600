import { DecodeError } from '../errors.js';

/** Larger counts and lengths are refused by every node. Source: bitcoin src/serialize.h MAX_SIZE. */
const MAX_SIZE = 0x0200_0000;

/**
 * A forward cursor over little-endian wire bytes. Every read is checked against the end, and a count against the bytes
 * that are left. So hostile input can neither read outside nor make its reader allocate more than it sent. Every method
 * throws {@link DecodeError} at the offset where the bytes stop making sense.
 */
export class ByteReader {
  readonly bytes: Buffer;
  /** Offset of the next byte. */
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get remaining(): number {
    return this.bytes.length - this.at;
  }

  /** Moves past `length` bytes. @returns the offset they start at. */
  skip(length: number): number {
    const start = this.at;
    const end = start + length;
    if (end > this.bytes.length) this.#truncated(length);
    this.at = end;
    return start;
  }

  u8(): number {
    return this.bytes[this.skip(1)]!;
  }

  u32(): number {
    const { bytes } = this;
    const at = this.skip(4);
    return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  }

  /** A CompactSize integer: in its shortest form and at most 32 MiB (bitcoin src/serialize.h ReadCompactSize). */
  compactSize(): number {
    const first = this.u8();
    return first < 0xfd ? first : this.#longCompactSize(first);
  }

  /** Items that follow, each of at least `minimumItemBytes`. @param what names the items in the error */
  count(minimumItemBytes: number, what: string): number {
    const start = this.at;
    const count = this.compactSize();
    if (count * minimumItemBytes > this.remaining) {
      throw new DecodeError(`${count} ${what} cannot fit into the ${this.remaining} bytes that follow`, start);
    }
    return count;
  }

  #longCompactSize(first: number): number {
    const start = this.at - 1;
    const { bytes } = this;
    let value: number;
    let smallest: number;
    if (first === 0xfd) {
      const at = this.skip(2);
      value = bytes[at]! | (bytes[at + 1]! << 8);
      smallest = 0xfd;
    } else {
      value = this.u32();
      smallest = 0x1_0000;
      if (first === 0xff) {
        value += this.u32() * 2 ** 32;
        smallest = 2 ** 32;
      }
    }
    if (value < smallest) throw new DecodeError(`CompactSize ${value} is not in its shortest form`, start);
    if (value > MAX_SIZE) throw new DecodeError(`CompactSize ${value} is above the limit of ${MAX_SIZE}`, start);
    return value;
  }

  #truncated(length: number): never {
    throw new DecodeError(`the bytes end ${this.at + length - this.bytes.length} bytes too early`, this.at);
  }
}
