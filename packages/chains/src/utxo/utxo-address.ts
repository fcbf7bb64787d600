/** Addresses of Bitcoin and its forks: text to key and back. */
import { base58Version, decodeBase58Check, writeBase58Check } from '../bytes/base58.js';
import {
  bytesOfBech32Values,
  decodeBech32,
  type EncodedValues,
  isMixedCase,
  MAX_BECH32_LENGTH,
  writeBech32,
} from '../bytes/bech32.js';
import type { UtxoChain, UtxoNetwork } from '../chain.js';
import { writeCashAddress } from './bitcoin-cash/write-cash-address.js';
import { parseOtherForm } from './other-address-forms.js';
import { HASH160_BYTES, hasWitnessAddress, KEY_P2PKH, KEY_P2SH, KEY_WITNESS } from './script.js';

/** Version and hash of a base58 address, with one byte of version and with two. */
const versioned = Buffer.alloc(1 + HASH160_BYTES);
const longVersioned = Buffer.alloc(2 + HASH160_BYTES);
const text = Buffer.alloc(MAX_BECH32_LENGTH);

/**
 * The key of an address, in any form its users have: base58check with any version of the network, bech32(m) in lower or
 * upper case, and what {@link parseOtherForm} knows.
 * @throws AddressError `malformed`, `checksum`, `foreign-network` or `not-indexable`, saying what was expected.
 */
export function parseUtxoAddress(chain: UtxoChain, network: UtxoNetwork, written: string): Buffer {
  return keyOfCommonForm(network, written) ?? parseOtherForm(chain, network, written);
}

/** Null for all that is no valid address of the network in base58 or bech32. */
function keyOfCommonForm(network: UtxoNetwork, written: string): Buffer | null {
  if (written.length > MAX_BECH32_LENGTH) return null;
  const { hrp } = network;
  const lower = written.toLowerCase();
  if (hrp !== null && lower.startsWith(`${hrp}1`) && !isMixedCase(written, lower)) {
    const bech32 = decodeBech32(lower, hrp);
    if (bech32.kind === 'data') return keyOfSegwit(network, bech32);
  }
  const base58 = decodeBase58Check(written, 1 + HASH160_BYTES, 2 + HASH160_BYTES);
  return base58.kind === 'payload' ? keyOfBase58(network, base58.payload) : null;
}

function keyOfBase58(network: UtxoNetwork, payload: Buffer): Buffer | null {
  const version = base58Version(payload, HASH160_BYTES);
  const kind = network.p2pkh.includes(version) ? KEY_P2PKH : network.p2sh.includes(version) ? KEY_P2SH : null;
  return kind === null ? null : Buffer.from([kind, ...payload.subarray(-HASH160_BYTES)]);
}

function keyOfSegwit(network: UtxoNetwork, { encoding, values }: EncodedValues): Buffer | null {
  const [version = -1] = values;
  const program = bytesOfBech32Values(values.subarray(1));
  if (program === null || !isWitness(version, program.length)) return null;
  if ((encoding === 'bech32') !== (version === 0) || !hasWitnessAddress(network, version, program.length)) return null;
  return Buffer.concat([Buffer.of(KEY_WITNESS + version), program]);
}

/** BIP141. */
function isWitness(version: number, programLength: number): boolean {
  return version >= 0 && version <= 16 && programLength >= 2 && programLength <= 40;
}

/**
 * Writes the canonical text (ASCII) of an address key on a network to `target` at `at`, where there is room for 90
 * bytes. That is CashAddr on networks that have a prefix for it, else base58check with the network's first version, or
 * bech32/bech32m in lower case.
 * @param keys hold the key, `keyLength` bytes from `keyOffset`.
 * @returns the number of bytes written.
 * @throws RangeError when it is no address key of this network; the product never makes such a key.
 */
export function writeUtxoAddress(
  network: UtxoNetwork,
  keys: Uint8Array,
  keyOffset: number,
  keyLength: number,
  target: Buffer,
  at: number,
): number {
  const written =
    network.cashAddrPrefix === null
      ? writeText(network, keys, keyOffset, keyLength, target, at)
      : writeCashAddress(network.cashAddrPrefix, keys, keyOffset, keyLength, target, at);
  if (written === 0) {
    const key = Buffer.from(keys.subarray(keyOffset, keyOffset + keyLength));
    throw new RangeError(`${key.toString('hex')} is no address key of ${network.name}`);
  }
  return written;
}

/** {@link writeAddress} on networks without CashAddr. @returns 0 when it is no address key of this network. */
function writeText(
  network: UtxoNetwork,
  keys: Uint8Array,
  keyOffset: number,
  keyLength: number,
  target: Buffer,
  at: number,
): number {
  const kind = keyLength > 0 ? keys[keyOffset]! : -1;
  if (kind >= KEY_WITNESS) {
    const version = kind - KEY_WITNESS;
    const programLength = keyLength - 1;
    if (network.hrp === null || !isWitness(version, programLength)) return 0;
    if (!hasWitnessAddress(network, version, programLength)) return 0;
    return writeBech32(network.hrp, version, keys, keyOffset + 1, programLength, target, at);
  }
  const version = kind === KEY_P2PKH ? network.p2pkh[0] : kind === KEY_P2SH ? network.p2sh[0] : undefined;
  if (version === undefined || keyLength !== 1 + HASH160_BYTES) return 0;
  const payload = version > 0xff ? longVersioned : versioned;
  const hashAt = payload.length - HASH160_BYTES;
  payload[0] = version >>> 8;
  payload[hashAt - 1] = version;
  for (let i = 0; i < HASH160_BYTES; i++) payload[hashAt + i] = keys[keyOffset + 1 + i]!;
  return writeBase58Check(payload, target, at);
}

/** The canonical text of an address key, see {@link writeAddress}. @throws RangeError for none of this network */
export function formatUtxoAddress(network: UtxoNetwork, key: Buffer): string {
  return text.toString('latin1', 0, writeUtxoAddress(network, key, 0, key.length, text, 0));
}
