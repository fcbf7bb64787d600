import type { CosmosChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txSpan } from '../../tx-key.js';
import type { PreparedAccountBlock } from '../account/prepared-block.js';
import { writeAccountBlocks } from '../account/write-account-blocks.js';
import { readFinalizedHeight } from '../cursor.js';
import { type Ledger, openLedger } from '../ledger.js';
import { COPY_TARGETS } from './cosmos-rows.js';
import { takeBackLastBlock } from './take-back-last-block.js';
import { extendTokenHistory } from './token-history.js';

/**
 * Blocks are final: the ledger grows. It takes back no block but the last one, whose rows a node got wrong.
 * @param session the owner's session of the chain
 * @param startHeight where a new history starts; one that exists keeps its own
 */
export function openCosmosLedger(
  session: Session,
  place: CosmosChainNetwork,
  startHeight: number,
): Promise<Ledger<PreparedAccountBlock>> {
  const { code, name } = place.chain;
  return openLedger<PreparedAccountBlock>(session, code, place.network.name, startHeight, async () => ({
    finalizedHeight: await readFinalizedHeight(session, code),
    allow(cursor, fork, blocks) {
      const isTakenBack = fork?.height === cursor.height - 1 && blocks.length === 0;
      if (isTakenBack || (fork?.height === cursor.height && fork.hash === cursor.hash)) return;
      throw new Error(
        `${name}: block ${cursor.height} is indexed and final, and is not taken back to ${fork?.height ?? 'the start'}: the node has another chain`,
      );
    },
    rollback: (height) => takeBackLastBlock(session, code, height + 1),
    async write(blocks) {
      await writeAccountBlocks(session, code, COPY_TARGETS, blocks);
      await extendTokenHistory(session, code, txSpan(blocks[0]!.height, blocks.at(-1)!.height));
    },
  }));
}
