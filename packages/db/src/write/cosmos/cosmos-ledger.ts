import type { BlockRef, CosmosChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { inTransaction } from '../../database-transaction.js';
import { txSpan } from '../../tx-key.js';
import type { PreparedAccountBlock } from '../account/prepared-block.js';
import { writeAccountBlocks } from '../account/write-account-blocks.js';
import { buildMissingIndexes } from '../chain-indexes.js';
import { moveCursor, readBlockHashes, readCursor, readFinalizedHeight, recordReorg } from '../cursor.js';
import type { Ledger } from '../ledger.js';
import { registerChain } from '../register-chain.js';
import { COPY_TARGETS } from './cosmos-rows.js';
import { takeBackLastBlock } from './take-back-last-block.js';
import { extendTokenHistory } from './token-history.js';

/**
 * Blocks are final: the ledger grows. It takes back no block but the last one, whose rows a node got wrong.
 * @param session the owner's session of the chain
 * @param startHeight where a new history starts; one that exists keeps its own
 */
export async function openCosmosLedger(
  session: Session,
  place: CosmosChainNetwork,
  startHeight: number,
): Promise<Ledger<PreparedAccountBlock>> {
  const { code, name } = place.chain;
  const historyFrom = await registerChain(session, code, place.network.name, startHeight);
  let isIndexed = false;
  return {
    historyFrom,
    finalizedHeight: await readFinalizedHeight(session, code),
    cursor: () => readCursor(session, code),
    blocks: (from, to) => readBlockHashes(session, code, from, to),
    async replaceAfter(
      cursor: BlockRef | null,
      fork: BlockRef | null,
      blocks: readonly PreparedAccountBlock[],
    ): Promise<void> {
      const isTakenBack = blocks.length === 0 && cursor !== null && fork !== null && fork.height === cursor.height - 1;
      if (cursor !== null && !isTakenBack && (cursor.height !== fork?.height || cursor.hash !== fork.hash))
        throw new Error(
          `${name}: block ${cursor.height} is indexed and final, and is not taken back to ${fork?.height ?? 'the start'}: the node has another chain`,
        );
      // A new chain's tables have none until it is known how its first blocks are written.
      if (!isIndexed) await buildMissingIndexes(session, code);
      isIndexed = true;
      const [first, last] = [blocks[0], blocks.at(-1)];
      if (!isTakenBack && (first === undefined || last === undefined)) return;
      await inTransaction(session, async () => {
        if (isTakenBack) {
          await recordReorg(session, code, cursor, fork.height);
          await takeBackLastBlock(session, code, cursor.height);
          await moveCursor(session, code, cursor, fork);
        }
        if (first === undefined || last === undefined) return;
        await writeAccountBlocks(session, code, COPY_TARGETS, blocks);
        await extendTokenHistory(session, code, txSpan(first.height, last.height));
        await moveCursor(session, code, cursor, last);
      });
    },
  };
}
