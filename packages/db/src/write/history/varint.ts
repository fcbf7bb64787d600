/** Whole numbers of any size in as few bytes as they need (LEB128): seven bits a byte, the lowest first. */
import { type Amount, amountOf } from '@chaintrail/chains';

/** Numbers below 2^53 take at most so many bytes. */
export const MAX_SAFE_VARINT_BYTES = 8;
const MAX_UINT31 = 0x7fff_ffff;
/** Numbers of 256 bits, which hold nearly everything there is, take at most so many. */
const WORD_VARINT_BYTES = 37;
const WORD_LIMIT = 2n ** 256n;
/** Seven bytes at a time, so that nearly all of the work is on numbers. */
const CHUNK_BYTES = 7;
const CHUNK_BITS = 49n;
const CHUNK_MASK = 2n ** CHUNK_BITS - 1n;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Bytes that {@link writeVarint} may need for a value, whatever its sign. */
export function varintRoom(value: Amount): number {
  if (typeof value === 'number') return MAX_SAFE_VARINT_BYTES;
  return value < WORD_LIMIT && value > -WORD_LIMIT
    ? WORD_VARINT_BYTES
    : Math.ceil(value.toString(16).length / 1.75) + 1;
}

/** @param value not negative. @returns the place after it */
export function writeVarint(target: Uint8Array, at: number, value: Amount): number {
  if (typeof value === 'bigint') return writeBigVarint(target, at, value);
  let rest = value;
  while (rest > MAX_UINT31) {
    const next = Math.floor(rest / 128);
    target[at++] = (rest - next * 128) | 128;
    rest = next;
  }
  while (rest > 127) {
    target[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  target[at++] = rest;
  return at;
}

function writeBigVarint(target: Uint8Array, at: number, value: bigint): number {
  let rest = value;
  for (; rest > MAX_SAFE; rest >>= CHUNK_BITS) {
    let chunk = Number(rest & CHUNK_MASK);
    for (const end = at + CHUNK_BYTES; at < end; ) {
      const next = Math.floor(chunk / 128);
      target[at++] = (chunk - next * 128) | 128;
      chunk = next;
    }
  }
  return writeVarint(target, at, Number(rest));
}

/** Reads one number after the other. */
export class VarintReader {
  at: number;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** @throws RangeError where the bytes end within a number */
  next(): Amount {
    const { bytes } = this;
    const start = this.at;
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[this.at++];
      if (byte === undefined) throw new RangeError('the bytes end within a number');
      if (byte < 128) {
        value += byte * scale;
        // A value that rounds to 2^53 or above may be another number.
        return value <= Number.MAX_SAFE_INTEGER ? value : this.large(start);
      }
      value += (byte - 128) * scale;
    }
  }

  /** The next number where it is known to be a safe one. */
  nextNumber(): number {
    return Number(this.next());
  }

  private large(start: number): Amount {
    const { bytes, at } = this;
    let value = 0n;
    // From the highest bytes down, as many at a time as fit a number.
    const whole = Math.floor((at - start) / CHUNK_BYTES);
    for (let chunk = whole; chunk >= 0; chunk--) {
      const from = start + chunk * CHUNK_BYTES;
      let part = 0;
      for (let i = Math.min(at, from + CHUNK_BYTES) - 1; i >= from; i--) part = part * 128 + (bytes[i]! & 127);
      value = (value << CHUNK_BITS) | BigInt(part);
    }
    return amountOf(value);
  }
}
