import { writeBase58Check } from '../bytes/base58.js';
import { MAX_BECH32_LENGTH, writeSegwit } from '../bytes/bech32.js';
import type { UtxoNetwork } from '../chain.js';
import { writeCashAddress } from './bitcoin-cash/write-cash-address.js';
import { hasWitnessAddress, KEY_P2PKH, KEY_P2SH, KEY_WITNESS } from './script.js';

const HASH_BYTES = 20;

/** Version and hash of a base58 address, with one byte of version and with two. */
const versioned = Buffer.alloc(1 + HASH_BYTES);
const longVersioned = Buffer.alloc(2 + HASH_BYTES);
const text = Buffer.alloc(MAX_BECH32_LENGTH);

/**
 * The canonical text of an address key on a network: CashAddr on networks that have a prefix for it, else base58check
 * with the network's first version, or bech32/bech32m in lower case.
 * @throws RangeError when it is no address key of this network; the product never makes such a key.
 */
export function formatUtxoAddress(network: UtxoNetwork, key: Buffer): string {
  const { cashAddrPrefix } = network;
  const written = cashAddrPrefix === null ? writeText(network, key) : writeCashAddress(cashAddrPrefix, key, text);
  if (written === 0) throw new RangeError(`${key.toString('hex')} is no address key of ${network.name}`);
  return text.toString('latin1', 0, written);
}

/** On networks without CashAddr. @returns the number of characters, 0 when it is no address key of this network. */
function writeText(network: UtxoNetwork, key: Buffer): number {
  const kind = key[0] ?? -1;
  if (kind >= KEY_WITNESS) {
    const version = kind - KEY_WITNESS;
    const programLength = key.length - 1;
    const inRange = version <= 16 && programLength >= 2 && programLength <= 40;
    if (!inRange || network.hrp === null || !hasWitnessAddress(network, version, programLength)) return 0;
    return writeSegwit(network.hrp, version, key, 1, programLength, text, 0);
  }
  const version = kind === KEY_P2PKH ? network.p2pkh[0] : kind === KEY_P2SH ? network.p2sh[0] : undefined;
  if (version === undefined || key.length !== 1 + HASH_BYTES) return 0;
  const payload = version > 0xff ? longVersioned : versioned;
  const hashAt = payload.length - HASH_BYTES;
  payload[0] = version >>> 8;
  payload[hashAt - 1] = version;
  for (let i = 0; i < HASH_BYTES; i++) payload[hashAt + i] = key[1 + i]!;
  return writeBase58Check(payload, text, 0);
}
