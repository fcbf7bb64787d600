import { encodeBase58Check } from '../bytes/base58.js';
import { encodeSegwit } from '../bytes/bech32.js';
import type { UtxoNetwork } from '../chain.js';
import { hasWitnessAddress, KEY_P2PKH, KEY_P2SH, KEY_WITNESS } from './script.js';

const versioned = Buffer.alloc(21);

/**
 * The canonical text of an address key on a network: base58check with the network's first version byte, or bech32/bech32m
 * in lower case.
 * @throws RangeError when `key` is no address key of this network; the product never makes such a key.
 */
export function formatAddress(network: UtxoNetwork, key: Buffer): string {
  const kind = key[0] ?? -1;
  if (kind >= KEY_WITNESS && kind <= KEY_WITNESS + 16 && key.length >= 3 && key.length <= 41) {
    const version = kind - KEY_WITNESS;
    if (network.hrp !== null && hasWitnessAddress(network, version, key.length - 1)) {
      return encodeSegwit(network.hrp, version, key, 1);
    }
  }
  const versionByte = kind === KEY_P2PKH ? network.p2pkh[0] : kind === KEY_P2SH ? network.p2sh[0] : undefined;
  if (versionByte === undefined || key.length !== 21) {
    throw new RangeError(`${key.toString('hex')} is no address key of ${network.name}`);
  }
  versioned.set(key, 0);
  versioned[0] = versionByte;
  return encodeBase58Check(versioned);
}
