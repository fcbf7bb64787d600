/** Reads numbers from hexadecimal digits, without a string in between where that is faster. */
import { endianness } from 'node:os';
import { type Amount, amountOf } from '../../amount.js';

const ZERO = 0x30;
/** A number holds this many digits exactly. */
const NUMBER_DIGITS = 13;
const WORD_DIGITS = 8;

// A bigint of 64 bits is read from the memory of two 32-bit words, which is faster than any sum of bigints.
const words = new Uint32Array(4);
const longs = new BigUint64Array(words.buffer);
const LOW = endianness() === 'LE' ? 0 : 1;

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

/** Whether all of `bytes[from…to)` are hexadecimal digits. */
export function areDigits(bytes: Uint8Array, from: number, to: number): boolean {
  let bad = 0;
  for (let at = from; at < to; at++) bad |= DIGIT[bytes[at]!]!;
  return bad >= 0;
}

/** The amount that the digits `bytes[from…to)` are: at most 64 of them, and nothing else (see {@link areDigits}). */
export function amountOfDigits(bytes: Buffer, from: number, to: number): Amount {
  while (from < to && bytes[from] === ZERO) from++;
  if (to - from <= NUMBER_DIGITS) return numberOfDigits(bytes, from, to);
  return amountOf(largeOfDigits(bytes, from, to));
}

/** The same, always as a bigint. */
export function bigintOfDigits(bytes: Buffer, from: number, to: number): bigint {
  while (from < to && bytes[from] === ZERO) from++;
  if (to - from <= NUMBER_DIGITS) return BigInt(numberOfDigits(bytes, from, to));
  return largeOfDigits(bytes, from, to);
}

/** The number that the digits are, exact up to 13 of them. */
export function numberOfDigits(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 16 + DIGIT[bytes[at]!]!;
  return value;
}

function largeOfDigits(bytes: Buffer, from: number, to: number): bigint {
  if (to - from > 4 * WORD_DIGITS) return BigInt(`0x${bytes.toString('latin1', from, to)}`);
  for (let word = 0; word < 4; word++) {
    const end = Math.max(from, to - word * WORD_DIGITS);
    const start = Math.max(from, end - WORD_DIGITS);
    let value = 0;
    for (let at = start; at < end; at++) value = (value << 4) | DIGIT[bytes[at]!]!;
    words[word ^ LOW] = value;
  }
  return to - from > 2 * WORD_DIGITS ? (longs[1]! << 64n) | longs[0]! : longs[0]!;
}
