/** The first sync of a Cosmos chain: what its family adds to the stages of all. */
import type { ChainCode, CosmosChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import type { TxSpan } from '../../tx-key.js';
import { AccountLoad } from '../account/account-load.js';
import type { PreparedAccountBlock } from '../account/prepared-block.js';
import { readBlockHeights, runTokenSteps } from '../account/token-steps.js';
import type { FirstSync, OnShare } from '../first-sync/first-sync.js';
import type { FirstSyncState } from '../first-sync/first-sync-state.js';
import { planMemory } from '../first-sync/memory-plan.js';
import { type FirstSyncOptions, type LastWrite, openStagedFirstSync } from '../first-sync/staged-first-sync.js';
import { COPY_TARGETS } from './cosmos-rows.js';
import { extendTokenHistory, fillTokenHistory } from './token-history.js';

export function openCosmosFirstSync(options: FirstSyncOptions<CosmosChainNetwork>): FirstSync<PreparedAccountBlock> {
  const { session, place, memory } = options;
  const { code } = place.chain;
  return openStagedFirstSync<PreparedAccountBlock>(options, {
    openLoad: async (state, cursor) =>
      new AccountLoad({ session, chain: code, cursor, state, batchBytes: planMemory(memory).batchBytes }, COPY_TARGETS),
    own: {
      tokens: (state, onShare) => makeTokenHistory(session, code, state, onShare),
    },
    stagingTables: [],
  });
}

/** Blocks whose transfers are one step: some ten million where a block has fifty. */
const STEP_BLOCKS = 200_000;

/** The tokens stage: one statement for a short chain, else in steps, each of which continues what is there. */
export async function makeTokenHistory(
  session: Session,
  chain: ChainCode,
  { touchedTo }: Pick<FirstSyncState, 'touchedTo'>,
  onShare: OnShare,
  stepBlocks = STEP_BLOCKS,
): Promise<LastWrite> {
  const heights = await readBlockHeights(session, chain);
  const { first, end } = heights;
  if (touchedTo === null && end - first <= stepBlocks) return () => fillTokenHistory(session, chain);
  const steps = {
    indexes: ['transfers_place', 'token_history_holding', 'token_holdings_holding'],
    endOf: (height: number) => Math.min(height + stepBlocks, end),
    write: (span: TxSpan) => extendTokenHistory(session, chain, span),
  };
  await runTokenSteps(session, chain, heights, touchedTo, steps, onShare);
  return undefined;
}
