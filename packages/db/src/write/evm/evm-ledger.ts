import type { ChainCode, EvmChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txSpan } from '../../tx-key.js';
import { writeAccountBlocks } from '../account/account-batch.js';
import { readFinalizedHeight } from '../cursor.js';
import { type Ledger, openLedger, removeAbove } from '../ledger.js';
import { COPY_TARGETS, type PreparedEvmBlock } from './evm-rows.js';
import { openInternalSync, recordGaps, rollbackGaps } from './gaps/internal-sync.js';
import { confirmEvmPending, unconfirmEvmBlocks } from './mempool/confirm-evm-pending.js';
import { askAgain, insertNewTokens, rollbackTokens, touchTokenBalances } from './token-tables.js';
import { moveProved } from './wrapped-coins.js';

/** @param session the owner's @param startHeight where a new history starts; one that exists keeps its own */
export function openEvmLedger(
  session: Session,
  place: EvmChainNetwork,
  startHeight: number,
): Promise<Ledger<PreparedEvmBlock>> {
  const { code } = place.chain;
  return openLedger<PreparedEvmBlock>(session, code, place.network.name, startHeight, async () => {
    await openInternalSync(session, code);
    return {
      finalizedHeight: await readFinalizedHeight(session, code),
      unconfirm: (height) => unconfirmEvmBlocks(session, code, height),
      rollback: (height) => rollbackEvmBlocks(session, code, height),
      async write(blocks) {
        await writeAccountBlocks(session, code, COPY_TARGETS, blocks);
        await recordGaps(session, code, blocks);
        await recordTokens(session, place, blocks);
      },
      confirm: (blocks) => confirmEvmPending(session, code, blocks),
    };
  });
}

async function recordTokens(
  session: Session,
  place: EvmChainNetwork,
  blocks: readonly PreparedEvmBlock[],
): Promise<void> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return;
  const span = txSpan(first.height, last.height);
  const { code } = place.chain;
  if (blocks.some(({ rows }) => rows['wrapped_logs']!.count > 0)) await moveProved(session, code, span);
  await insertNewTokens(session, place, span);
  await touchTokenBalances(session, code, span);
  for (const { changedCode, height } of blocks) await askAgain(session, code, changedCode, height);
}

/**
 * Removes all blocks above `height`, inside the caller's transaction, and leaves the rows that were there when `height`
 * was the tip.
 */
async function rollbackEvmBlocks(session: Session, chain: ChainCode, height: number): Promise<void> {
  await rollbackGaps(session, chain, height);
  await rollbackTokens(session, chain, height);
  await session.query(`DELETE FROM ${chain}.address_balances WHERE height > $1`, [height]);
  // Wrapped coins that were found by their logs stay found.
  await removeAbove(session, chain, height, ['address_transactions', 'transfers', 'wrapped_logs', 'transactions']);
}
