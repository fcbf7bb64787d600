/** Writes addresses in EIP-55's mixed case. */
import { keccak256 } from '../bytes/keccak.js';

export const EVM_ADDRESS_BYTES = 20;
const TEXT_BYTES = 2 + 2 * EVM_ADDRESS_BYTES;
const ZERO = 0x30;
const LOWER_X = 0x78;
/** ASCII of the digits ten to fifteen minus their value. */
const LETTER = 0x61 - 10;
/** Letters differ in this bit from their capitals. */
const CASE_BIT = 0x20;

const text = Buffer.alloc(TEXT_BYTES);

/** The text of a key of 20 bytes in EIP-55's mixed case. @throws RangeError for a key of another length */
export function formatEvmAddress(key: Uint8Array): string {
  return text.toString('latin1', 0, writeEvmAddress(key, 0, key.length, text, 0));
}

/** The same of the key at `start` of `keys`, written to `target` at `at`. @returns the number of bytes written */
export function writeEvmAddress(keys: Uint8Array, start: number, length: number, target: Buffer, at: number): number {
  if (length !== EVM_ADDRESS_BYTES) throw new RangeError(`a key of ${length} bytes is no address of the EVM`);
  target[at] = ZERO;
  target[at + 1] = LOWER_X;
  const digits = at + 2;
  for (let i = 0; i < EVM_ADDRESS_BYTES; i++) {
    const byte = keys[start + i]!;
    target[digits + 2 * i] = digitOf(byte >> 4);
    target[digits + 2 * i + 1] = digitOf(byte & 0xf);
  }
  capitalize(target, digits);
  return TEXT_BYTES;
}

function digitOf(value: number): number {
  return value < 10 ? ZERO + value : LETTER + value;
}

/** A letter is a capital where the same digit of the hash of the digits is 8 or more. */
function capitalize(digits: Uint8Array, at: number): void {
  const hash = keccak256(digits, at, at + 2 * EVM_ADDRESS_BYTES);
  for (let i = 0; i < EVM_ADDRESS_BYTES; i++) {
    const byte = hash[i]!;
    const high = at + 2 * i;
    if ((byte & 0x80) !== 0 && digits[high]! >= LETTER) digits[high]! &= ~CASE_BIT;
    if ((byte & 0x08) !== 0 && digits[high + 1]! >= LETTER) digits[high + 1]! &= ~CASE_BIT;
  }
}
