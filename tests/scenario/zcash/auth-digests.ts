/** Commitments of Zcash's headers beside ids: the digests of transactions' authorizing data (ZIP 244, ZIP 229). */
import type { WireTransaction } from '@chaintrail/devnet';
import { digest } from '../../../packages/chains/test/support/zcash-reference-txid.js';

/** Stands for the digest of transactions before version 5. */
const NO_AUTH_DIGEST = Buffer.alloc(32, 0xff);

export const blake2b256 = (personalization: string | Buffer, ...parts: readonly Buffer[]): Buffer =>
  digest(personalization, parts);

/** Personalization of a hash that is bound to a consensus branch: twelve letters and the branch id (ZIP 244). */
export function branchPersonalization(name: string, branchId: number): Buffer {
  const personal = Buffer.alloc(16);
  personal.write(name, 'latin1');
  personal.writeUInt32LE(branchId, 12);
  return personal;
}

/** The digest of unlocking scripts, of a transaction with nothing shielded. @returns wire order */
export function authDigest({ version, branchId, inputs }: WireTransaction): Buffer {
  if (version < 5) return NO_AUTH_DIGEST;
  const scripts = inputs.flatMap(({ scriptSig }) => [compactSize(scriptSig.length), scriptSig]);
  const nothing =
    version === 5
      ? ['ZTxAuthSapliHash', 'ZTxAuthOrchaHash']
      : ['ZTxAuthSapliH_v6', 'ZTxAuthOrchaH_v6', 'ZTxAuthIrnwdH_v6'];
  return blake2b256(
    branchPersonalization('ZTxAuthHash_', branchId),
    blake2b256('ZTxAuthTransHash', ...scripts),
    ...nothing.map((name) => blake2b256(name)),
  );
}

function compactSize(length: number): Buffer {
  return Buffer.from(length < 253 ? [length] : [253, length & 0xff, length >> 8]);
}

/** Root of the tree over the digests of a block (ZIP 244): leaves padded with zeros to a power of two. */
export function authDataRoot(digests: readonly Buffer[]): Buffer {
  let level = [...digests];
  while (level.length & (level.length - 1)) level.push(Buffer.alloc(32));
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, pair) =>
      blake2b256('ZcashAuthDatHash', level[2 * pair] as Buffer, level[2 * pair + 1] as Buffer),
    );
  }
  return level[0] as Buffer;
}
