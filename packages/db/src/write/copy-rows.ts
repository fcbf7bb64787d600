/**
 * Rows in PostgreSQL's binary COPY format, written straight into one growing buffer.
 * Binary COPY is the fastest way into Postgres and needs no quoting; the text form costs a third more here and there.
 * Format: PostgreSQL manual, COPY, "Binary Format"; field formats are those of the types' send functions.
 */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const INITIAL_BYTES = 1 << 16;

const OID_INT4 = 23;
const OID_INT8 = 20;
const OID_BYTEA = 17;
const NUMERIC_NEGATIVE = 0x4000;
const NUMERIC_BASE = 10_000;
const BIG_BASE = BigInt(NUMERIC_BASE);
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** Up to here a loop is faster than the call into native code that Buffer.copy makes. */
const LOOP_COPY_BYTES = 64;

export class CopyRows {
  /** Number of rows written. */
  count = 0;
  private buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  private length = 0;

  constructor() {
    SIGNATURE.copy(this.buffer);
    this.buffer.writeInt32BE(0, 11); // flags
    this.buffer.writeInt32BE(0, 15); // header extension length
    this.length = 19;
  }

  /** Starts a row. Exactly `fields` fields must follow. */
  row(fields: number): void {
    this.reserve(2);
    this.length = this.buffer.writeInt16BE(fields, this.length);
    this.count++;
  }

  null(): void {
    this.reserve(4);
    this.length = this.buffer.writeInt32BE(-1, this.length);
  }

  int4(value: number): void {
    this.reserve(8);
    this.length = this.buffer.writeInt32BE(4, this.length);
    this.length = this.buffer.writeInt32BE(value, this.length);
  }

  /** @param value a safe integer, or a bigint within 64 bits */
  int8(value: number | bigint): void {
    this.reserve(12);
    this.length = this.buffer.writeInt32BE(8, this.length);
    this.putInt8(value);
  }

  text(value: string): void {
    const bytes = Buffer.byteLength(value);
    this.reserve(4 + bytes);
    this.length = this.buffer.writeInt32BE(bytes, this.length);
    this.length += this.buffer.write(value, this.length);
  }

  bytea(source: Buffer, start = 0, end = source.length): void {
    const bytes = end - start;
    this.reserve(4 + bytes);
    this.length = this.buffer.writeInt32BE(bytes, this.length);
    if (bytes > LOOP_COPY_BYTES) {
      this.length += source.copy(this.buffer, this.length, start, end);
    } else {
      for (let i = start; i < end; i++) this.buffer[this.length++] = source[i]!;
    }
  }

  /** A 32-byte hash in wire order, stored in display order. */
  reversedHash(source: Buffer, start: number): void {
    this.reserve(36);
    this.length = this.buffer.writeInt32BE(32, this.length);
    for (let i = start + 31; i >= start; i--) this.buffer[this.length++] = source[i]!;
  }

  numeric(value: bigint): void {
    const negative = value < 0n;
    const digits = base10000(negative ? -value : value);
    this.reserve(12 + 2 * digits);
    this.length = this.buffer.writeInt32BE(8 + 2 * digits, this.length);
    this.length = this.buffer.writeInt16BE(digits, this.length);
    this.length = this.buffer.writeInt16BE(Math.max(0, digits - 1), this.length); // weight of the first digit
    this.length = this.buffer.writeUInt16BE(negative ? NUMERIC_NEGATIVE : 0, this.length);
    this.length = this.buffer.writeInt16BE(0, this.length); // digits after the point
    for (let i = digits - 1; i >= 0; i--) this.length = this.buffer.writeInt16BE(DIGITS[i]!, this.length);
  }

  int4Array(length: number, at: (index: number) => number): void {
    const start = this.beginArray(OID_INT4, length, false);
    this.reserve(8 * length);
    for (let i = 0; i < length; i++) this.int4(at(i));
    this.endField(start);
  }

  /** An int8 array; an element that `at` answers with null is NULL. */
  int8Array(length: number, at: (index: number) => number | bigint | null): void {
    const start = this.beginArray(OID_INT8, length, true);
    this.reserve(12 * length);
    for (let i = 0; i < length; i++) {
      const value = at(i);
      if (value === null) this.null();
      else this.int8(value);
    }
    this.endField(start);
  }

  /** A bytea array; `put` writes element `index` with one call of bytea, reversedHash or null. */
  byteaArray(length: number, put: (index: number) => void): void {
    const start = this.beginArray(OID_BYTEA, length, true);
    for (let i = 0; i < length; i++) put(i);
    this.endField(start);
  }

  /** Ends the stream. @returns all bytes to send; the object may not be used afterwards. */
  finish(): Buffer {
    this.reserve(2);
    this.length = this.buffer.writeInt16BE(-1, this.length);
    return this.buffer.subarray(0, this.length);
  }

  private beginArray(elementOid: number, length: number, mayHoldNull: boolean): number {
    this.reserve(24);
    const start = this.length;
    this.length += 4; // field length, known at the end
    this.length = this.buffer.writeInt32BE(length > 0 ? 1 : 0, this.length); // dimensions: an empty array has none
    this.length = this.buffer.writeInt32BE(mayHoldNull ? 1 : 0, this.length);
    this.length = this.buffer.writeInt32BE(elementOid, this.length);
    if (length > 0) {
      this.length = this.buffer.writeInt32BE(length, this.length);
      this.length = this.buffer.writeInt32BE(1, this.length); // lower bound
    }
    return start;
  }

  private endField(start: number): void {
    this.buffer.writeInt32BE(this.length - start - 4, start);
  }

  private putInt8(value: number | bigint): void {
    if (typeof value === 'bigint') {
      this.length = this.buffer.writeBigInt64BE(value, this.length);
    } else {
      this.length = this.buffer.writeInt32BE(Math.floor(value / 0x1_0000_0000), this.length);
      this.length = this.buffer.writeUInt32BE(value >>> 0, this.length);
    }
  }

  private reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(grown, 0, 0, this.length);
    this.buffer = grown;
  }
}

/** Digits of the number being written, least significant first. Room for 10^256; amounts stay far below. */
const DIGITS = new Int16Array(64);

/** Fills DIGITS with a non-negative number in base 10,000. @returns how many there are; none for zero */
function base10000(value: bigint): number {
  let count = 0;
  let big = value;
  while (big > MAX_SAFE) {
    DIGITS[count++] = Number(big % BIG_BASE);
    big /= BIG_BASE;
  }
  // Below 2^53 plain numbers are exact and several times faster.
  for (let small = Number(big); small > 0; ) {
    const rest = Math.floor(small / NUMERIC_BASE);
    DIGITS[count++] = small - rest * NUMERIC_BASE;
    small = rest;
  }
  return count;
}
