/** The first sync of an EVM chain: what its family adds to the stages of all. */
import type { ChainCode, EvmChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { inStep } from '../../database-transaction.js';
import { type TxSpan, txKey } from '../../tx-key.js';
import { AccountLoad } from '../account/account-load.js';
import { readBlockHeights, runTokenSteps } from '../account/token-steps.js';
import type { FirstSync, OnShare } from '../first-sync/first-sync.js';
import { type FirstSyncState, moveFirstSync, summariseLoadIndex } from '../first-sync/first-sync-state.js';
import { planMemory } from '../first-sync/memory-plan.js';
import { type FirstSyncOptions, type LastWrite, openStagedFirstSync } from '../first-sync/staged-first-sync.js';
import { COPY_TARGETS, type PreparedEvmBlock } from './evm-rows.js';
import { recordGaps } from './gaps/internal-sync.js';
import { createTouches, removeTouches, touchesLeft, touchesTable } from './staged-touches.js';
import { insertAllTokenBalances, insertNewTokens, mergeTouches, stageTouches } from './token-tables.js';

export function openEvmFirstSync(options: FirstSyncOptions<EvmChainNetwork>): FirstSync<PreparedEvmBlock> {
  const { session, place, memory } = options;
  const { code } = place.chain;
  return openStagedFirstSync<PreparedEvmBlock>(options, {
    openLoad: async (state, cursor) =>
      new AccountLoad(
        { session, chain: code, cursor, state, batchBytes: planMemory(memory).batchBytes },
        COPY_TARGETS,
        (blocks) => recordGaps(session, code, blocks),
      ),
    own: {
      tokens: (state, onShare) => runTokensStage(session, place, state, onShare),
    },
    stagingTables: [touchesTable(code)],
  });
}

/** Transactions whose transfers are one step: what they touched fits into the memory that a statement may use here. */
const STEP_TRANSACTIONS = 4_000_000;

/** Shares of the stage that are over when the tokens of a short chain, and all touches, are known. */
const SHARE_OF_TOKENS = 0.2;
const SHARE_OF_TOUCHES = 0.6;
const ALL: TxSpan = { from: 0, to: Number.MAX_SAFE_INTEGER };

/**
 * The tokens stage: which tokens there are, and which address ever had a transfer of which. A short chain is one
 * statement each. A long one goes through its transfers in steps, which add the tokens that are new and stage the rest
 * by address. Then that is merged part by part. An interrupted stage goes on with the step it was at.
 */
export async function runTokensStage(
  session: Session,
  place: EvmChainNetwork,
  { touchedTo, transactions }: Pick<FirstSyncState, 'touchedTo' | 'transactions'>,
  onShare: OnShare,
  stepTransactions = STEP_TRANSACTIONS,
): Promise<LastWrite> {
  const { code } = place.chain;
  if (touchedTo === null && transactions <= stepTransactions) {
    return async () => {
      await insertNewTokens(session, place, ALL);
      onShare(SHARE_OF_TOKENS);
      await insertAllTokenBalances(session, code);
    };
  }
  const heights = await readBlockHeights(session, code);
  if (touchedTo === null) {
    await inStep(session, async () => {
      await createTouches(session, code);
      await moveFirstSync(session, code, { touchedTo: txKey(heights.first, 0) });
    });
  }
  await summariseLoadIndex(session, code);
  const steps = {
    indexes: ['transfers_place', 'tokens_asset'],
    endOf: (height: number) => endOfStep(session, code, height, stepTransactions, heights.end),
    write: async (span: TxSpan) => {
      await insertNewTokens(session, place, span);
      await stageTouches(session, code, span);
    },
  };
  await runTokenSteps(session, code, heights, touchedTo, steps, (share) => onShare(SHARE_OF_TOUCHES * share));
  await mergeAll(session, code, onShare);
  return () => removeTouches(session, touchesTable(code));
}

async function mergeAll(session: Session, chain: ChainCode, onShare: OnShare): Promise<void> {
  const { left, of } = await touchesLeft(session, chain);
  let done = of - left.length;
  for (const part of left) {
    await inStep(session, async () => {
      await mergeTouches(session, chain, part);
      await removeTouches(session, part);
    });
    done++;
    onShare(SHARE_OF_TOUCHES + (1 - SHARE_OF_TOUCHES) * (done / of));
  }
}

/** @returns the height behind the block with which a step has its transactions; `end` where they are fewer */
async function endOfStep(
  session: Session,
  chain: ChainCode,
  from: number,
  transactions: number,
  end: number,
): Promise<number> {
  const { rows } = await session.query<{ height: number }>(
    `SELECT height FROM (SELECT height, sum(tx_count) OVER (ORDER BY height) AS sum FROM ${chain}.blocks WHERE height >= $1) b
     WHERE sum >= $2 ORDER BY height LIMIT 1`,
    [from, transactions],
  );
  return rows[0] === undefined ? end : rows[0].height + 1;
}
