/** Base58Check: base 58 text of a payload and the first four bytes of its double SHA-256. */
import { HASH_BYTES, sha256dInto } from './hash.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CHAR_CODES = Buffer.from(ALPHABET, 'latin1');
const DIGITS = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 58; digit++) DIGITS[CHAR_CODES[digit]!] = digit;

/** Payload limit. An address is 21 or 22 bytes, an extended key 78. */
const MAX_PAYLOAD = 82;
const CHECKSUM_BYTES = 4;
const ZERO_CHAR = 0x31; // '1'

// Five base 58 digits per limb, two bytes per word: a column of products below stays under 2^53, so plain numbers are
// exact (86 bytes: 43 × 2^16 × 58^5 < 2^51).
const LIMB_BASE = 58 ** 5;
const LIMB_DIGITS = 5;
const MAX_WORDS = (MAX_PAYLOAD + CHECKSUM_BYTES) / 2;
const MAX_LIMBS = Math.ceil((MAX_WORDS * 16) / Math.log2(LIMB_BASE));

/** Row w holds the limbs of 2^(16w), least significant first; it ends where POWER_LIMBS says. */
const POWERS = new Float64Array(MAX_WORDS * MAX_LIMBS);
const POWER_LIMBS = new Uint8Array(MAX_WORDS);
for (let word = 0, power = 1n; word < MAX_WORDS; word++, power <<= 16n) {
  let used = 0;
  for (let rest = power; rest > 0n; rest /= BigInt(LIMB_BASE)) {
    POWERS[word * MAX_LIMBS + used++] = Number(rest % BigInt(LIMB_BASE));
  }
  POWER_LIMBS[word] = used;
}

// One byte more than there can be, before the first: with an odd number of bytes the first word has a zero there.
const block = Buffer.alloc(1 + MAX_PAYLOAD + CHECKSUM_BYTES);
const checksum = Buffer.alloc(HASH_BYTES);
const limbs = new Float64Array(MAX_LIMBS);

/**
 * Writes the base58check text (ASCII) of `payload`, version bytes included, to `target` at `at`. 21 bytes take at most
 * 35 characters.
 *
 * All words are multiplied with their power's limbs first and carried once: one division per limb. That takes 0.4 µs
 * for an address, where dividing at every word took 0.6; the checksum takes 1.0 µs. A SHA-256 in JavaScript for the
 * checksum was no faster (0.42 µs per block and 0.1 to pad) unless unrolled over a hundred lines.
 * @returns the number of characters. @throws RangeError above 82 bytes.
 */
export function writeBase58Check(payload: Uint8Array, target: Buffer, at: number): number {
  if (payload.length > MAX_PAYLOAD) throw new RangeError(`base58check payload of ${payload.length} bytes`);
  const end = 1 + payload.length + CHECKSUM_BYTES;
  for (let i = 0; i < payload.length; i++) block[1 + i] = payload[i]!;
  sha256dInto(payload, checksum, 0);
  for (let i = 0; i < CHECKSUM_BYTES; i++) block[end - CHECKSUM_BYTES + i] = checksum[i]!;

  let zeros = 0;
  while (zeros < end - 1 && block[1 + zeros] === 0) zeros++;
  for (let i = 0; i < zeros; i++) target[at + i] = ZERO_CHAR;
  return zeros + writeLimbs(splitIntoLimbs(1 + zeros, end), target, at + zeros);
}

/** Splits the number in `block[from…end)` into `limbs`. @returns how many there are; the last is not zero. */
function splitIntoLimbs(from: number, end: number): number {
  const words = (end - from + 1) >>> 1;
  const count = words === 0 ? 0 : POWER_LIMBS[words - 1]! + 1;
  limbs.fill(0, 0, count);
  for (let word = 0, high = end - 2; word < words; word++, high -= 2) {
    const value = (high < from ? 0 : block[high]! * 256) + block[high + 1]!;
    const row = word * MAX_LIMBS;
    const used = POWER_LIMBS[word]!;
    for (let i = 0; i < used; i++) limbs[i]! += value * POWERS[row + i]!;
  }
  let carry = 0;
  let used = 0;
  for (let i = 0; i < count; i++) {
    const value = limbs[i]! + carry;
    carry = Math.floor(value / LIMB_BASE);
    limbs[i] = value - carry * LIMB_BASE;
    if (limbs[i] !== 0) used = i + 1;
  }
  return used;
}

/** Writes the digits of the first `count` limbs, without zeros in front. @returns how many. */
function writeLimbs(count: number, target: Buffer, at: number): number {
  if (count === 0) return 0;
  let length = (count - 1) * LIMB_DIGITS;
  for (let top = limbs[count - 1]! | 0; top > 0; top = (top / 58) | 0) length++;
  let to = at + length;
  for (let i = 0; i < count; i++) {
    let limb = limbs[i]! | 0;
    for (let digit = 0; digit < LIMB_DIGITS && to > at; digit++) {
      const rest = (limb / 58) | 0;
      target[--to] = CHAR_CODES[limb - rest * 58]!;
      limb = rest;
    }
  }
  return length;
}

export type Base58Result =
  | { readonly kind: 'payload'; readonly payload: Buffer }
  | { readonly kind: 'bad-character'; readonly index: number }
  | { readonly kind: 'bad-length'; readonly length: number }
  | { readonly kind: 'bad-checksum' };

/** Reads base58check text, its length bounded by the caller, whose payload has one of `payloadLengths` bytes. */
export function decodeBase58Check(encoded: string, ...payloadLengths: number[]): Base58Result {
  const decoded = decodeBase58(encoded);
  if (typeof decoded === 'number') return { kind: 'bad-character', index: decoded };
  const payloadLength = decoded.length - CHECKSUM_BYTES;
  if (!payloadLengths.includes(payloadLength)) return { kind: 'bad-length', length: decoded.length };
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

/** The version before a hash: one byte, or two (Zcash), which never start with a zero. */
export function base58Version(payload: Buffer, hashBytes: number): number {
  const [first = 0, second = 0] = payload;
  if (payload.length === 1 + hashBytes) return first;
  return first === 0 ? -1 : 256 * first + second;
}
