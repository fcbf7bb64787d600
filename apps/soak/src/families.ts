import type { Chain } from '@chaintrail/chains';
import { startAccountChain } from './account/account-family.js';
import { startCosmosChain } from './cosmos/cosmos-family.js';
import type { PlayedChain } from './family.js';
import { startUtxoChain } from './utxo/utxo-family.js';

/** Starts the simulated node of a chain and says how it is judged. */
export function startPlayedChain(chain: Chain, seed: number): Promise<PlayedChain> {
  switch (chain.family) {
    case 'utxo':
      return startUtxoChain(chain, seed);
    case 'evm':
      return startAccountChain(chain, seed);
    case 'cosmos':
      return startCosmosChain(chain, seed);
  }
}
