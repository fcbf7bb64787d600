/** Values in the hexadecimal forms of Ethereum's JSON-RPC and of RLP. All text is lower case and carries `0x`. */
import { createHash } from 'node:crypto';
import { type Input, RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { getCreateAddress } from 'ethers';

/** Lower case, with `0x`: 20 bytes of an address, 32 of a hash, or any bytes. */
export type Hex = string;

/** A number as JSON-RPC writes it: no leading zeros, zero is `0x0`. */
export function quantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}

/** 32 bytes of a number, without `0x`. */
export function word(value: number | bigint): string {
  return value.toString(16).padStart(64, '0');
}

/** 32 bytes that hold an address (or anything shorter than a word), without `0x`. */
export function padded(value: Hex): string {
  return value.slice(2).padStart(64, '0');
}

export function byteLength(value: Hex): number {
  return (value.length - 2) / 2;
}

export function bytesOf(value: Hex): Uint8Array {
  return Buffer.from(value.slice(2), 'hex');
}

export function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`;
}

/** 32 bytes that stand for these words, for what a real chain would take from somewhere else. */
export function hashOf(...words: readonly (string | number)[]): Hex {
  return `0x${createHash('sha256').update(words.join('/')).digest('hex')}`;
}

/** An address that stands for these words; nobody has its key. */
export function addressOf(...words: readonly (string | number)[]): Hex {
  return `0x${hashOf(...words).slice(26)}`;
}

export function keccak256(data: Uint8Array): Hex {
  return hexOf(keccak_256(data));
}

/** In RLP, text is bytes, even of a number; a number or bigint is written without leading zeros. */
export type Rlp = Hex | number | bigint | readonly Rlp[];

export interface Encoded {
  readonly bytes: Uint8Array;
  readonly byteLength: number;
  /** keccak-256. */
  readonly hash: Hex;
}

/** Not by ethers: it takes ten times as long. @param type of EIP-2718, before the list; none for 0 */
export function encodedRlp(value: Rlp, type = 0): Encoded {
  const list = RLP.encode(value as Input);
  const encoded = type === 0 ? list : Buffer.concat([Buffer.from([type]), list]);
  return { bytes: encoded, byteLength: encoded.length, hash: keccak256(encoded) };
}

/** Where the contract is that `from` makes with its transaction number `nonce`. */
export function createdAddress(from: Hex, nonce: number): Hex {
  return getCreateAddress({ from, nonce }).toLowerCase();
}

export const ZERO_ADDRESS: Hex = `0x${'0'.repeat(40)}`;
export const ZERO_HASH: Hex = `0x${'0'.repeat(64)}`;
