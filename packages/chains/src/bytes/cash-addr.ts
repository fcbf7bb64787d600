/**
 * CashAddr, the text form of Bitcoin Cash addresses: bech32's alphabet, a prefix before a colon, and a checksum of 40
 * bits (eight characters). The checksum covers the prefix even where it is not written. Source: bitcoin-cash-node
 * src/cashaddr.cpp; the specification is in bitcoincashorg/bitcoincash.org spec/cashaddr.md.
 */
import { BASE32_CHARS, base32Value, remembering } from './bech32.js';

const CHECKSUM_CHARS = 8;

// The checksum has 40 bits, more than JavaScript's integers: two halves of 20. One step of it depends on the top five
// bits only: the 32 sums of the specification's five generators.
const HALF = 0xfffff;
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const HIGH_STEPS = new Int32Array(32);
const LOW_STEPS = new Int32Array(32);
for (let top = 0; top < 32; top++) {
  GENERATORS.forEach((generator, bit) => {
    if (((top >>> bit) & 1) === 0) return;
    HIGH_STEPS[top]! ^= Number(generator >> 20n);
    LOW_STEPS[top]! ^= Number(generator) & HALF;
  });
}

/** The state of the checksum: the halves of its 40 bits. */
let high = 0;
let low = 1;

function step(value: number): void {
  const top = high >>> 15;
  high = (((high << 5) & HALF) | (low >>> 15)) ^ HIGH_STEPS[top]!;
  low = ((low << 5) & HALF) ^ value ^ LOW_STEPS[top]!;
}

interface Prefix {
  /** The prefix and the colon, ASCII. */
  readonly chars: Buffer;
  /** State of the checksum after the prefix. */
  readonly high: number;
  readonly low: number;
}

function prefixOf(prefix: string): Prefix {
  high = 0;
  low = 1;
  for (let i = 0; i < prefix.length; i++) step(prefix.charCodeAt(i) & 31);
  step(0);
  return { chars: Buffer.from(`${prefix}:`, 'latin1'), high, low };
}

const ownPrefix = remembering(prefixOf);

/**
 * Writes the address (ASCII, lower case, with its prefix) of a version byte and a hash to `target` at `at`.
 * @param prefix from the chain's parameters, without the colon.
 * @param bytes hold the hash, `length` bytes from `offset`.
 * @returns the number of characters: the prefix, a colon, and 42 for 20 bytes, 61 for 32.
 */
export function writeCashAddr(
  prefix: string,
  version: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  target: Buffer,
  at: number,
): number {
  const { chars, high: startHigh, low: startLow } = ownPrefix(prefix);
  high = startHigh;
  low = startLow;
  let to = at;
  for (let i = 0; i < chars.length; i++) target[to++] = chars[i]!;
  let bits = 8;
  let pending = version;
  for (let i = offset; ; i++) {
    while (bits >= 5) {
      bits -= 5;
      to = writeValue((pending >>> bits) & 31, target, to);
    }
    if (i === offset + length) break;
    pending = ((pending << 8) | bytes[i]!) & 0xfff;
    bits += 8;
  }
  if (bits > 0) to = writeValue((pending << (5 - bits)) & 31, target, to);

  for (let i = 0; i < CHECKSUM_CHARS; i++) step(0);
  low ^= 1;
  for (let shift = 15; shift >= 0; shift -= 5) target[to++] = BASE32_CHARS[(high >>> shift) & 31]!;
  for (let shift = 15; shift >= 0; shift -= 5) target[to++] = BASE32_CHARS[(low >>> shift) & 31]!;
  return to - at;
}

function writeValue(value: number, target: Buffer, to: number): number {
  step(value);
  target[to] = BASE32_CHARS[value]!;
  return to + 1;
}

type CashAddrResult =
  | { readonly kind: 'data'; readonly values: Uint8Array }
  | { readonly kind: 'bad-character'; readonly index: number }
  | { readonly kind: 'bad-checksum' };

/**
 * Reads what follows the colon and checks the checksum, which depends on `prefix`.
 * @param encoded in lower case. @param prefix in lower case, without the colon.
 * @returns the values of five bits each: version byte and hash, regrouped by `bytesOfBech32Values`.
 */
export function decodeCashAddr(encoded: string, prefix: string): CashAddrResult {
  const start = prefixOf(prefix);
  high = start.high;
  low = start.low;
  const values = new Uint8Array(encoded.length);
  for (let i = 0; i < encoded.length; i++) {
    const value = base32Value(encoded.charCodeAt(i));
    if (value < 0) return { kind: 'bad-character', index: i };
    values[i] = value;
    step(value);
  }
  if (high !== 0 || low !== 1 || values.length < CHECKSUM_CHARS) return { kind: 'bad-checksum' };
  return { kind: 'data', values: values.subarray(0, -CHECKSUM_CHARS) };
}
