import { writeBase58Check } from '../bytes/base58.js';
import { MAX_BECH32_LENGTH, writeSegwit } from '../bytes/bech32.js';
import type { UtxoNetwork } from '../chain.js';
import { hasWitnessAddress, KEY_P2PKH, KEY_P2SH, KEY_WITNESS } from './script.js';

/** Bytes of a base58 address before its checksum: version and hash. */
const LEGACY_BYTES = 21;

const versioned = Buffer.alloc(LEGACY_BYTES);
const text = Buffer.alloc(MAX_BECH32_LENGTH);

/**
 * Writes the canonical text (ASCII) of an address key on a network to `target` at `at`, where there is room for 90 bytes:
 * base58check with the network's first version byte, or bech32/bech32m in lower case.
 * @param keys hold the key, `keyLength` bytes from `keyOffset`.
 * @returns the number of bytes written.
 * @throws RangeError when it is no address key of this network; the product never makes such a key.
 */
export function writeAddress(
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
    const inRange = version <= 16 && programLength >= 2 && programLength <= 40;
    if (inRange && network.hrp !== null && hasWitnessAddress(network, version, programLength)) {
      return writeSegwit(network.hrp, version, keys, keyOffset + 1, programLength, target, at);
    }
  }
  const versionByte = kind === KEY_P2PKH ? network.p2pkh[0] : kind === KEY_P2SH ? network.p2sh[0] : undefined;
  if (versionByte === undefined || keyLength !== LEGACY_BYTES) {
    const key = Buffer.from(keys.subarray(keyOffset, keyOffset + keyLength));
    throw new RangeError(`${key.toString('hex')} is no address key of ${network.name}`);
  }
  versioned[0] = versionByte;
  for (let i = 1; i < LEGACY_BYTES; i++) versioned[i] = keys[keyOffset + i]!;
  return writeBase58Check(versioned, target, at);
}

/**
 * The canonical text of an address key on a network, as {@link writeAddress} writes it.
 * @throws RangeError when `key` is no address key of this network.
 */
export function formatAddress(network: UtxoNetwork, key: Buffer): string {
  return text.toString('latin1', 0, writeAddress(network, key, 0, key.length, text, 0));
}
