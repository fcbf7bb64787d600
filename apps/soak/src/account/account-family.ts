/** Ethereum and its layer 2s: the node is the authority on balances, and traces come after blocks. */
import type { EvmChain } from '@chaintrail/chains';
import type { PlayedChain } from '../family.js';
import { FollowedAccountChain } from '../world/account-chain.js';
import { balances, pastBalances } from './balance.js';
import { compareAccountChain } from './compare.js';
import { againstModel } from './model.js';
import { untraced } from './tracing.js';
import { checkTransaction } from './transaction.js';

export async function startAccountChain(chain: EvmChain, seed: number): Promise<PlayedChain> {
  const followed = await FollowedAccountChain.start(chain, seed);
  return {
    chain: followed,
    checks: {
      balances: [balances(followed), 3],
      'past balances': [pastBalances(followed), 1],
      'against the model': [againstModel(followed), 3],
      transactions: [checkTransaction, 2],
    },
    missing: (session) => untraced(session, chain.code),
    compare: (comparison) => compareAccountChain(followed, comparison),
  };
}
