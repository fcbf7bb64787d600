import type { Chain } from '@chaintrail/chains';
import { startAccountChain } from './account/account-family.js';
import type { PlayedChain } from './family.js';
import { startUtxoChain } from './utxo/utxo-family.js';

/** Starts the simulated node of a chain and says how it is judged. */
export function startPlayedChain(chain: Chain, seed: number): Promise<PlayedChain> {
  return chain.family === 'utxo' ? startUtxoChain(chain, seed) : startAccountChain(chain, seed);
}
