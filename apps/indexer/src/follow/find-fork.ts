import type { BlockRef } from '@chaintrail/chains';
import type { Ledger } from '@chaintrail/db';
import type { BlockSource, LinkedBlock } from './block-source.js';

/** The same remedy everywhere; docs/configuration.md has what it takes. */
const START_OVER =
  'start the chain over: stop the indexer, then npm run drop-chain -- <code>; docs/configuration.md, "Starting a chain over", says how with npm start';

/** The node's chain left ours deeper than may be followed without the operator. */
export class DeepReorgError extends Error {
  override readonly name = 'DeepReorgError';
}

/**
 * The node has the indexed chain, but less of it than may be removed without the operator: it is behind, not
 * reorganised.
 */
export class NodeBehindError extends Error {
  override readonly name = 'NodeBehindError';
}

/** Up to this height a chain may be replaced from its genesis block on: a private network in its first minutes. */
const YOUNG_HEIGHT = 10;

/**
 * The highest block that is both indexed and in the node's active chain. Costs one call when nothing was reorganised;
 * looks back 1, 2, 4 … blocks otherwise.
 * @param tip the node's
 * @returns null when nothing is indexed, or nothing of the (short) indexed history is in the node's chain
 * @param reorgLimit blocks that may be taken back. @param finalized height of a block that stays, as the node said
 * before
 * @param finalityBinds false where the node may forget what it called final (private networks). Such a block may be
 * taken back within the limit, but not with the whole history: that is another chain
 * @throws NodeBehindError when the node's whole chain is indexed and ends more than `limit` blocks below the cursor, or
 * at genesis, or it ends below the first indexed block
 * @throws DeepReorgError when it lies more than `limit` blocks below the cursor, or nothing but the genesis block is
 * shared
 */
export async function findFork<Block extends LinkedBlock>(
  source: BlockSource<Block>,
  ledger: Ledger<Block>,
  cursor: BlockRef | null,
  tip: BlockRef,
  reorgLimit: number,
  finalized: number | null = null,
  finalityBinds = true,
): Promise<BlockRef | null> {
  if (cursor === null) return null;
  if (tip.height < ledger.historyFrom) throw behind(cursor, tip);
  if (reorgLimit === 0) return requireSame(source, ledger, cursor, tip);
  const isFinal = finalityBinds && finalized !== null && cursor.height - finalized < reorgLimit;
  const limit = isFinal ? Math.max(0, cursor.height - finalized) : reorgLimit;
  // Every chain of a network has its genesis block: a node that shares no more of ours starts over, however short ours
  // is.
  const ownFrom = ledger.historyFrom === 0 && cursor.height > YOUNG_HEIGHT ? 1 : ledger.historyFrom;
  const lowest = Math.max(ownFrom, cursor.height - limit);
  if (tip.height < cursor.height) {
    const [ours] = await ledger.blocks(tip.height, tip.height);
    if (ours?.hash === tip.hash) return requireNear(cursor, ours, lowest);
  }
  let top = cursor.height;
  for (let span = 1; top >= lowest; span *= 2) {
    const bottom = Math.max(lowest, top - span + 1);
    const [stored, active] = await Promise.all([
      top === cursor.height && bottom === top ? [cursor] : ledger.blocks(bottom, top),
      source.node.blockHashes(bottom, top - bottom + 1),
    ]);
    const shared = stored.findLast((block) => active[block.height - bottom] === block.hash);
    if (shared) return shared;
    top = bottom - 1;
  }
  if (ownFrom > ledger.historyFrom && cursor.height - limit < ownFrom) {
    throw new DeepReorgError(
      `The node's chain shares nothing with the indexed one, of ${cursor.height} blocks, but at most its genesis block. ` +
        `Check that it follows the right chain; to accept it, ${START_OVER}.`,
    );
  }
  const isWhole = cursor.height - ledger.historyFrom < limit;
  if (isWhole && (finalityBinds || finalized === null)) return null;
  if (isFinal || isWhole) {
    throw new DeepReorgError(
      `The node's chain left the indexed one at or below block ${finalized}, which the node had called final. ` +
        `Check that it follows the right chain; to accept it, ${START_OVER}.`,
    );
  }
  throw new DeepReorgError(
    `The node's chain left the indexed one more than ${limit} blocks below height ${cursor.height}. ` +
      `Check that the node follows the right chain; to accept it, raise the reorg limit (<CODE>_REORG_LIMIT) and restart the indexer.`,
  );
}

function requireNear(cursor: BlockRef, tip: BlockRef, lowest: number): BlockRef {
  if (tip.height >= lowest) return tip;
  throw behind(cursor, tip);
}

function behind(cursor: BlockRef, tip: BlockRef): NodeBehindError {
  const remedy = tip.height === 0 ? `; if its chain is gone for good, ${START_OVER}` : '';
  return new NodeBehindError(
    `the node is at block ${tip.height}, ${cursor.height - tip.height} blocks behind what is indexed; waiting for it to ` +
      `catch up${remedy}`,
  );
}

/** Where nothing may be taken back, the highest block that both may have is the same, or there is no fork. */
async function requireSame<Block extends LinkedBlock>(
  source: BlockSource<Block>,
  ledger: Ledger<Block>,
  cursor: BlockRef,
  tip: BlockRef,
): Promise<BlockRef> {
  const height = Math.min(cursor.height, tip.height);
  const [ours] = height === cursor.height ? [cursor] : await ledger.blocks(height, height);
  const [theirs] = height === tip.height ? [tip.hash] : await source.node.blockHashes(height, 1);
  // Gone since the tip was asked for.
  if (theirs === undefined) throw behind(cursor, { ...tip, height: Math.max(0, height - 1) });
  if (ours?.hash !== theirs) {
    throw new DeepReorgError(
      `The node has block ${theirs} at height ${height}, where ${ours?.hash} is indexed, and nothing that is indexed is taken back ` +
        `(reorg limit 0). Check that the node follows the right chain; to accept its chain, ${START_OVER}.`,
    );
  }
  return requireNear(cursor, { height, hash: theirs }, cursor.height);
}
