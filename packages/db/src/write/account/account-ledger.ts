import type { BlockRef, EvmChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { buildMissingIndexes } from '../chain-indexes.js';
import { moveCursor, readBlockHashes, readCursor, readFinalizedHeight } from '../cursor.js';
import type { Ledger } from '../ledger.js';
import { noteReorg } from '../note-reorg.js';
import { registerChain } from '../register-chain.js';
import { inTransaction } from '../transaction.js';
import { confirmPendingOfAccounts, unconfirmAccountBlocks } from './mempool/blocks-and-pending.js';
import type { PreparedAccountBlock } from './prepared-block.js';
import { rollbackAccountBlocks } from './rollback-account-blocks.js';
import { writeAccountBlocks } from './write-account-blocks.js';

/**
 * @param session the owner's session of the chain
 * @param startHeight where a new history starts; one that exists keeps its own
 */
export async function openAccountLedger(
  session: Session,
  place: EvmChainNetwork,
  startHeight: number,
): Promise<Ledger<PreparedAccountBlock>> {
  const { code } = place.chain;
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
      // A new chain's tables have none until it is known how its first blocks are written.
      if (!isIndexed) await buildMissingIndexes(session, code);
      isIndexed = true;
      await inTransaction(session, async () => {
        if (cursor !== null && cursor.height !== fork?.height) {
          const height = fork?.height ?? historyFrom - 1;
          await noteReorg(session, code, cursor, height);
          await unconfirmAccountBlocks(session, code, height);
          await rollbackAccountBlocks(session, code, height);
        }
        await writeAccountBlocks(session, place, blocks);
        await confirmPendingOfAccounts(session, code, blocks);
        await moveCursor(session, code, cursor, blocks.at(-1) ?? fork);
      });
    },
  };
}
