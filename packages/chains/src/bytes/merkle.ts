import { foldPairs, HASH_BYTES, sha256dInto } from './hash.js';

interface MerkleResult {
  /** 32 bytes in wire order. */
  readonly root: Buffer;
  /**
   * Two neighbours that are hashed together are equal. An honest list of transactions never has that, and repeating its
   * tail this way leaves the root unchanged (CVE-2012-2459; bitcoin src/consensus/merkle.cpp ComputeMerkleRoot).
   */
  readonly mutated: boolean;
}

/**
 * The root of Bitcoin's Merkle tree over concatenated 32-byte hashes.
 * The tree is folded in place: `hashes` is scratch afterwards, so pass a copy of what must survive.
 * @throws RangeError when `hashes` is empty or no multiple of 32 bytes.
 */
export function merkleRoot(hashes: Buffer): MerkleResult {
  let count = hashes.length / HASH_BYTES;
  if (!Number.isInteger(count) || count === 0) throw new RangeError('a Merkle tree needs one or more 32-byte hashes');
  let mutated = false;
  const lastPair = Buffer.allocUnsafe(2 * HASH_BYTES);
  while (count > 1) {
    const paired = count & ~1;
    for (let at = 0; at < paired; at += 2) if (equalNeighbours(hashes, at * HASH_BYTES)) mutated = true;
    foldPairs(hashes, paired / 2);
    if (paired !== count) {
      // An odd hash at the end of a level is paired with itself.
      hashes.copy(lastPair, 0, paired * HASH_BYTES, count * HASH_BYTES);
      hashes.copy(lastPair, HASH_BYTES, paired * HASH_BYTES, count * HASH_BYTES);
      sha256dInto(lastPair, hashes, (paired * HASH_BYTES) / 2);
    }
    count = (count + 1) >>> 1;
  }
  return { root: Buffer.from(hashes.subarray(0, HASH_BYTES)), mutated };
}

function equalNeighbours(hashes: Buffer, start: number): boolean {
  for (let i = start; i < start + HASH_BYTES; i++) if (hashes[i] !== hashes[i + HASH_BYTES]) return false;
  return true;
}
