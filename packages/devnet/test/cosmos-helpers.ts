import { COSMOS_CHAINS, type CosmosChainNetwork } from '@chaintrail/chains';
import { cosmosPlace } from '../src/node/networks.js';

export function mocknet(code: 'rune' | 'cacao'): CosmosChainNetwork {
  const chain = COSMOS_CHAINS.find((each) => each.code === code);
  if (!chain) throw new RangeError(`${code} is no chain of the Cosmos family`);
  return cosmosPlace(chain);
}
