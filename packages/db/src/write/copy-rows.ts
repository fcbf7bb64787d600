/**
 * Rows in PostgreSQL's binary COPY format, written straight into one growing buffer. Binary COPY is the fastest way
 * into Postgres and needs no quoting; the text form costs a third more here and there. Format: PostgreSQL manual, COPY,
 * "Binary Format"; field formats are those of the types' send functions.
 */
import type { Amount } from '@chaintrail/chains';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const INITIAL_BYTES = 1 << 16;
/** Signature, flags and the length of the header's extension. */
const HEADER_BYTES = 19;

/** Element types of arrays, by their OIDs. */
export const INT4 = 23;
export const INT8 = 20;
export const BYTEA = 17;
export const JSONB = 3802;
/** First byte of a jsonb value; its text follows (PostgreSQL src/backend/utils/adt/jsonb.c jsonb_send). */
const JSONB_VERSION = 1;
const NUMERIC_NEGATIVE = 0x4000;
const NUMERIC_BASE = 10_000;
const NUMERIC_BASE_SQUARED = NUMERIC_BASE * NUMERIC_BASE;
/** Three digits in base 10,000. */
const CHUNK = 10n ** 12n;
const CHUNK_DIGITS = 3;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const WORD = 2 ** 32;
/** Up to here a loop is faster than the call into native code that Buffer.copy makes. */
const LOOP_COPY_BYTES = 64;

export class CopyRows {
  /** Number of rows written. */
  count = 0;
  private buffer: Buffer;
  // A DataView's setters are compiled to single stores; Buffer's writers are calls with checks of their own.
  private view: DataView;
  private length = 0;

  /** @param bytes of room at first; it grows as needed */
  constructor(bytes = INITIAL_BYTES) {
    this.buffer = Buffer.allocUnsafeSlow(bytes);
    this.view = viewOf(this.buffer);
    SIGNATURE.copy(this.buffer);
    this.view.setInt32(11, 0); // flags
    this.view.setInt32(15, 0); // header extension length
    this.length = HEADER_BYTES;
  }

  /** Bytes written and not drained. */
  get bytes(): number {
    return this.length;
  }

  /** Starts a row. Exactly `fields` fields must follow. */
  row(fields: number): void {
    this.reserve(2);
    this.view.setInt16(this.length, fields);
    this.length += 2;
    this.count++;
  }

  null(): void {
    this.reserve(4);
    this.view.setInt32(this.length, -1);
    this.length += 4;
  }

  bool(value: boolean): void {
    this.reserve(5);
    this.view.setInt32(this.length, 1);
    this.view.setUint8(this.length + 4, value ? 1 : 0);
    this.length += 5;
  }

  int2(value: number): void {
    this.reserve(6);
    this.view.setInt32(this.length, 2);
    this.view.setInt16(this.length + 4, value);
    this.length += 6;
  }

  int4(value: number): void {
    this.reserve(8);
    this.view.setInt32(this.length, 4);
    this.view.setInt32(this.length + 4, value);
    this.length += 8;
  }

  /** @param value a safe integer */
  int8(value: number): void {
    this.int8Words(Math.floor(value / WORD), value >>> 0);
  }

  /** @param high of 64 bits, signed or unsigned */
  int8Words(high: number, low: number): void {
    this.reserve(12);
    this.view.setInt32(this.length, 8);
    this.view.setInt32(this.length + 4, high);
    this.view.setInt32(this.length + 8, low);
    this.length += 12;
  }

  text(value: string): void {
    const bytes = Buffer.byteLength(value);
    this.reserve(4 + bytes);
    this.view.setInt32(this.length, bytes);
    this.length += 4 + this.buffer.write(value, this.length + 4);
  }

  /** @param json text of a JSON value */
  jsonb(json: string): void {
    const bytes = Buffer.byteLength(json);
    this.reserve(5 + bytes);
    this.view.setInt32(this.length, 1 + bytes);
    this.view.setUint8(this.length + 4, JSONB_VERSION);
    this.length += 5 + this.buffer.write(json, this.length + 5);
  }

  /** A field of at most `limit` bytes that `write` puts into the buffer. @param write returns how many it wrote */
  written(limit: number, write: (target: Buffer, at: number) => number): void {
    this.reserve(4 + limit);
    const bytes = write(this.buffer, this.length + 4);
    this.view.setInt32(this.length, bytes);
    this.length += 4 + bytes;
  }

  bytea(source: Uint8Array, start = 0, end = source.length): void {
    const bytes = end - start;
    this.reserve(4 + bytes);
    this.view.setInt32(this.length, bytes);
    this.length += 4;
    if (bytes > LOOP_COPY_BYTES) {
      this.buffer.set(source.subarray(start, end), this.length);
      this.length += bytes;
    } else {
      const { buffer } = this;
      let at = this.length;
      for (let i = start; i < end; i++) buffer[at++] = source[i]!;
      this.length = at;
    }
  }

  /** A bytea of the four bytes of an unsigned number. */
  fourBytes(value: number): void {
    this.reserve(8);
    this.view.setInt32(this.length, 4);
    this.view.setUint32(this.length + 4, value);
    this.length += 8;
  }

  /** A 32-byte hash in wire order, stored in display order. */
  reversedHash(source: Uint8Array, start: number): void {
    this.reserve(36);
    this.view.setInt32(this.length, 32);
    const { buffer } = this;
    let at = this.length + 4;
    for (let i = start + 31; i >= start; i--) buffer[at++] = source[i]!;
    this.length = at;
  }

  numeric(value: Amount): void {
    const negative = value < 0;
    if (typeof value === 'number') this.smallNumeric(negative ? -value : value, negative);
    else this.largeNumeric(negative ? -value : value, negative);
  }

  /** Starts an array; `length` elements (or null) and endArray must follow. @returns what endArray wants */
  beginArray(elementOid: number, length: number): number {
    this.reserve(24);
    const start = this.length;
    const { view } = this; // the field's own length is written at its end
    view.setInt32(start + 4, length > 0 ? 1 : 0); // dimensions: an empty array has none
    view.setInt32(start + 8, 1); // may hold NULLs
    view.setInt32(start + 12, elementOid);
    this.length = start + 16;
    if (length > 0) {
      view.setInt32(start + 16, length);
      view.setInt32(start + 20, 1); // lower bound
      this.length = start + 24;
    }
    return start;
  }

  endArray(start: number): void {
    this.view.setInt32(start, this.length - start - 4);
  }

  /** Takes the bytes that are ready to be sent; rows that follow go into a new buffer. Between two rows only. */
  drain(): Buffer {
    const bytes = this.buffer.subarray(0, this.length);
    this.buffer = Buffer.allocUnsafeSlow(this.buffer.length);
    this.view = viewOf(this.buffer);
    this.length = 0;
    return bytes;
  }

  /** The same bytes once more. @param from as {@link bytes} said before them. @param to where they end */
  again(from: number, to: number): void {
    this.reserve(to - from);
    this.buffer.copyWithin(this.length, from, to);
    this.length += to - from;
  }

  /** The rows so far, without what surrounds them in a stream: for {@link append} of another. */
  body(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.buffer, HEADER_BYTES, this.length);
  }

  /** Adds rows that were made elsewhere. @param body as {@link body} gave it, of `count` rows */
  append(body: Uint8Array, count: number): void {
    this.reserve(body.length);
    this.buffer.set(body, this.length);
    this.length += body.length;
    this.count += count;
  }

  /** Ends the stream. @returns the rest of the bytes to send; the object may not be used afterwards. */
  finish(): Buffer {
    this.reserve(2);
    this.view.setInt16(this.length, -1);
    this.length += 2;
    return this.buffer.subarray(0, this.length);
  }

  /** @param value below 2^53: at most four digits in base 10,000 */
  private smallNumeric(value: number, negative: boolean): void {
    const digits = value >= 1e12 ? 4 : value >= 1e8 ? 3 : value >= 1e4 ? 2 : value > 0 ? 1 : 0;
    this.beginNumeric(digits, negative);
    let rest = value;
    for (let at = this.length + 2 * digits - 2; at >= this.length; at -= 2) {
      const next = Math.floor(rest / NUMERIC_BASE);
      this.view.setInt16(at, rest - next * NUMERIC_BASE);
      rest = next;
    }
    this.length += 2 * digits;
  }

  private largeNumeric(value: bigint, negative: boolean): void {
    // Twelve decimal digits at a time, so that nearly all of the work is on numbers.
    let top = value;
    const chunks: number[] = [];
    while (top > MAX_SAFE) {
      const rest = top / CHUNK;
      chunks.push(Number(top - rest * CHUNK));
      top = rest;
    }
    let first = Number(top);
    const digits: number[] = [];
    do {
      const next = Math.floor(first / NUMERIC_BASE);
      digits.push(first - next * NUMERIC_BASE);
      first = next;
    } while (first > 0);
    this.beginNumeric(digits.length + CHUNK_DIGITS * chunks.length, negative);
    const { view } = this;
    let at = this.length;
    for (let i = digits.length - 1; i >= 0; i--, at += 2) view.setInt16(at, digits[i]!);
    for (let i = chunks.length - 1; i >= 0; i--, at += 6) {
      const chunk = chunks[i]!;
      const high = Math.floor(chunk / NUMERIC_BASE_SQUARED);
      const low = chunk - high * NUMERIC_BASE_SQUARED;
      const middle = Math.floor(low / NUMERIC_BASE);
      view.setInt16(at, high);
      view.setInt16(at + 2, middle);
      view.setInt16(at + 4, low - middle * NUMERIC_BASE);
    }
    this.length = at;
  }

  private beginNumeric(digits: number, negative: boolean): void {
    this.reserve(12 + 2 * digits);
    const { view, length } = this;
    view.setInt32(length, 8 + 2 * digits);
    view.setInt16(length + 4, digits);
    view.setInt16(length + 6, digits > 0 ? digits - 1 : 0); // weight of the first digit
    view.setInt16(length + 8, negative ? NUMERIC_NEGATIVE : 0);
    view.setInt16(length + 10, 0); // digits after the point
    this.length += 12;
  }

  private reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(grown, 0, 0, this.length);
    this.buffer = grown;
    this.view = viewOf(grown);
  }
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
}
