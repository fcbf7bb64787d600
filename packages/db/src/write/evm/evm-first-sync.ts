/** The first sync of an EVM chain: what its family adds to the stages of all. */
import type { EvmChainNetwork } from '@chaintrail/chains';
import { AccountLoad } from '../account/account-load.js';
import type { PreparedAccountBlock } from '../account/prepared-block.js';
import type { FirstSync } from '../first-sync/first-sync.js';
import { planMemory } from '../first-sync/memory-plan.js';
import { type FirstSyncOptions, openStagedFirstSync } from '../first-sync/staged-first-sync.js';
import { noteTokens } from './note-tokens.js';
import { COPY_TARGETS } from './rows.js';
import { touchesTable } from './staged-touches.js';

export function openEvmFirstSync(options: FirstSyncOptions<EvmChainNetwork>): FirstSync<PreparedAccountBlock> {
  const { session, place, memory } = options;
  const { code } = place.chain;
  return openStagedFirstSync<PreparedAccountBlock>(options, {
    openLoad: async (state, cursor) =>
      new AccountLoad({ session, chain: code, cursor, state, batchBytes: planMemory(memory).batchBytes }, COPY_TARGETS),
    own: {
      tokens: (state, onShare) => noteTokens(session, place, state, onShare),
    },
    afterSort: 'tokens',
    stagingTables: [touchesTable(code)],
  });
}
