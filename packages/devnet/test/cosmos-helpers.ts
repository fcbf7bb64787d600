import { COSMOS_CHAINS, type CosmosChainNetwork } from '@chaintrail/chains';
import type { Balances } from '../src/cosmos/bank.js';
import { cosmosPlace } from '../src/node/networks.js';

export function mocknet(code: 'rune' | 'cacao'): CosmosChainNetwork {
  const chain = COSMOS_CHAINS.find((each) => each.code === code);
  if (!chain) throw new RangeError(`${code} is no chain of the Cosmos family`);
  return cosmosPlace(chain);
}

/** Balances above 0, a line each, to be compared whole. */
export function listed(balances: Balances): string[] {
  return [...balances]
    .flatMap(([address, coins]) => [...coins].map(([denom, amount]) => `${address} ${amount} ${denom}`))
    .filter((each) => !each.includes(' 0 '))
    .sort();
}
