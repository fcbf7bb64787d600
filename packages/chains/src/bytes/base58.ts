/** Base58Check: base 58 text of a payload and the first four bytes of its double SHA-256. */
import { sha256dInto } from './hash.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CHAR_CODES = Buffer.from(ALPHABET, 'latin1');
const DIGITS = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 58; digit++) DIGITS[CHAR_CODES[digit]!] = digit;

/** Payload limit. An address is 21 or 22 bytes, an extended key 78. */
const MAX_PAYLOAD = 82;
const CHECKSUM_BYTES = 4;
const ZERO_CHAR = 0x31; // '1'

// Five base 58 digits per limb: limb × 2^16 + carry stays below 2^53, so plain numbers are exact.
const LIMB_BASE = 58 ** 5;
const LIMB_DIGITS = 5;

const block = Buffer.alloc(MAX_PAYLOAD + CHECKSUM_BYTES + 1);
const checksum = Buffer.alloc(32);
const limbs = new Float64Array(32);
const text = Buffer.alloc(160);

/** @returns the base58check text of `payload` (version bytes included). @throws RangeError above 82 bytes. */
export function encodeBase58Check(payload: Uint8Array): string {
  if (payload.length > MAX_PAYLOAD) throw new RangeError(`base58check payload of ${payload.length} bytes`);
  const length = payload.length + CHECKSUM_BYTES;
  block.set(payload, 0);
  sha256dInto(payload, checksum, 0);
  checksum.copy(block, payload.length, 0, CHECKSUM_BYTES);

  let zeros = 0;
  while (zeros < length && block[zeros] === 0) zeros++;
  let start = writeDigits(zeros, length);
  for (; zeros > 0; zeros--) text[--start] = ZERO_CHAR;
  return text.toString('latin1', start);
}

/** Writes the base 58 digits of `block[from…to)` to the end of `text`. @returns the offset of the first one. */
function writeDigits(from: number, to: number): number {
  let used = 0;
  let at = from;
  // Two bytes at a time; an odd first byte goes alone.
  if ((to - from) % 2 === 1) limbs[used++] = block[at++]!;
  for (; at < to; at += 2) {
    let carry = block[at]! * 256 + block[at + 1]!;
    for (let i = 0; i < used; i++) {
      const value = limbs[i]! * 65_536 + carry;
      carry = Math.floor(value / LIMB_BASE);
      limbs[i] = value - carry * LIMB_BASE;
    }
    if (carry > 0) limbs[used++] = carry;
  }

  let start = text.length;
  for (let i = 0; i < used; i++) {
    let limb = limbs[i]! | 0;
    for (let digit = 0; digit < LIMB_DIGITS; digit++) {
      const rest = (limb / 58) | 0;
      text[--start] = CHAR_CODES[limb - rest * 58]!;
      limb = rest;
    }
  }
  while (start < text.length && text[start] === ZERO_CHAR) start++;
  return start;
}

export type Base58Result =
  | { readonly kind: 'payload'; readonly payload: Buffer }
  | { readonly kind: 'bad-character'; readonly index: number }
  | { readonly kind: 'bad-length'; readonly length: number }
  | { readonly kind: 'bad-checksum' };

/** Reads base58check text whose payload must have `payloadLength` bytes. The caller bounds the length of `encoded`. */
export function decodeBase58Check(encoded: string, payloadLength: number): Base58Result {
  const decoded = decodeBase58(encoded);
  if (typeof decoded === 'number') return { kind: 'bad-character', index: decoded };
  if (decoded.length !== payloadLength + CHECKSUM_BYTES) return { kind: 'bad-length', length: decoded.length };
  const payload = decoded.subarray(0, payloadLength);
  sha256dInto(payload, checksum, 0);
  const matches = decoded.compare(checksum, 0, CHECKSUM_BYTES, payloadLength) === 0;
  return matches ? { kind: 'payload', payload } : { kind: 'bad-checksum' };
}

/** @returns the bytes, or the index of the first character that is not of the alphabet. */
function decodeBase58(encoded: string): Buffer | number {
  const bytes = Buffer.alloc(encoded.length);
  let start = bytes.length;
  let zeros = 0;
  for (let i = 0; i < encoded.length; i++) {
    const digit = DIGITS[encoded.charCodeAt(i)] ?? -1;
    if (digit < 0) return i;
    if (digit === 0 && zeros === i) zeros++;
    let carry = digit;
    for (let at = bytes.length - 1; at >= start || carry > 0; at--) {
      carry += bytes[at]! * 58;
      bytes[at] = carry & 0xff;
      carry >>>= 8;
      if (at < start) start = at;
    }
  }
  return bytes.subarray(Math.max(0, start - zeros));
}
