import type { BlockRef, PlacedUtxoBlock, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import { cutSession, type Session } from '../../connection.js';
import { moveCursor, readBlockHashes, readCursor } from '../cursor.js';
import type { Ledger } from '../ledger.js';
import { registerChain } from '../register-chain.js';
import { rollbackUtxoBlocks } from './rollback-utxo-blocks.js';
import { writeUtxoBlocks } from './write-utxo-blocks.js';

/** No batch takes this long on a server that works. One that hangs would keep the chain from every standby. */
const BATCH_LIMIT_MS = 10 * 60_000;

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
  return {
    historyFrom,
    cursor: () => readCursor(session, chain.code),
    blocks: (from, to) => readBlockHashes(session, chain.code, from, to),
    async replaceAfter(
      cursor: BlockRef | null,
      fork: BlockRef | null,
      blocks: readonly PlacedUtxoBlock[],
    ): Promise<void> {
      const deadline = setTimeout(() => cutSession(session), BATCH_LIMIT_MS);
      try {
        await session.query('BEGIN');
        if (cursor !== null && cursor.height !== fork?.height) {
          await rollbackUtxoBlocks(session, chain.code, fork?.height ?? historyFrom - 1);
        }
        await writeUtxoBlocks(session, chain, network, historyFrom, blocks);
        await moveCursor(session, chain.code, cursor, blocks.at(-1) ?? fork);
        await session.query('COMMIT');
      } catch (error) {
        // Should the session itself be gone, the server has rolled back already.
        await session.query('ROLLBACK').catch(() => undefined);
        throw error;
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}
