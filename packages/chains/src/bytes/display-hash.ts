/** Hashes of the Bitcoin family are shown byte-reversed: the display form is the wire form read backwards. */
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
