/** The first sync of an EVM chain: what its family adds to the stages of all. */
import type { ChainCode, EvmChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { inStep } from '../../database-transaction.js';
import { TXS_PER_BLOCK, type TxSpan, txKey } from '../../tx-key.js';
import { AccountLoad } from '../account/account-load.js';
import { buildMissingIndexes, giveIndexesMemory } from '../chain-indexes.js';
import type { FirstSync } from '../first-sync/first-sync.js';
import { type FirstSyncState, moveFirstSync, summariseLoadIndex } from '../first-sync/first-sync-state.js';
import { planMemory } from '../first-sync/memory-plan.js';
import { type FirstSyncOptions, openStagedFirstSync } from '../first-sync/staged-first-sync.js';
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
    afterSort: 'tokens',
    stagingTables: [touchesTable(code)],
  });
}

/** Transactions whose transfers are one step: what they touched fits into the memory that a statement may use here. */
const STEP_TRANSACTIONS = 4_000_000;

/** Shares of the stage that are over when the tokens of a short chain, and all touches, are known. */
const SHARE_OF_TOKENS = 0.2;
const SHARE_OF_TOUCHES = 0.6;
const ALL: TxSpan = { from: 0, to: Number.MAX_SAFE_INTEGER };

type OnShare = (share: number) => void;

/**
 * The tokens stage: which tokens there are, and which address ever had a transfer of which. A short chain is one
 * statement each. A long one goes through its transfers in steps, which add the tokens that are new and stage the rest
 * by address. Then that is merged part by part. An interrupted stage goes on with the step it was at.
 */
export async function runTokensStage(
  session: Session,
  place: EvmChainNetwork,
  state: Pick<FirstSyncState, 'touchedTo' | 'transactions'>,
  onShare: OnShare,
  stepTransactions = STEP_TRANSACTIONS,
): Promise<void> {
  const { code } = place.chain;
  if (state.touchedTo === null) {
    const isShort = state.transactions <= stepTransactions;
    await inStep(session, async () => {
      if (isShort) {
        await insertNewTokens(session, place, ALL);
        onShare(SHARE_OF_TOKENS);
        await insertAllTokenBalances(session, code);
        await moveFirstSync(session, code, { stage: 'index' });
      } else {
        await createTouches(session, code);
        await moveFirstSync(session, code, { touchedTo: 0 });
      }
    });
    if (isShort) return;
  }
  await stageAll(session, place, state.touchedTo ?? 0, stepTransactions, onShare);
  await mergeAll(session, code, onShare);
}

async function stageAll(
  session: Session,
  place: EvmChainNetwork,
  touchedTo: number,
  stepTransactions: number,
  onShare: OnShare,
): Promise<void> {
  const chain = place.chain.code;
  // Needed later anyway. With them a step reads its own transfers only, and finds a contract without reading all.
  await giveIndexesMemory(session);
  await buildMissingIndexes(session, chain, 'transfers_place');
  await buildMissingIndexes(session, chain, 'tokens_asset');
  await summariseLoadIndex(session, chain);
  const blocks = (await tipHeight(session, chain)) + 1;
  for (let height = touchedTo / TXS_PER_BLOCK; height < blocks; ) {
    const next = (await lastOfStep(session, chain, height, stepTransactions, blocks - 1)) + 1;
    const span = { from: txKey(height, 0), to: txKey(next, 0) - 1 };
    await inStep(session, async () => {
      await insertNewTokens(session, place, span);
      await stageTouches(session, chain, span);
      await moveFirstSync(session, chain, { touchedTo: txKey(next, 0) });
    });
    height = next;
    onShare(SHARE_OF_TOUCHES * (next / blocks));
  }
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
  await inStep(session, async () => {
    await removeTouches(session, touchesTable(chain));
    await moveFirstSync(session, chain, { stage: 'index' });
  });
}

async function tipHeight(session: Session, chain: ChainCode): Promise<number> {
  const { rows } = await session.query<{ height: number }>(`SELECT max(height) AS height FROM ${chain}.blocks`);
  return rows[0]?.height ?? -1;
}

/** The block with which a step that begins with another has its transactions; the tip where they are fewer. */
async function lastOfStep(
  session: Session,
  chain: ChainCode,
  from: number,
  transactions: number,
  tip: number,
): Promise<number> {
  const { rows } = await session.query<{ height: number }>(
    `SELECT height FROM (SELECT height, sum(tx_count) OVER (ORDER BY height) AS sum FROM ${chain}.blocks WHERE height >= $1) b
     WHERE sum >= $2 ORDER BY height LIMIT 1`,
    [from, transactions],
  );
  return rows[0]?.height ?? tip;
}
