import { hash, scryptSync } from 'node:crypto';
import { sha256d } from '../sha256.js';

export function sha256(data: Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}

export function hash160(data: Uint8Array): Buffer {
  return hash('ripemd160', sha256(data), 'buffer');
}

/** Litecoin's proof of work: scrypt(1024, 1, 1) with the header as password and salt. */
export function scryptHash(header: Uint8Array): Buffer {
  return scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 });
}

/** Wire order → display form. */
export function displayHash(wire: Uint8Array): string {
  return Buffer.from(wire).reverse().toString('hex');
}

/** Display form → wire order. */
export function wireHash(display: string): Buffer {
  return Buffer.from(display, 'hex').reverse();
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
