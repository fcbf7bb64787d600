/** The first sync of a Cosmos chain: what its family adds to the stages of all. */
import type { CosmosChainNetwork } from '@chaintrail/chains';
import { AccountLoad } from '../account/account-load.js';
import type { PreparedAccountBlock } from '../account/prepared-block.js';
import type { FirstSync } from '../first-sync/first-sync.js';
import { planMemory } from '../first-sync/memory-plan.js';
import { type FirstSyncOptions, openStagedFirstSync } from '../first-sync/staged-first-sync.js';
import { makeTokenHistory } from './make-token-history.js';
import { COPY_TARGETS } from './rows.js';

export function openCosmosFirstSync(options: FirstSyncOptions<CosmosChainNetwork>): FirstSync<PreparedAccountBlock> {
  const { session, place, memory } = options;
  const { code } = place.chain;
  return openStagedFirstSync<PreparedAccountBlock>(options, {
    openLoad: async (state, cursor) =>
      new AccountLoad({ session, chain: code, cursor, state, batchBytes: planMemory(memory).batchBytes }, COPY_TARGETS),
    own: {
      tokens: (state, onShare) => makeTokenHistory(session, code, state, onShare),
    },
    afterSort: 'tokens',
    stagingTables: [],
  });
}
