/** Recursive Length Prefix of values as JSON-RPC has them, and hashes of it. Not by ethers: it takes ten times as long. */
import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesOf, type Hex, hexOf } from './hex.js';

/** Text is bytes, even of a number; a number or bigint is written without leading zeros. */
export type Rlp = Hex | number | bigint | readonly Rlp[];
type Bytes = Uint8Array | Bytes[];

function bytes(value: Rlp): Bytes {
  if (typeof value === 'string') return bytesOf(value);
  if (typeof value === 'object') return value.map(bytes);
  const digits = value === 0 || value === 0n ? '' : value.toString(16);
  return Buffer.from(digits.length % 2 === 1 ? `0${digits}` : digits, 'hex');
}

export interface Encoded {
  readonly byteLength: number;
  /** keccak-256. */
  readonly hash: Hex;
}

/** @param type of EIP-2718, before the list; none for 0 */
export function encodedRlp(value: Rlp, type = 0): Encoded {
  const list = RLP.encode(bytes(value));
  const encoded = type === 0 ? list : Buffer.concat([Buffer.from([type]), list]);
  return { byteLength: encoded.length, hash: keccak256(encoded) };
}

export function keccak256(data: Uint8Array): Hex {
  return hexOf(keccak_256(data));
}
