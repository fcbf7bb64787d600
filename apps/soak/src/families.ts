/** How the chains of each family are started and judged. */
import type { Chain } from '@chaintrail/chains';
import { againstEvmModel, checkEvmTransaction, evmBalances, pastBalances } from './account/account-checks.js';
import { compareAccountChain } from './account/compare-account-chain.js';
import { FollowedAccountChain } from './account/followed-account-chain.js';
import { untraced } from './account/tracing.js';
import { compareCosmosChain } from './cosmos/compare-cosmos-chain.js';
import { cosmosBalances } from './cosmos/cosmos-balance.js';
import { FollowedCosmosChain } from './cosmos/followed-cosmos-chain.js';
import type { PlayedChain } from './played-chain.js';
import { compareUtxoChain } from './utxo/compare-utxo-chain.js';
import { FollowedUtxoChain } from './utxo/followed-utxo-chain.js';
import { againstUtxoModel, checkUtxoBalance, checkUtxoTransaction, unspentOutputs } from './utxo/utxo-checks.js';

const NOTHING_MISSING = async () => null;

/** Starts the simulated node of a chain and says how it is judged. */
export async function startPlayedChain(chain: Chain, seed: number): Promise<PlayedChain> {
  switch (chain.family) {
    case 'utxo': {
      const followed = await FollowedUtxoChain.start(chain, seed);
      return {
        chain: followed,
        checks: {
          balances: [checkUtxoBalance, 3],
          'against the model': [againstUtxoModel(followed), 3],
          transactions: [checkUtxoTransaction, 2],
          'unspent outputs': [unspentOutputs(followed), 2],
        },
        missing: NOTHING_MISSING,
        compare: (comparison) => compareUtxoChain(followed, comparison),
      };
    }
    // The node is the authority on balances, and traces come after blocks.
    case 'evm': {
      const followed = await FollowedAccountChain.start(chain, seed);
      return {
        chain: followed,
        checks: {
          balances: [evmBalances(followed), 3],
          'past balances': [pastBalances(followed), 1],
          'against the model': [againstEvmModel(followed), 3],
          transactions: [checkEvmTransaction, 2],
        },
        missing: (session) => untraced(session, chain.code),
        compare: (comparison) => compareAccountChain(followed, comparison),
      };
    }
    // Blocks are final, and the bank module of the node is the authority on every balance at every height.
    case 'cosmos': {
      const followed = await FollowedCosmosChain.start(chain, seed);
      return {
        chain: followed,
        checks: {
          balances: [cosmosBalances(followed, 'tip'), 3],
          'past balances': [cosmosBalances(followed, 'past'), 3],
        },
        missing: NOTHING_MISSING,
        compare: (comparison) => compareCosmosChain(followed, comparison),
      };
    }
  }
}
