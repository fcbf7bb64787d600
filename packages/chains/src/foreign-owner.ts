import { readCosmosAddress } from './cosmos/cosmos-address.js';
import { AddressError } from './errors.js';
import { COSMOS_CHAINS, UTXO_CHAINS } from './registry.js';
import { parseUtxoAddress } from './utxo/parse-utxo-address.js';

/**
 * “Bitcoin mainnet”: whose address a text is, null where it is no address that is known here. Those of the EVM are not
 * told apart.
 */
export function foreignOwner(text: string): string | null {
  for (const chain of UTXO_CHAINS) {
    for (const network of chain.networks) {
      const isAddress = readsAs(() => parseUtxoAddress(chain, network, text));
      if (isAddress) return `${chain.name} ${network.name}`;
    }
  }
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return null;
  for (const chain of COSMOS_CHAINS) {
    for (const network of chain.networks) {
      if (readCosmosAddress(network.hrp, lower) !== null) return `${chain.name} ${network.name}`;
    }
  }
  return null;
}

/** An address that cannot be looked up (a shielded one) is one nevertheless. */
function readsAs(parse: () => Buffer): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof AddressError) return error.code === 'not-indexable';
    throw error;
  }
}
