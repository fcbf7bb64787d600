/** Addresses of every family: text to key and back. */
import type { ChainNetwork, EvmNetwork, Network } from './chain.js';
import { formatEvmAddress, writeEvmAddress } from './evm/address.js';
import { parseEvmAddress } from './evm/parse-address.js';
import { formatUtxoAddress, writeUtxoAddress } from './utxo/address.js';
import { parseUtxoAddress } from './utxo/parse-address.js';

/** Room that {@link writeAddress} may need, in bytes. */
export const MAX_ADDRESS_BYTES = 128;

/**
 * The key of an address in any form that the chain's users have.
 * @throws AddressError `malformed`, `checksum`, `foreign-network` or `not-indexable`, saying what was expected
 */
export function parseAddress(place: ChainNetwork, text: string): Buffer {
  if (place.family === 'evm') return parseEvmAddress(place, text);
  return parseUtxoAddress(place.chain, place.network, text);
}

/** The canonical text of an address key. @throws RangeError when it is no key of this network */
export function formatAddress(network: Network, key: Buffer): string {
  return isEvmNetwork(network) ? formatEvmAddress(key) : formatUtxoAddress(network, key);
}

/**
 * Writes the canonical text (ASCII) of the key at `start` of `keys` to `target` at `at`, where there is room for
 * {@link MAX_ADDRESS_BYTES}. @returns the number of bytes written
 */
export function writeAddress(
  network: Network,
  keys: Uint8Array,
  start: number,
  length: number,
  target: Buffer,
  at: number,
): number {
  return isEvmNetwork(network)
    ? writeEvmAddress(keys, start, length, target, at)
    : writeUtxoAddress(network, keys, start, length, target, at);
}

function isEvmNetwork(network: Network): network is EvmNetwork {
  return 'chainId' in network;
}
