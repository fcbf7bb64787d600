import type { BlockRef, PlacedUtxoBlock, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { buildMissingIndexes } from '../chain-indexes.js';
import { moveCursor, readBlockHashes, readCursor, recordReorg } from '../cursor.js';
import type { Ledger } from '../ledger.js';
import { unconfirmAbove } from '../mempool/pending-statements.js';
import { registerChain } from '../register-chain.js';
import { inTransaction } from '../transaction.js';
import { confirmUtxoPending, restorePending } from './mempool/confirm-utxo-pending.js';
import { rollbackUtxoBlocks } from './rollback-utxo-blocks.js';
import { writeUtxoBlocks } from './write-utxo-blocks.js';

/**
 * @param session the owner's session of the chain
 * @param startHeight where a new history starts; one that exists keeps its own
 */
export async function openUtxoLedger(
  session: Session,
  chain: UtxoChain,
  network: UtxoNetwork,
  startHeight: number,
): Promise<Ledger<PlacedUtxoBlock>> {
  const historyFrom = await registerChain(session, chain.code, network.name, startHeight);
  let isIndexed = false;
  return {
    historyFrom,
    finalizedHeight: null,
    cursor: () => readCursor(session, chain.code),
    blocks: (from, to) => readBlockHashes(session, chain.code, from, to),
    async replaceAfter(
      cursor: BlockRef | null,
      fork: BlockRef | null,
      blocks: readonly PlacedUtxoBlock[],
    ): Promise<void> {
      // A new chain's tables have none until it is known how its first blocks are written.
      if (!isIndexed) await buildMissingIndexes(session, chain.code);
      isIndexed = true;
      await inTransaction(session, async () => {
        if (cursor !== null && cursor.height !== fork?.height) {
          const height = fork?.height ?? historyFrom - 1;
          await recordReorg(session, chain.code, cursor, height);
          await unconfirmAbove(session, chain.code, height);
          await restorePending(session, chain.code, height);
          await rollbackUtxoBlocks(session, chain.code, height);
        }
        await writeUtxoBlocks(session, chain, network, historyFrom, blocks);
        await confirmUtxoPending(session, chain.code, blocks);
        await moveCursor(session, chain.code, cursor, blocks.at(-1) ?? fork);
      });
    },
  };
}
