/** The tokens stage of a long chain, for the families that have it: spans of blocks, one step after the other. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { inStep } from '../../database-transaction.js';
import { TXS_PER_BLOCK, type TxSpan, txKey } from '../../tx-key.js';
import { buildMissingIndexes, giveIndexesMemory } from '../chain-indexes.js';
import type { OnShare } from '../first-sync/first-sync.js';
import { moveFirstSync } from '../first-sync/first-sync-state.js';

/** Heights of the first block and behind the last one; the same where there is none. */
export interface BlockHeights {
  readonly first: number;
  readonly end: number;
}

/** A family's part of the steps. */
interface TokenSteps {
  /**
   * Needed later anyway. With them a step reads its own transfers only, and finds what it continues without reading
   * all.
   */
  readonly indexes: readonly string[];
  /** @returns the height behind the last block of the step that begins with one */
  endOf(height: number): number | Promise<number>;
  write(span: TxSpan): Promise<void>;
}

/** @param touchedTo where an interrupted stage goes on; null at the first block */
export async function runTokenSteps(
  session: Session,
  chain: ChainCode,
  { first, end }: BlockHeights,
  touchedTo: number | null,
  { indexes, endOf, write }: TokenSteps,
  onShare: OnShare,
): Promise<void> {
  await giveIndexesMemory(session);
  for (const index of indexes) await buildMissingIndexes(session, chain, index);
  for (let height = touchedTo === null ? first : touchedTo / TXS_PER_BLOCK; height < end; ) {
    const next = await endOf(height);
    await inStep(session, async () => {
      await write({ from: txKey(height, 0), to: txKey(next, 0) - 1 });
      await moveFirstSync(session, chain, { touchedTo: txKey(next, 0) });
    });
    height = next;
    onShare((next - first) / (end - first));
  }
}

export async function readBlockHeights(session: Session, chain: ChainCode): Promise<BlockHeights> {
  const { rows } = await session.query<{ first: number | null; last: number }>(
    `SELECT min(height) AS first, max(height) AS last FROM ${chain}.blocks`,
  );
  const { first, last } = rows[0]!;
  return first === null ? { first: 0, end: 0 } : { first, end: last + 1 };
}
