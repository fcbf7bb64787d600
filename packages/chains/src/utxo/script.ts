/**
 * Output scripts and the address keys that stand for them. Everything here works on a range of a larger buffer and
 * allocates at most the key, because it runs for every output of a chain.
 *
 * An address key is one kind byte and the hash or witness program:
 * - `00` + 20 bytes for P2PKH
 * - `01` + 20 bytes for P2SH
 * - `02` + 32 bytes for Bitcoin Cash's P2SH32
 * - `10 + v` + 2–40 bytes for witness version v
 */
import { hash160Into } from '../bytes/hash.js';
import type { UtxoChain } from '../chain.js';

/** The opcodes that output scripts are recognised by. Source: bitcoin src/script/script.h. */
export const OP_0 = 0x00;
export const OP_PUSHDATA1 = 0x4c;
export const OP_PUSHDATA2 = 0x4d;
export const OP_PUSHDATA4 = 0x4e;
export const OP_1NEGATE = 0x4f;
export const OP_RESERVED = 0x50;
export const OP_1 = 0x51;
export const OP_16 = 0x60;
export const OP_RETURN = 0x6a;
const OP_DUP = 0x76;
export const OP_EQUAL = 0x87;
const OP_EQUALVERIFY = 0x88;
export const OP_HASH160 = 0xa9;
const OP_HASH256 = 0xaa;
export const OP_CHECKSIG = 0xac;
export const OP_CHECKMULTISIG = 0xae;

export const KEY_P2PKH = 0x00;
export const KEY_P2SH = 0x01;
export const KEY_P2SH32 = 0x02;
/** Kind byte of witness version 0; the version is added. */
export const KEY_WITNESS = 0x10;
export const HASH160_BYTES = 20;
const HASH256_BYTES = 32;
/** Kind byte and the longest witness program. */
const MAX_KEY_BYTES = 41;

/** Source: litecoin src/script/script.h. Both carry 32 bytes and have no address. */
export const MWEB_HOGADDR_VERSION = 8;
export const MWEB_PEGIN_VERSION = 9;

/** Scripts above this length can not be spent. Source: bitcoin src/script/script.h MAX_SCRIPT_SIZE. */
const MAX_SCRIPT_BYTES = 10_000;

/**
 * Writes the key of the one address that an output script pays to `target` at `at`, where there is room for 41 bytes.
 * A public key (P2PK) is credited to its P2PKH address, as Blockbook does.
 * @returns the length of the key, or 0 when the script pays no address (bare multisig, data, nonstandard, Litecoin's
 * peg-in and HogAddr).
 */
export function writeAddressKey(
  chain: UtxoChain,
  bytes: Buffer,
  offset: number,
  length: number,
  target: Buffer,
  at: number,
): number {
  if (isP2pkh(bytes, offset, length)) return writeKey(KEY_P2PKH, bytes, offset + 3, HASH160_BYTES, target, at);
  if (isP2sh(bytes, offset, length)) return writeKey(KEY_P2SH, bytes, offset + 2, HASH160_BYTES, target, at);
  const version = witnessVersion(bytes, offset, length);
  if (version >= 0) {
    const programLength = length - 2;
    if (!hasWitnessAddress(chain.networks[0], version, programLength)) return 0;
    return writeKey(KEY_WITNESS + version, bytes, offset + 2, programLength, target, at);
  }
  if (chain.cashTokens && isP2sh32(bytes, offset, length)) {
    return writeKey(KEY_P2SH32, bytes, offset + 2, HASH256_BYTES, target, at);
  }
  if (!isP2pk(bytes, offset, length)) return 0;
  target[at] = KEY_P2PKH;
  hash160Into(bytes.subarray(offset + 1, offset + length - 1), target, at + 1);
  return 1 + HASH160_BYTES;
}

function writeKey(kind: number, bytes: Buffer, from: number, length: number, target: Buffer, at: number): number {
  target[at] = kind;
  for (let i = 0; i < length; i++) target[at + 1 + i] = bytes[from + i]!;
  return 1 + length;
}

const scratch = Buffer.alloc(MAX_KEY_BYTES);

/** The key that {@link writeAddressKey} writes, as a buffer of its own, or null when the script pays no address. */
export function addressKeyOfScript(chain: UtxoChain, bytes: Buffer, offset: number, length: number): Buffer | null {
  const keyLength = writeAddressKey(chain, bytes, offset, length, scratch, 0);
  if (keyLength === 0) return null;
  const key = Buffer.allocUnsafe(keyLength);
  for (let i = 0; i < keyLength; i++) key[i] = scratch[i]!;
  return key;
}

/**
 * Whether a witness program has an address. All have, except: version 0 of a length that means nothing (BIP141),
 * Litecoin's MWEB outputs, and every program on a chain without segwit.
 */
export function hasWitnessAddress(
  network: { readonly hrp: string | null; readonly mwebHrp: string | null } | undefined,
  version: number,
  programLength: number,
): boolean {
  if (!network || network.hrp === null) return false;
  if (version === 0) return programLength === 20 || programLength === 32;
  return network.mwebHrp === null || !isMwebProgram(version, programLength);
}

/** Whether these are the version and length of Litecoin's HogAddr or peg-in outputs. */
function isMwebProgram(version: number, programLength: number): boolean {
  return programLength === 32 && (version === MWEB_HOGADDR_VERSION || version === MWEB_PEGIN_VERSION);
}

/** Whether the script is the first output of a HogEx, which holds all coins inside Litecoin's MWEB. */
export function isHogAddrScript(bytes: Buffer, offset: number, length: number): boolean {
  return length === 34 && witnessVersion(bytes, offset, length) === MWEB_HOGADDR_VERSION;
}

/** The output script of an address key. @throws RangeError when `key` is no address key. */
export function scriptOfAddressKey(key: Buffer): Buffer {
  return Buffer.from(scriptTextOfAddressKey(key.toString('hex')), 'hex');
}

const opcodes = (...codes: number[]): string => Buffer.from(codes).toString('hex');
const P2PKH_START = opcodes(OP_DUP, OP_HASH160, HASH160_BYTES);
const P2PKH_END = opcodes(OP_EQUALVERIFY, OP_CHECKSIG);
const P2SH_START = opcodes(OP_HASH160, HASH160_BYTES);
const P2SH32_START = opcodes(OP_HASH256, HASH256_BYTES);
const P2SH_END = opcodes(OP_EQUAL);

/** The same from hex to hex, which answers are of. */
export function scriptTextOfAddressKey(key: string): string {
  const kind = Number.parseInt(key.slice(0, 2), 16);
  const payload = key.slice(2);
  const length = payload.length / 2;
  if (kind === KEY_P2PKH && length === HASH160_BYTES) return P2PKH_START + payload + P2PKH_END;
  if (kind === KEY_P2SH && length === HASH160_BYTES) return P2SH_START + payload + P2SH_END;
  if (kind === KEY_P2SH32 && length === HASH256_BYTES) return P2SH32_START + payload + P2SH_END;
  if (!(kind >= KEY_WITNESS && kind <= KEY_WITNESS + 16) || length < 2 || length > 40)
    throw new RangeError(`${key} is no address key`);
  const version = kind - KEY_WITNESS;
  return opcodes(version === 0 ? OP_0 : OP_1 + version - 1, length) + payload;
}

/** Whether the script is exactly {@link scriptOfAddressKey} of `key`, so that storing the key is storing the script. */
export function scriptIsDerived(bytes: Buffer, offset: number, length: number, key: Buffer): boolean {
  return scriptIsDerivedFrom(bytes, offset, length, key, 0, key.length);
}

/** {@link scriptIsDerived} for a key of `keyLength` bytes inside a larger buffer. */
export function scriptIsDerivedFrom(
  bytes: Buffer,
  offset: number,
  length: number,
  keys: Uint8Array,
  keyOffset: number,
  keyLength: number,
): boolean {
  if (keyLength === 0) return false;
  const payloadLength = keyLength - 1;
  const kind = keys[keyOffset]!;
  let payloadOffset = offset + 2;
  if (kind === KEY_P2PKH) {
    if (payloadLength !== HASH160_BYTES || !isP2pkh(bytes, offset, length)) return false;
    payloadOffset = offset + 3;
  } else if (kind === KEY_P2SH) {
    if (payloadLength !== HASH160_BYTES || !isP2sh(bytes, offset, length)) return false;
  } else if (kind === KEY_P2SH32) {
    if (payloadLength !== HASH256_BYTES || !isP2sh32(bytes, offset, length)) return false;
  } else if (length !== payloadLength + 2 || witnessVersion(bytes, offset, length) !== kind - KEY_WITNESS) {
    return false;
  }
  for (let i = 0; i < payloadLength; i++) if (bytes[payloadOffset + i] !== keys[keyOffset + 1 + i]) return false;
  return true;
}

/** Whether no one can ever spend the output, so that nodes keep it out of the UTXO set (CScript::IsUnspendable). */
export function isUnspendable(bytes: Buffer, offset: number, length: number): boolean {
  return length > MAX_SCRIPT_BYTES || (length > 0 && bytes[offset] === OP_RETURN);
}

export function isP2pkh(bytes: Buffer, at: number, length: number): boolean {
  return (
    length === 25 &&
    bytes[at] === OP_DUP &&
    bytes[at + 1] === OP_HASH160 &&
    bytes[at + 2] === HASH160_BYTES &&
    bytes[at + 23] === OP_EQUALVERIFY &&
    bytes[at + 24] === OP_CHECKSIG
  );
}

export function isP2sh(bytes: Buffer, at: number, length: number): boolean {
  return length === 23 && bytes[at] === OP_HASH160 && bytes[at + 1] === HASH160_BYTES && bytes[at + 22] === OP_EQUAL;
}

/**
 * The same with a hash of 32 bytes, made to resist collisions (P2SH32, CHIP-2022-05): Bitcoin Cash since the upgrade
 * that brought tokens. Elsewhere the script is nothing special. Source: bitcoin-cash-node src/script/script.cpp.
 */
export function isP2sh32(bytes: Buffer, at: number, length: number): boolean {
  return length === 35 && bytes[at] === OP_HASH256 && bytes[at + 1] === HASH256_BYTES && bytes[at + 34] === OP_EQUAL;
}

/** The version of a witness program: OP_0…OP_16 and one push of 2–40 bytes (BIP141), or -1 for any other script. */
export function witnessVersion(bytes: Buffer, at: number, length: number): number {
  if (length < 4 || length > 42 || bytes[at + 1] !== length - 2) return -1;
  const opcode = bytes[at]!;
  if (opcode === OP_0) return 0;
  return opcode >= OP_1 && opcode <= OP_16 ? opcode - OP_1 + 1 : -1;
}

/** One public key and OP_CHECKSIG. The key's first byte must fit its length (solver.cpp MatchPayToPubkey). */
export function isP2pk(bytes: Buffer, at: number, length: number): boolean {
  if (length !== 35 && length !== 67) return false;
  return (
    bytes[at] === length - 2 && bytes[at + length - 1] === OP_CHECKSIG && publicKeyLength(bytes[at + 1]!) === length - 2
  );
}

/** Bytes of a public key that starts with `first`, or 0. Source: bitcoin src/pubkey.h CPubKey::GetLen. */
export function publicKeyLength(first: number): number {
  if (first === 2 || first === 3) return 33;
  return first === 4 || first === 6 || first === 7 ? 65 : 0;
}
