/** The first sync of a Cosmos chain: what its family adds to the stages of all. */
import type { ChainCode, CosmosChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { inStep, inTransaction } from '../../database-transaction.js';
import { TXS_PER_BLOCK, txKey } from '../../tx-key.js';
import { AccountLoad } from '../account/account-load.js';
import type { PreparedAccountBlock } from '../account/prepared-block.js';
import { buildMissingIndexes, giveIndexesMemory } from '../chain-indexes.js';
import type { FirstSync } from '../first-sync/first-sync.js';
import { type FirstSyncState, moveFirstSync } from '../first-sync/first-sync-state.js';
import { planMemory } from '../first-sync/memory-plan.js';
import { type FirstSyncOptions, openStagedFirstSync } from '../first-sync/staged-first-sync.js';
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
    afterSort: 'tokens',
    stagingTables: [],
  });
}

/** Blocks whose transfers are one step: some ten million where a block has fifty. */
const STEP_BLOCKS = 200_000;

/**
 * The tokens stage: running balances of other denominations. A short chain is one statement. A long one goes in steps,
 * each of which continues what is there, as live blocks do. An interrupted stage goes on with the step it was at.
 */
export async function makeTokenHistory(
  session: Session,
  chain: ChainCode,
  { touchedTo }: Pick<FirstSyncState, 'touchedTo'>,
  onShare: (share: number) => void,
  stepBlocks = STEP_BLOCKS,
): Promise<void> {
  const { first, end } = await heights(session, chain);
  if (touchedTo === null && end - first <= stepBlocks) {
    await inStep(session, async () => {
      await fillTokenHistory(session, chain);
      await moveFirstSync(session, chain, { stage: 'index' });
    });
    return;
  }
  // Needed later anyway. With the first a step reads its own transfers only, with the others it finds what it
  // continues.
  await giveIndexesMemory(session);
  for (const index of ['transfers_place', 'token_history_holding', 'token_holdings_holding'])
    await buildMissingIndexes(session, chain, index);
  for (let height = touchedTo === null ? first : touchedTo / TXS_PER_BLOCK; height < end; ) {
    const next = Math.min(height + stepBlocks, end);
    const span = { from: txKey(height, 0), to: txKey(next, 0) - 1 };
    await inStep(session, async () => {
      await extendTokenHistory(session, chain, span);
      await moveFirstSync(session, chain, { touchedTo: txKey(next, 0) });
    });
    height = next;
    onShare((next - first) / (end - first));
  }
  await inTransaction(session, () => moveFirstSync(session, chain, { stage: 'index' }));
}

/** Heights of the first block and behind the last one; the same where there is none. */
async function heights(session: Session, chain: ChainCode): Promise<{ readonly first: number; readonly end: number }> {
  const { rows } = await session.query<{ first: number | null; last: number }>(
    `SELECT min(height) AS first, max(height) AS last FROM ${chain}.blocks`,
  );
  const { first, last } = rows[0]!;
  return first === null ? { first: 0, end: 0 } : { first, end: last + 1 };
}
