import type { BlockRef, EvmChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txSpan } from '../../tx-key.js';
import type { PreparedAccountBlock } from '../account/prepared-block.js';
import { writeAccountBlocks } from '../account/write-account-blocks.js';
import { buildMissingIndexes } from '../chain-indexes.js';
import { moveCursor, readBlockHashes, readCursor, readFinalizedHeight } from '../cursor.js';
import type { Ledger } from '../ledger.js';
import { noteReorg } from '../note-reorg.js';
import { registerChain } from '../register-chain.js';
import { inTransaction } from '../transaction.js';
import { confirmPendingOfAccounts, unconfirmAccountBlocks } from './mempool/blocks-and-pending.js';
import { rollbackEvmBlocks } from './rollback-evm-blocks.js';
import { COPY_TARGETS } from './rows.js';
import { insertNewTokens, touchTokenBalances } from './tokens.js';

/**
 * @param session the owner's session of the chain
 * @param startHeight where a new history starts; one that exists keeps its own
 */
export async function openEvmLedger(
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
          await rollbackEvmBlocks(session, code, height);
        }
        await writeAccountBlocks(session, code, COPY_TARGETS, blocks);
        await noteTokensOf(session, place, blocks);
        await confirmPendingOfAccounts(session, code, blocks);
        await moveCursor(session, code, cursor, blocks.at(-1) ?? fork);
      });
    },
  };
}

async function noteTokensOf(
  session: Session,
  { chain, network }: EvmChainNetwork,
  blocks: readonly PreparedAccountBlock[],
): Promise<void> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return;
  const span = txSpan(first.height, last.height);
  await insertNewTokens(session, chain, network, span);
  await touchTokenBalances(session, chain.code, span);
}
