/** F4Jumble (ZIP 316): every byte depends on every other, so that no part of an address can be changed unnoticed. */
import { Blake2b } from '../../bytes/blake2b.js';

/** Bounds of a unified address. */
const MIN_BYTES = 48;
const MAX_BYTES = 4_194_368;
const DIGEST_BYTES = 64;

/** The inverse of F4Jumble. @returns null for a length that cannot be jumbled */
export function unjumble(jumbled: Buffer): Buffer | null {
  if (jumbled.length < MIN_BYTES || jumbled.length > MAX_BYTES) return null;
  const bytes = Buffer.from(jumbled);
  const leftBytes = Math.min(DIGEST_BYTES, bytes.length >>> 1);
  const left = bytes.subarray(0, leftBytes);
  const right = bytes.subarray(leftBytes);
  xorH(1, right, left);
  xorG(1, left, right);
  xorH(0, right, left);
  xorG(0, left, right);
  return bytes;
}

const digest = Buffer.alloc(DIGEST_BYTES);

/** The short half changes by a digest of the long one, … */
function xorH(round: number, data: Buffer, target: Buffer): void {
  new Blake2b(personalization('H', round, 0), target.length).begin().add(data).end(digest, 0);
  for (let i = 0; i < target.length; i++) target[i]! ^= digest[i]!;
}

/** … the long one by as many digests of the short one as it needs. */
function xorG(round: number, data: Buffer, target: Buffer): void {
  for (let at = 0, index = 0; at < target.length; at += DIGEST_BYTES, index++) {
    new Blake2b(personalization('G', round, index), DIGEST_BYTES).begin().add(data).end(digest, 0);
    const end = Math.min(target.length, at + DIGEST_BYTES);
    for (let i = at; i < end; i++) target[i]! ^= digest[i - at]!;
  }
}

function personalization(name: 'G' | 'H', round: number, index: number): Buffer {
  return Buffer.from([...Buffer.from(`UA_F4Jumble_${name}`, 'latin1'), round, index & 0xff, index >>> 8]);
}
