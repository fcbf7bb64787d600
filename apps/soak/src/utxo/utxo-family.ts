/** Bitcoin and its relatives: balances are sums of outputs, and every unspent output can be listed. */
import type { UtxoChain } from '@chaintrail/chains';
import type { PlayedChain } from '../family.js';
import { FollowedUtxoChain } from '../world/utxo-chain.js';
import { checkBalance } from './balance.js';
import { compareUtxoChain } from './compare.js';
import { againstModel } from './model.js';
import { checkTransaction } from './transaction.js';
import { unspentOutputs } from './utxos.js';

export async function startUtxoChain(chain: UtxoChain, seed: number): Promise<PlayedChain> {
  const followed = await FollowedUtxoChain.start(chain, seed);
  return {
    chain: followed,
    checks: {
      balances: [checkBalance, 3],
      'against the model': [againstModel(followed), 3],
      transactions: [checkTransaction, 2],
      'unspent outputs': [unspentOutputs(followed), 2],
    },
    missing: async () => null,
    compare: (comparison) => compareUtxoChain(followed, comparison),
  };
}
