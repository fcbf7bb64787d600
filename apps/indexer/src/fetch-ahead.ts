/**
 * Fetches a run of blocks in order, a bounded number ahead of the reader, and groups them into batches for one
 * database transaction each. While the reader writes one batch, the next ones are on their way and being decoded.
 */
import type { BlockRef } from '@chaintrail/chains';
import type { BlockSource, LinkedBlock } from './block-source.js';

/** Back-pressure in one number: a block and its decoded columns take up to some 10 MB, so this bounds 160 MB. */
const BLOCKS_AHEAD = 16;
/** Hashes asked for at once. */
const HASHES_PER_CALL = 200;
/** A batch ends at the block that reaches either. One full block is a batch of its own; empty ones share a commit. */
const BATCH_TRANSACTIONS = 4_000;
const BATCH_BLOCKS = 200;

/** The active chain changed while it was being fetched: nothing is wrong, look at the tip again. */
export class ChainMovedError extends Error {
  override readonly name = 'ChainMovedError';
}

/**
 * @param parent the block that the first one must follow; null at the start of the history
 * @param from height of the first block
 * @param to height of the last block
 * @throws ChainMovedError when a block does not follow the one before it
 */
export async function* fetchAhead<Block extends LinkedBlock>(
  source: BlockSource<Block>,
  parent: BlockRef | null,
  from: number,
  to: number,
): AsyncGenerator<Block[]> {
  let last = parent;
  let batch: Block[] = [];
  let transactions = 0;
  for await (const block of inOrder(source, from, to)) {
    if (last !== null && block.parentHash !== last.hash) {
      throw new ChainMovedError(`block ${block.height} follows ${block.parentHash}, not ${last.hash}`);
    }
    last = block;
    batch.push(block);
    transactions += block.txCount;
    if (transactions >= BATCH_TRANSACTIONS || batch.length >= BATCH_BLOCKS || block.height === to) {
      yield batch;
      batch = [];
      transactions = 0;
    }
  }
}

async function* inOrder<Block extends LinkedBlock>(
  source: BlockSource<Block>,
  from: number,
  to: number,
): AsyncGenerator<Block> {
  const underway: Promise<Block>[] = [];
  let hashes: string[] = [];
  let hashesFrom = from;
  for (let height = from; height <= to || underway.length > 0; ) {
    while (height <= to && underway.length < BLOCKS_AHEAD) {
      if (height >= hashesFrom + hashes.length) {
        hashesFrom = height;
        hashes = await source.blockHashes(height, Math.min(HASHES_PER_CALL, to - height + 1));
        if (hashes.length === 0) throw new ChainMovedError(`the active chain ends below height ${height}`);
      }
      const next = source.block({ height, hash: hashes[height - hashesFrom]! });
      next.catch(() => undefined); // reported when its turn comes; until then it must not count as unhandled
      underway.push(next);
      height++;
    }
    yield await underway.shift()!;
  }
}
