/** Hashing of blocks: protobuf's wire format, and Merkle roots as CometBFT builds them. */
import { createHash } from 'node:crypto';

/** Hash of all parts, one behind the other. */
export function sha256(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

const LEAF = Buffer.from([0]);
const INNER = Buffer.from([1]);

/** RFC 6962 (cometbft crypto/merkle/tree.go). */
export function merkleRoot(leaves: readonly Uint8Array[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return sha256(LEAF, first);
  // The largest power of two below the number of leaves.
  const split = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1);
  return sha256(INNER, merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)));
}

const NOTHING = Buffer.alloc(0);

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(left)]);
}

/** A field with its default value is left out, as proto3 wants it. Negative numbers are those of 64 bits. */
export function uint(field: number, value: bigint | number): Buffer {
  const number = BigInt.asUintN(64, BigInt(value));
  return number === 0n ? NOTHING : Buffer.concat([varint(BigInt(field << 3)), varint(number)]);
}

/** Field of bytes or text; nothing where it is empty. */
export function bytes(field: number, value: Uint8Array | string): Buffer {
  return value.length === 0 ? NOTHING : message(field, Buffer.from(value as Uint8Array));
}

/** A part that is there even when it is empty. */
export function message(field: number, value: Uint8Array): Buffer {
  return Buffer.concat([varint(BigInt((field << 3) | 2)), varint(BigInt(value.length)), value]);
}

export function join(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts);
}

export function timestamp(nanoseconds: bigint): Buffer {
  return join(uint(1, nanoseconds / 1_000_000_000n), uint(2, nanoseconds % 1_000_000_000n));
}
