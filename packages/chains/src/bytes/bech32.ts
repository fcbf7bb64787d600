/** Bech32 (BIP173) and bech32m (BIP350): text with a human-readable part and a checksum that finds four errors. */

type Bech32Encoding = 'bech32' | 'bech32m';

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** The characters for values of five bits, ASCII. CashAddr has the same. */
export const BASE32_CHARS = Buffer.from(CHARSET, 'latin1');
const VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < 32; value++) VALUES[BASE32_CHARS[value]!] = value;

/** The value of a lower-case character, or -1. */
export function base32Value(charCode: number): number {
  return VALUES[charCode] ?? -1;
}

const BECH32_CONSTANT = 1;
const BECH32M_CONSTANT = 0x2bc830a3;
const CHECKSUM_CHARS = 6;
/** BIP173: longer strings lose the guarantees of the checksum. */
export const MAX_BECH32_LENGTH = 90;

// One step of the checksum depends on the top five bits only: the 32 sums of BIP173's five generators.
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const STEPS = new Int32Array(32);
for (let top = 0; top < 32; top++) {
  GENERATORS.forEach((generator, bit) => {
    if ((top >>> bit) & 1) STEPS[top]! ^= generator;
  });
}

function step(checksum: number, value: number): number {
  return ((checksum & 0x1ffffff) << 5) ^ STEPS[checksum >>> 25]! ^ value;
}

interface Prefix {
  /** The human-readable part and the separator, ASCII. */
  readonly chars: Buffer;
  /** State of the checksum after the human-readable part. */
  readonly checksum: number;
}

function prefixOf(hrp: string): Prefix {
  let checksum = 1;
  for (let i = 0; i < hrp.length; i++) checksum = step(checksum, hrp.charCodeAt(i) >>> 5);
  checksum = step(checksum, 0);
  for (let i = 0; i < hrp.length; i++) checksum = step(checksum, hrp.charCodeAt(i) & 31);
  return { chars: Buffer.from(`${hrp}1`, 'latin1'), checksum };
}

/** Remembers what `make` makes of each text: only the chains' own prefixes are written. */
export function remembering<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

const ownPrefix = remembering(prefixOf);

/**
 * Writes an address (ASCII) to `target` at `at`: bech32 without a version (Cosmos chains) and for witness version 0,
 * bech32m above (BIP350).
 * @param hrp lower case, from the chain's parameters.
 * @param version of a witness program, null for none.
 * @param bytes hold the program or key, `length` bytes from `offset`.
 * @returns the number of characters. @throws RangeError when one of a witness program would exceed 90 characters.
 */
export function writeBech32(
  hrp: string,
  version: number | null,
  bytes: Uint8Array,
  offset: number,
  length: number,
  target: Buffer,
  at: number,
): number {
  const { chars, checksum: start } = ownPrefix(hrp);
  const characters = chars.length + 1 + Math.ceil((length * 8) / 5) + CHECKSUM_CHARS;
  if (version !== null && characters > MAX_BECH32_LENGTH) {
    throw new RangeError(`${length} bytes do not fit into an address`);
  }
  let to = at;
  for (let i = 0; i < chars.length; i++) target[to++] = chars[i]!;
  let checksum = start;
  if (version !== null) {
    checksum = step(checksum, version);
    target[to++] = BASE32_CHARS[version]!;
  }

  let bits = 0;
  let pending = 0;
  for (let i = offset; i < offset + length; i++) {
    pending = ((pending << 8) | bytes[i]!) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      const value = (pending >>> bits) & 31;
      checksum = step(checksum, value);
      target[to++] = BASE32_CHARS[value]!;
    }
  }
  if (bits > 0) {
    const value = (pending << (5 - bits)) & 31;
    checksum = step(checksum, value);
    target[to++] = BASE32_CHARS[value]!;
  }

  for (let i = 0; i < CHECKSUM_CHARS; i++) checksum = step(checksum, 0);
  checksum ^= version === 0 || version === null ? BECH32_CONSTANT : BECH32M_CONSTANT;
  for (let shift = 25; shift >= 0; shift -= 5) target[to++] = BASE32_CHARS[(checksum >>> shift) & 31]!;
  return to - at;
}

/** Bech32 allows lower and upper case, never both. @param lower the text in lower case */
export function isMixedCase(text: string, lower: string): boolean {
  return text !== lower && text !== text.toUpperCase();
}

/** Five bits each. */
export interface EncodedValues {
  readonly kind: 'data';
  readonly encoding: Bech32Encoding;
  readonly values: Uint8Array;
}

type Bech32Result =
  | EncodedValues
  | { readonly kind: 'bad-character'; readonly index: number }
  | { readonly kind: 'bad-checksum' };

/**
 * Reads the part after the separator and checks the checksum.
 * @param encoded in lower case; its human-readable part, `hrp`, ends before the separator at `hrp.length`.
 */
export function decodeBech32(encoded: string, hrp: string): Bech32Result {
  const start = hrp.length + 1;
  let { checksum } = prefixOf(hrp);
  const values = new Uint8Array(Math.max(0, encoded.length - start));
  for (let i = start; i < encoded.length; i++) {
    const value = base32Value(encoded.charCodeAt(i));
    if (value < 0) return { kind: 'bad-character', index: i };
    values[i - start] = value;
    checksum = step(checksum, value);
  }
  const encoding = checksum === BECH32_CONSTANT ? 'bech32' : checksum === BECH32M_CONSTANT ? 'bech32m' : null;
  if (encoding === null || values.length < CHECKSUM_CHARS) return { kind: 'bad-checksum' };
  return { kind: 'data', encoding, values: values.subarray(0, -CHECKSUM_CHARS) };
}

/** Regroups 5-bit values into bytes. @returns null when the padding is longer than 4 bits or not zero (BIP173). */
export function bytesOfBech32Values(values: Uint8Array): Buffer | null {
  const bytes = Buffer.alloc(Math.floor((values.length * 5) / 8));
  let bits = 0;
  let pending = 0;
  let at = 0;
  for (const value of values) {
    pending = ((pending << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = pending >>> bits;
    }
  }
  return bits < 5 && (pending & ((1 << bits) - 1)) === 0 ? bytes : null;
}
