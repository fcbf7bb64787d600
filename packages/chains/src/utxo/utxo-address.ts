import { writeBase58Check } from '../bytes/base58.js';
import { MAX_BECH32_LENGTH, writeBech32 } from '../bytes/bech32.js';
import type { UtxoNetwork } from '../chain.js';
import { writeCashAddress } from './bitcoin-cash/write-cash-address.js';
import { hasWitnessAddress, KEY_P2PKH, KEY_P2SH, KEY_WITNESS } from './script.js';

const HASH_BYTES = 20;

/** Version and hash of a base58 address, with one byte of version and with two. */
const versioned = Buffer.alloc(1 + HASH_BYTES);
const longVersioned = Buffer.alloc(2 + HASH_BYTES);
const text = Buffer.alloc(MAX_BECH32_LENGTH);

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
    const inRange = version <= 16 && programLength >= 2 && programLength <= 40;
    if (!inRange || network.hrp === null || !hasWitnessAddress(network, version, programLength)) return 0;
    return writeBech32(network.hrp, version, keys, keyOffset + 1, programLength, target, at);
  }
  const version = kind === KEY_P2PKH ? network.p2pkh[0] : kind === KEY_P2SH ? network.p2sh[0] : undefined;
  if (version === undefined || keyLength !== 1 + HASH_BYTES) return 0;
  const payload = version > 0xff ? longVersioned : versioned;
  const hashAt = payload.length - HASH_BYTES;
  payload[0] = version >>> 8;
  payload[hashAt - 1] = version;
  for (let i = 0; i < HASH_BYTES; i++) payload[hashAt + i] = keys[keyOffset + 1 + i]!;
  return writeBase58Check(payload, target, at);
}

/**
 * The canonical text of an address key on a network, as {@link writeAddress} writes it.
 * @throws RangeError when `key` is no address key of this network.
 */
export function formatUtxoAddress(network: UtxoNetwork, key: Buffer): string {
  return text.toString('latin1', 0, writeUtxoAddress(network, key, 0, key.length, text, 0));
}
