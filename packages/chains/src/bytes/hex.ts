/** Hexadecimal digits, and hashes of the Bitcoin family, whose display form is the wire form byte-reversed. */
import { HASH_BYTES } from './hash.js';

/** @returns the display form (64 hex digits) of the 32 wire-order bytes at `offset`. */
export function displayHash(bytes: Buffer, offset = 0): string {
  return Buffer.from(bytes.subarray(offset, offset + HASH_BYTES))
    .reverse()
    .toString('hex');
}

/**
 * @returns the 32 wire-order bytes of a hash in display form (any case).
 * @throws RangeError when `display` is not 64 hex digits.
 */
export function wireHash(display: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(display)) throw new RangeError('a hash is 64 hexadecimal digits');
  return Buffer.from(display, 'hex').reverse();
}

/** Value of each byte as a hexadecimal digit in ASCII, in either case; negative where it is none. */
export const DIGIT = digitValues();

function digitValues(): Int8Array {
  const values = new Int8Array(256).fill(-1);
  for (let digit = 0; digit < 16; digit++) {
    const text = digit.toString(16);
    values[text.charCodeAt(0)] = digit;
    values[text.toUpperCase().charCodeAt(0)] = digit;
  }
  return values;
}
