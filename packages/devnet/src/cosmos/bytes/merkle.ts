/** Merkle roots as CometBFT builds them: RFC 6962 (cometbft crypto/merkle/tree.go). */
import { createHash } from 'node:crypto';

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

const LEAF = Buffer.from([0]);
const INNER = Buffer.from([1]);

export function merkleRoot(leaves: readonly Uint8Array[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return sha256(LEAF, first);
  // The largest power of two below the number of leaves.
  const split = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1);
  return sha256(INNER, merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)));
}
