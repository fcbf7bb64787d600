/** Reads values at a {@link JsonCursor}. Source: ethereum/execution-apis src/schemas/base-types.yaml */
import { NO_NUMBER } from '../../account/account-block.js';
import type { Amount } from '../../amount.js';
import type { JsonCursor } from '../../json/cursor.js';
import type { AddressNumbers } from '../address-numbers.js';
import { amountOfDigits, areDigits, DIGIT } from './hex-amounts.js';

const ZERO = 0x30;
const LOWER_X = 0x78;
const PREFIX_BYTES = 2;
export const HASH_DIGITS = 64;
export const ADDRESS_DIGITS = 40;

/** Reads a string that begins with `0x`. @returns where its digits begin; `json.to` is where they end */
export function readHex(json: JsonCursor): number {
  json.string();
  const { bytes, from } = json;
  if (json.to - from < PREFIX_BYTES || bytes[from] !== ZERO || bytes[from + 1] !== LOWER_X) {
    json.fail('expected hexadecimal digits after 0x', from);
  }
  return from + PREFIX_BYTES;
}

/** An amount of at most 256 bits. */
export function readAmount(json: JsonCursor): Amount {
  const from = readHex(json);
  const { bytes, to } = json;
  if (from === to || to - from > HASH_DIGITS || !areDigits(bytes, from, to)) {
    json.fail('expected a number of at most 64 hexadecimal digits', from);
  }
  return amountOfDigits(bytes, from, to);
}

/** The same, or null. */
export function readNullableAmount(json: JsonCursor): Amount | null {
  return json.takeNull() ? null : readAmount(json);
}

/** A number that is exact in JavaScript: heights, gas, indexes, times. */
export function readNumber(json: JsonCursor): number {
  const amount = readAmount(json);
  if (typeof amount !== 'number')
    return json.fail('the number is larger than any that means something here', json.from);
  return amount;
}

/** Reads an address. @returns where its 40 digits are */
export function readAddressDigits(json: JsonCursor): number {
  const from = readHex(json);
  if (json.to - from !== ADDRESS_DIGITS || !areDigits(json.bytes, from, json.to)) {
    json.fail('expected an address of 40 hexadecimal digits', from);
  }
  return from;
}

/** The same, or {@link NO_NUMBER} for null. */
export function readNullableAddressDigits(json: JsonCursor): number {
  return json.takeNull() ? NO_NUMBER : readAddressDigits(json);
}

/** Reads an address. @returns its 20 bytes */
export function readKey(json: JsonCursor): Buffer {
  const from = readAddressDigits(json);
  return Buffer.from(json.bytes.toString('latin1', from, json.to), 'hex');
}

/** An address, by its number. */
export function readAddress(json: JsonCursor, addresses: AddressNumbers): number {
  const from = readHex(json);
  const number = json.to - from === ADDRESS_DIGITS ? addresses.ofDigits(json.bytes, from) : NO_NUMBER;
  if (number === NO_NUMBER) json.fail('expected an address of 40 hexadecimal digits', from);
  return number;
}

/** The same, or {@link NO_NUMBER} for null. */
export function readNullableAddress(json: JsonCursor, addresses: AddressNumbers): number {
  return json.takeNull() ? NO_NUMBER : readAddress(json, addresses);
}

/** Writes the 32 bytes of a hash to `target` at `at`. */
export function readHashInto(json: JsonCursor, target: Uint8Array, at: number): void {
  let from = readHex(json);
  const { bytes, to } = json;
  if (to - from !== HASH_DIGITS) json.fail('expected a hash of 64 hexadecimal digits', from);
  let bad = 0;
  for (; from < to; from += 2) {
    const high = DIGIT[bytes[from]!]!;
    const low = DIGIT[bytes[from + 1]!]!;
    bad |= high | low;
    target[at++] = (high << 4) | low;
  }
  if (bad < 0) json.fail('expected a hash of 64 hexadecimal digits', json.from);
}

export function readHash(json: JsonCursor): string {
  const from = readHex(json);
  const { bytes, to } = json;
  if (to - from !== HASH_DIGITS || !areDigits(bytes, from, to)) {
    json.fail('expected a hash of 64 hexadecimal digits', from);
  }
  return bytes.toString('latin1', from, to).toLowerCase();
}

/** Whether a hash is the one of the 32 bytes of `wanted` at `at`. */
export function readSameHash(json: JsonCursor, wanted: Uint8Array, at: number): boolean {
  return isHashAt(json.bytes, readHashDigits(json), wanted, at);
}

/** Reads a hash. @returns where its 64 digits are */
export function readHashDigits(json: JsonCursor): number {
  const from = readHex(json);
  if (json.to - from !== HASH_DIGITS) json.fail('expected a hash of 64 hexadecimal digits', from);
  return from;
}

/** Whether the 64 digits at `from` are the hash of the 32 bytes of `wanted` at `at`. */
export function isHashAt(bytes: Uint8Array, from: number, wanted: Uint8Array, at: number): boolean {
  let different = 0;
  for (const end = from + HASH_DIGITS; from < end; from += 2) {
    different |= ((DIGIT[bytes[from]!]! << 4) | DIGIT[bytes[from + 1]!]!) ^ wanted[at++]!;
  }
  return different === 0;
}

/** The bit that letters of both cases differ in; figures have it. */
const LOWER_CASE = 0x20;

/** Whether these digits, in lower case, stand at a place of an answer, in either case. */
export function isDigitsAt(bytes: Uint8Array, at: number, digits: string): boolean {
  for (let i = 0; i < digits.length; i++) if ((bytes[at + i]! | LOWER_CASE) !== digits.charCodeAt(i)) return false;
  return true;
}
