/**
 * CashTokens (CHIP-2022-02) of an output: a prefix of the field that elsewhere is the script.
 *
 *     ef | category 32 | bitfield | [commitment length, commitment] | [amount] | script
 *
 * A prefix that breaks a rule is none: the whole field is then the script, which nobody can spend. Nodes read it so at
 * every height, also before the upgrade of May 2023, and leave the limit of a commitment's length to consensus. Source:
 * bitcoin-cash-node src/primitives/token.h OutputData, token.cpp UnwrapScriptPubKey.
 */
import { displayHash } from '../../bytes/hash.js';
import { DecodeError } from '../../errors.js';

const PREFIX_TOKEN = 0xef;
const CATEGORY_AT = 1;
const BITFIELD_AT = 33;
const HEAD_BYTES = 34;

const HAS_COMMITMENT = 0x40;
const HAS_NFT = 0x20;
const HAS_AMOUNT = 0x10;
const STRUCTURE = 0xf0;
const CAPABILITY = 0x0f;
export const CAPABILITIES = ['none', 'mutable', 'minting'] as const;
/** Commitments and capabilities belong to an NFT, and a prefix is of something; bit 0x80 is reserved. */
const STRUCTURES = [HAS_AMOUNT, HAS_NFT, HAS_NFT | HAS_AMOUNT].concat(
  [HAS_NFT, HAS_NFT | HAS_AMOUNT].map((nft) => nft | HAS_COMMITMENT),
);

/** The tokens of one output, with the names of `tokenData` in Bitcoin Cash Node's answers. */
export interface CashToken {
  /** Display form of the txid that the category is named after. */
  readonly category: string;
  /** Fungible tokens in decimal digits, 0 to 2^63 − 1. */
  readonly amount: string;
  readonly nft: {
    readonly capability: (typeof CAPABILITIES)[number];
    /** Hex; empty when there is none. */
    readonly commitment: string;
  } | null;
}

/** How many of the `length` bytes at `offset` are a token prefix: 0 when there is none, or a malformed one. */
export function tokenPrefixLength(bytes: Buffer, offset: number, length: number): number {
  if (length < HEAD_BYTES || bytes[offset] !== PREFIX_TOKEN) return 0;
  const bitfield = bytes[offset + BITFIELD_AT]!;
  if (!isBitfield(bitfield)) return 0;
  const end = offset + length;
  let at = offset + HEAD_BYTES;
  if (bitfield & HAS_COMMITMENT) {
    const sizeBytes = compactSizeBytes(bytes, at, end);
    const commitmentLength = sizeBytes === 0 ? 0n : compactSizeAt(bytes, at);
    if (commitmentLength === 0n || commitmentLength > end - at - sizeBytes) return 0;
    at += sizeBytes + Number(commitmentLength);
  }
  if (bitfield & HAS_AMOUNT) {
    const sizeBytes = compactSizeBytes(bytes, at, end);
    const amount = sizeBytes === 0 ? 0n : compactSizeAt(bytes, at);
    if (amount === 0n || amount >= 2n ** 63n) return 0;
    at += sizeBytes;
  }
  return at - offset;
}

/** The tokens of an output, `length` bytes at `offset`. @throws DecodeError unless these are one token prefix */
export function readCashToken(bytes: Buffer, offset: number, length: number): CashToken {
  if (length === 0 || offset + length > bytes.length || tokenPrefixLength(bytes, offset, length) !== length) {
    throw new DecodeError('these bytes are no token prefix', offset);
  }
  const bitfield = bytes[offset + BITFIELD_AT]!;
  let at = offset + HEAD_BYTES;
  let commitment = '';
  if (bitfield & HAS_COMMITMENT) {
    const start = at + compactSizeBytes(bytes, at, bytes.length);
    at = start + Number(compactSizeAt(bytes, at));
    commitment = bytes.toString('hex', start, at);
  }
  const capability = CAPABILITIES[bitfield & CAPABILITY] ?? 'none';
  return {
    category: displayHash(bytes, offset + CATEGORY_AT),
    amount: bitfield & HAS_AMOUNT ? compactSizeAt(bytes, at).toString() : '0',
    nft: bitfield & HAS_NFT ? { capability, commitment } : null,
  };
}

function isBitfield(bitfield: number): boolean {
  const capability = bitfield & CAPABILITY;
  if (!STRUCTURES.includes(bitfield & STRUCTURE) || capability >= CAPABILITIES.length) return false;
  return capability === 0 || (bitfield & HAS_NFT) !== 0;
}

/** Bytes of the CompactSize at `at`, or 0 when it is cut short at `end` or not in its shortest form. */
function compactSizeBytes(bytes: Buffer, at: number, end: number): number {
  if (at >= end) return 0;
  const first = bytes[at]!;
  const size = first < 0xfd ? 1 : first === 0xfd ? 3 : first === 0xfe ? 5 : 9;
  if (at + size > end) return 0;
  const smallest = first < 0xfd ? 0n : first === 0xfd ? 0xfdn : first === 0xfe ? 0x1_0000n : 0x1_0000_0000n;
  return compactSizeAt(bytes, at) >= smallest ? size : 0;
}

/** Up to eight bytes: amounts of tokens go beyond what numbers are exact for. */
function compactSizeAt(bytes: Buffer, at: number): bigint {
  const first = bytes[at]!;
  if (first < 0xfd) return BigInt(first);
  if (first === 0xfd) return BigInt(bytes.readUInt16LE(at + 1));
  return first === 0xfe ? BigInt(bytes.readUInt32LE(at + 1)) : bytes.readBigUInt64LE(at + 1);
}
