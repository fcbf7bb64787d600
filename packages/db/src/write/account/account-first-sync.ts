/** The first sync of an account chain: what its family adds to the stages of all. */
import type { EvmChainNetwork } from '@chaintrail/chains';
import type { FirstSync } from '../first-sync/first-sync.js';
import { moveFirstSync } from '../first-sync/first-sync-state.js';
import { planMemory } from '../first-sync/memory-plan.js';
import { type FirstSyncOptions, openStagedFirstSync } from '../first-sync/staged-first-sync.js';
import { FIRST_SYNC_LIMIT_MS, inTransaction } from '../transaction.js';
import { AccountLoad } from './account-load.js';
import type { PreparedAccountBlock } from './prepared-block.js';
import { insertAllTokenBalances, insertAllTokens } from './tokens.js';

export function openAccountFirstSync(options: FirstSyncOptions<EvmChainNetwork>): FirstSync<PreparedAccountBlock> {
  const { session, place, memory } = options;
  const { chain, network } = place;
  const { code } = chain;
  return openStagedFirstSync<PreparedAccountBlock>(options, {
    openLoad: async (state, cursor) =>
      new AccountLoad({ session, chain: code, cursor, state, batchBytes: planMemory(memory).batchBytes }),
    own: {
      // One transaction: cut short, all of it is done again, which takes far less than the loading.
      async tokens(_, onShare) {
        const work = async () => {
          await insertAllTokens(session, chain, network);
          onShare(0.3);
          await insertAllTokenBalances(session, code);
          await moveFirstSync(session, code, { stage: 'index' });
        };
        await inTransaction(session, work, FIRST_SYNC_LIMIT_MS);
      },
    },
    afterSort: 'tokens',
  });
}
