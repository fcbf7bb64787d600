/** Hashes in wire order. One-shot calls: on messages of 64 to 500 bytes a Hash object takes twice as long. */
import { hash } from 'node:crypto';

export function sha256(data: Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}

export function sha256d(data: Uint8Array): Buffer {
  return sha256(sha256(data));
}

export function hash160(data: Uint8Array): Buffer {
  return hash('ripemd160', sha256(data), 'buffer');
}

/** Merkle root of hashes in wire order; an odd one at the end of a level is paired with itself. */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  let level = leaves;
  const pair = Buffer.allocUnsafe(64);
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let i = 0; i < level.length; i += 2) {
      (level[i] as Buffer).copy(pair, 0);
      (level[i + 1] ?? (level[i] as Buffer)).copy(pair, 32);
      above.push(sha256d(pair));
    }
    level = above;
  }
  const root = level[0];
  if (!root) throw new RangeError('a Merkle tree needs at least one leaf');
  return root;
}
