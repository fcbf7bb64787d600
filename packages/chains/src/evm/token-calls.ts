/** Calls of token contracts by the ABI, and their untrusted answers. Sources: EIP-20, EIP-165, EIP-721, EIP-1155 */
import { shownText } from '../shown-text.js';
import { EVM_ADDRESS_BYTES } from './evm-address.js';

const WORD_BYTES = 32;
/** Amounts have 256 bits: with more places none would be a whole token (10^77 < 2^256 < 10^78). */
const MAX_DECIMALS = 77;

const SELECTOR = {
  balanceOf: '70a08231',
  balanceOfToken: '00fdd58e',
  name: '06fdde03',
  symbol: '95d89b41',
  decimals: '313ce567',
  supportsInterface: '01ffc9a7',
} as const;

/** Input of `balanceOf(address)` of ERC-20 and ERC-721. */
function balanceOf(key: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(SELECTOR.balanceOf, 'hex'), addressWord(key)]);
}

/** Input of `balanceOf(address,uint256)` of ERC-1155. */
function balanceOfToken(key: Uint8Array, tokenId: bigint): Buffer {
  return Buffer.concat([Buffer.from(SELECTOR.balanceOfToken, 'hex'), addressWord(key), numberWord(tokenId)]);
}

/** Interfaces of ERC-165: its own, one that nobody has, and those of tokens. */
const INTERFACE = { erc165: '01ffc9a7', none: 'ffffffff', erc721: '80ac58cd', erc1155: 'd9b67a26' } as const;

/** Input of `supportsInterface(bytes4)`. */
function supportsInterface(name: keyof typeof INTERFACE): Buffer {
  return Buffer.from(SELECTOR.supportsInterface + INTERFACE[name].padEnd(2 * WORD_BYTES, '0'), 'hex');
}

/** @returns whether a contract says yes: anything but the number 1 is no */
function decodeYes(answer: Uint8Array | null): boolean {
  return decodeNumber(answer) === 1n;
}

function addressWord(key: Uint8Array): Buffer {
  if (key.length !== EVM_ADDRESS_BYTES) throw new RangeError(`a key of ${key.length} bytes is no address of the EVM`);
  return Buffer.concat([Buffer.alloc(WORD_BYTES - EVM_ADDRESS_BYTES), key]);
}

function numberWord(number: bigint): Buffer {
  if (number < 0n || BigInt.asUintN(256, number) !== number) throw new RangeError('a token id has 256 bits');
  return Buffer.from(number.toString(16).padStart(2 * WORD_BYTES, '0'), 'hex');
}

/** @returns the number in the first word, null where there is none (no contract, one that is no token, an error) */
function decodeNumber(answer: Uint8Array | null): bigint | null {
  if (answer === null || answer.length < WORD_BYTES) return null;
  return BigInt(`0x${Buffer.from(answer.subarray(0, WORD_BYTES)).toString('hex')}`);
}

/** @returns 0 to 77, null where the contract says none, or none that makes sense */
function decodeDecimals(answer: Uint8Array | null): number | null {
  const decimals = decodeNumber(answer);
  return decimals === null || decimals > MAX_DECIMALS ? null : Number(decimals);
}

/**
 * A name or symbol: a string or, from tokens older than the standard, 32 bytes.
 * @returns null where there is nothing that could be shown
 */
function decodeText(answer: Uint8Array | null, maxCharacters: number): string | null {
  if (answer === null || answer.length < WORD_BYTES) return null;
  const bytes = answer.length === WORD_BYTES ? answer : stringBytes(answer);
  return bytes === null ? null : cleanTokenText(bytes, maxCharacters);
}

/** The bytes of the ABI's string; cut where it says that it is longer than the answer. */
function stringBytes(answer: Uint8Array): Uint8Array | null {
  const at = smallNumber(answer, 0);
  if (at === null || at + WORD_BYTES > answer.length) return null;
  const length = smallNumber(answer, at);
  return length === null ? null : answer.subarray(at + WORD_BYTES, at + WORD_BYTES + length);
}

/** Null for a number that is no offset or length in any answer. */
function smallNumber(answer: Uint8Array, at: number): number | null {
  const number = decodeNumber(answer.subarray(at));
  return number === null || number > Number.MAX_SAFE_INTEGER ? null : Number(number);
}

export const tokenCalls = {
  balanceOf,
  balanceOfToken,
  name: Buffer.from(SELECTOR.name, 'hex'),
  symbol: Buffer.from(SELECTOR.symbol, 'hex'),
  decimals: Buffer.from(SELECTOR.decimals, 'hex'),
  supportsInterface,
  decodeNumber,
  decodeYes,
  decodeDecimals,
  decodeText,
} as const;

/** Further bytes are ignored. */
const MAX_TEXT_BYTES = 4_096;

/**
 * A token's name or symbol, made safe to store and show: no control characters, nothing that turns or hides the text
 * around it, only UTF-8.
 * @param maxCharacters longer texts are cut
 * @returns null where nothing is left
 */
function cleanTokenText(bytes: Uint8Array, maxCharacters: number): string | null {
  const end = bytes.indexOf(0);
  const shown = bytes.subarray(0, Math.min(end < 0 ? bytes.length : end, MAX_TEXT_BYTES));
  const text = Buffer.from(shown.buffer, shown.byteOffset, shown.byteLength).toString('utf8');
  // Decoders put this character for malformed UTF-8.
  const wellFormed = text.replaceAll('\uFFFD', '');
  const clean = shownText(wellFormed).replace(/\s+/gu, ' ').trim();
  const cut = [...clean].slice(0, maxCharacters).join('').trim();
  return cut === '' ? null : cut;
}
