/** The first sync of a Cosmos chain: what its family adds to the stages of all. */
import type { CosmosChainNetwork } from '@chaintrail/chains';
import { AccountLoad } from '../account/account-load.js';
import type { PreparedAccountBlock } from '../account/prepared-block.js';
import { allowMemory } from '../allow-memory.js';
import type { FirstSync } from '../first-sync/first-sync.js';
import { moveFirstSync } from '../first-sync/first-sync-state.js';
import { planMemory } from '../first-sync/memory-plan.js';
import { type FirstSyncOptions, openStagedFirstSync } from '../first-sync/staged-first-sync.js';
import { FIRST_SYNC_LIMIT_MS, inTransaction } from '../transaction.js';
import { COPY_TARGETS } from './rows.js';
import { fillTokenHistory } from './token-history.js';

export function openCosmosFirstSync(options: FirstSyncOptions<CosmosChainNetwork>): FirstSync<PreparedAccountBlock> {
  const { session, place, memory } = options;
  const { code } = place.chain;
  return openStagedFirstSync<PreparedAccountBlock>(options, {
    openLoad: async (state, cursor) =>
      new AccountLoad({ session, chain: code, cursor, state, batchBytes: planMemory(memory).batchBytes }, COPY_TARGETS),
    own: {
      tokens: async () => {
        const fill = async (): Promise<void> => {
          await allowMemory(session, 'work_mem', 128, 'transaction');
          await fillTokenHistory(session, code);
          await moveFirstSync(session, code, { stage: 'index' });
        };
        await inTransaction(session, fill, FIRST_SYNC_LIMIT_MS);
      },
    },
    afterSort: 'tokens',
    stagingTables: [],
  });
}
