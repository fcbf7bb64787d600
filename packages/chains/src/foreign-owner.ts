import { isMixedCase } from './bytes/bech32.js';
import { readCosmosAddress } from './cosmos/cosmos-address.js';
import { AddressError } from './errors.js';
import { COSMOS_CHAINS, UTXO_CHAINS } from './registry.js';
import { parseUtxoAddress } from './utxo/utxo-address.js';

/** The chain and network that an address belongs to, as “Bitcoin mainnet”; null for other text, EVM addresses too. */
export function foreignOwner(text: string): string | null {
  for (const chain of UTXO_CHAINS) {
    for (const network of chain.networks) {
      const isAddress = readsAs(() => parseUtxoAddress(chain, network, text));
      if (isAddress) return `${chain.name} ${network.name}`;
    }
  }
  const lower = text.toLowerCase();
  if (isMixedCase(text, lower)) return null;
  for (const chain of COSMOS_CHAINS) {
    for (const network of chain.networks) {
      if (readCosmosAddress(network.hrp, lower) !== null) return `${chain.name} ${network.name}`;
    }
  }
  return null;
}

/** A shielded address counts, too, though it cannot be looked up. */
function readsAs(parse: () => Buffer): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof AddressError) return error.code === 'not-indexable';
    throw error;
  }
}
