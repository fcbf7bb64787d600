/** THORChain and MAYAChain: blocks are final, and the bank module of the node is the authority on every balance at every height. */
import type { CosmosChain } from '@chaintrail/chains';
import type { PlayedChain } from '../family.js';
import { FollowedCosmosChain } from '../world/cosmos-chain.js';
import { balances } from './balance.js';
import { compareCosmosChain } from './compare.js';

export async function startCosmosChain(chain: CosmosChain, seed: number): Promise<PlayedChain> {
  const followed = await FollowedCosmosChain.start(chain, seed);
  return {
    chain: followed,
    checks: {
      balances: [balances(followed, 'tip'), 3],
      'past balances': [balances(followed, 'past'), 3],
    },
    // Nothing follows a block.
    missing: async () => null,
    compare: (comparison) => compareCosmosChain(followed, comparison),
  };
}
