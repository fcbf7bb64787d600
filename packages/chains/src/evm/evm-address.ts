/** Writing addresses in EIP-55's mixed case. */
import { keccak256 } from '../bytes/keccak.js';

export const EVM_ADDRESS_BYTES = 20;
/** Behind `0x`. */
const DIGITS_AT = 2;
const ZERO = 0x30;
/** ASCII of the digits ten to fifteen minus their value. */
const LETTER = 0x61 - 10;
/** Letters differ in this bit from their capitals. */
const CASE_BIT = 0x20;

const text = Buffer.from(`0x${'0'.repeat(2 * EVM_ADDRESS_BYTES)}`, 'latin1');

/** The text of a key of 20 bytes in EIP-55's mixed case. @throws RangeError for a key of another length */
export function formatEvmAddress(key: Uint8Array): string {
  if (key.length !== EVM_ADDRESS_BYTES) throw new RangeError(`a key of ${key.length} bytes is no address of the EVM`);
  for (let i = 0; i < EVM_ADDRESS_BYTES; i++) {
    const byte = key[i]!;
    text[DIGITS_AT + 2 * i] = digitOf(byte >> 4);
    text[DIGITS_AT + 2 * i + 1] = digitOf(byte & 0xf);
  }
  capitalize();
  return text.toString('latin1');
}

function digitOf(value: number): number {
  return value < 10 ? ZERO + value : LETTER + value;
}

/** A letter is a capital where the same digit of the hash of the digits is 8 or more. */
function capitalize(): void {
  const hash = keccak256(text, DIGITS_AT, DIGITS_AT + 2 * EVM_ADDRESS_BYTES);
  for (let i = 0; i < EVM_ADDRESS_BYTES; i++) {
    const byte = hash[i]!;
    const high = DIGITS_AT + 2 * i;
    if ((byte & 0x80) !== 0 && text[high]! >= LETTER) text[high]! &= ~CASE_BIT;
    if ((byte & 0x08) !== 0 && text[high + 1]! >= LETTER) text[high + 1]! &= ~CASE_BIT;
  }
}
