/** Writes Bitcoin's wire encodings into one growing buffer. Encoder only: the product's decoder is checked against it. */
export class ByteWriter {
  private buffer = Buffer.allocUnsafe(1024);
  private at = 0;

  private reserve(count: number): void {
    if (this.at + count <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.at + count));
    this.buffer.copy(grown, 0, 0, this.at);
    this.buffer = grown;
  }

  u8(value: number): this {
    this.reserve(1);
    this.buffer[this.at++] = value;
    return this;
  }

  u32(value: number): this {
    this.reserve(4);
    this.at = this.buffer.writeUInt32LE(value, this.at);
    return this;
  }

  /** An amount: int64, little-endian. */
  i64(value: bigint): this {
    this.reserve(8);
    this.at = this.buffer.writeBigInt64LE(value, this.at);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.reserve(value.length);
    this.buffer.set(value, this.at);
    this.at += value.length;
    return this;
  }

  /** CompactSize (bitcoin src/serialize.h WriteCompactSize). */
  compactSize(value: number | bigint): this {
    if (value < 253) return this.u8(Number(value));
    this.reserve(9);
    if (value <= 0xffff) {
      this.buffer[this.at] = 253;
      this.at = this.buffer.writeUInt16LE(Number(value), this.at + 1);
    } else if (value <= 0xffffffff) {
      this.buffer[this.at] = 254;
      this.at = this.buffer.writeUInt32LE(Number(value), this.at + 1);
    } else {
      this.buffer[this.at] = 255;
      this.at = this.buffer.writeBigUInt64LE(BigInt(value), this.at + 1);
    }
    return this;
  }

  /** CompactSize length, then the bytes. */
  vector(value: Uint8Array): this {
    return this.compactSize(value.length).bytes(value);
  }

  /** A copy of what was written so far. */
  take(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.at));
  }

  reset(): this {
    this.at = 0;
    return this;
  }
}
