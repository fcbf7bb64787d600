/** Esplora's block object, from a stored header. Pure. */
import type { UtxoChainNetwork } from '@chaintrail/chains';
import type { StoredHeader } from '@chaintrail/db';
import { askAgain } from './esplora-route.js';

const MERKLE_ROOT_AT = 36;
/** Bitcoin's layout, and Zcash's, which has another hash before the time (zips protocol §7.6). */
const TIME_AT = { bitcoin: 68, zcash: 100 } as const;
/** The target of difficulty 1 as `bits` (bitcoin src/rpc/blockchain.cpp GetDifficulty; zcash src/chainparams.cpp powLimit). */
const EASIEST = { bitcoin: 0x1d00ffff, zcash: 0x1f07ffff } as const;

interface HeaderFields {
  readonly version: number;
  readonly merkleRoot: string;
  readonly bits: number;
  /** Nonce; of Zcash, whose nonces have 32 bytes, as hex. */
  readonly nonce: number | string;
}

export function headerBytes({ header }: Pick<StoredHeader, 'header'>): Buffer {
  // An index of an older version has none, and one sync later it has.
  if (header === null) throw askAgain('Headers of this chain are indexed with its next sync');
  return Buffer.from(header, 'hex');
}

const kindOf = ({ chain }: UtxoChainNetwork): keyof typeof TIME_AT => (chain.shielded ? 'zcash' : 'bitcoin');

export function headerFields(followed: UtxoChainNetwork, header: Buffer): HeaderFields {
  const bitsAt = TIME_AT[kindOf(followed)] + 4;
  const nonce = bitsAt + 4;
  return {
    version: header.readInt32LE(0),
    merkleRoot: Buffer.from(header.subarray(MERKLE_ROOT_AT, MERKLE_ROOT_AT + 32))
      .reverse()
      .toString('hex'),
    bits: header.readUInt32LE(bitsAt),
    nonce: followed.chain.shielded ? header.toString('hex', nonce, nonce + 32) : header.readUInt32LE(nonce),
  };
}

/** How much harder than the easiest target, as nodes say it. */
export function difficultyOf(followed: UtxoChainNetwork, bits: number): number {
  const easiest = EASIEST[kindOf(followed)];
  return ((easiest & 0xffffff) / (bits & 0xffffff)) * 256 ** ((easiest >>> 24) - (bits >>> 24));
}

export function shapeBlock(followed: UtxoChainNetwork, stored: StoredHeader) {
  const { version, merkleRoot, bits, nonce } = headerFields(followed, headerBytes(stored));
  const { height, hash, parentHash, time, txCount, size, weight, medianTime } = stored;
  return {
    id: hash,
    ...{ height, version, timestamp: time, tx_count: txCount, size, weight: weight ?? 4 * size },
    ...{ merkle_root: merkleRoot, previousblockhash: height === 0 ? null : parentHash, mediantime: medianTime },
    ...{ nonce, bits, difficulty: difficultyOf(followed, bits) },
  };
}
