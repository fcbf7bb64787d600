/** Addresses of every family: text to key and back. */
import type { ChainNetwork, Network } from './chain.js';
import { formatCosmosAddress, writeCosmosAddress } from './cosmos/cosmos-address.js';
import { parseCosmosAddress } from './cosmos/parse-cosmos-address.js';
import { formatEvmAddress, writeEvmAddress } from './evm/evm-address.js';
import { parseEvmAddress } from './evm/parse-evm-address.js';
import { formatUtxoAddress, parseUtxoAddress, writeUtxoAddress } from './utxo/utxo-address.js';

/** Room that {@link writeAddress} may need, in bytes. */
export const MAX_ADDRESS_BYTES = 440;

/**
 * The key of an address in any form that the chain's users have.
 * @throws AddressError `malformed`, `checksum`, `foreign-network` or `not-indexable`, saying what was expected
 */
export function parseAddress(chainNetwork: ChainNetwork, text: string): Buffer {
  switch (chainNetwork.family) {
    case 'utxo':
      return parseUtxoAddress(chainNetwork.chain, chainNetwork.network, text);
    case 'evm':
      return parseEvmAddress(chainNetwork, text);
    case 'cosmos':
      return parseCosmosAddress(chainNetwork, text);
  }
}

/** The canonical text of an address key. @throws RangeError when it is no key of this network */
export function formatAddress(network: Network, key: Buffer): string {
  switch (network.family) {
    case 'utxo':
      return formatUtxoAddress(network, key);
    case 'evm':
      return formatEvmAddress(key);
    case 'cosmos':
      return formatCosmosAddress(network, key);
  }
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
  switch (network.family) {
    case 'utxo':
      return writeUtxoAddress(network, keys, start, length, target, at);
    case 'evm':
      return writeEvmAddress(keys, start, length, target, at);
    case 'cosmos':
      return writeCosmosAddress(network, keys, start, length, target, at);
  }
}
