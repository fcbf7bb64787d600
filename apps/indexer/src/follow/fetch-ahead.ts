/**
 * Fetches a run of blocks in order, a bounded number ahead of the reader, and groups them into batches for one database
 * transaction each. While the reader writes one batch, the next ones are on their way and being decoded.
 */
import { type BlockRef, NodeError, NodeLieError, settingOf } from '@chaintrail/chains';
import type { BlockSource, LinkedBlock } from './block-source.js';

/** Back-pressure: blocks under way and not yet read, by number and, as far as the last one tells, by bytes received. */
const BLOCKS_AHEAD = 16;
const BYTES_AHEAD = 64 * 2 ** 20;
/** Hashes asked for at once. */
const HASHES_PER_CALL = 200;
/** A batch ends at the block that reaches one of these. A full block is its own batch; empty ones share a commit. */
const BATCH_TRANSACTIONS = 4_000;
const BATCH_BLOCKS = 200;
const BATCH_BYTES = 32 * 2 ** 20;

export interface FetchOptions {
  /** Bytes of blocks that may be on their way. */
  readonly bytesAhead: number;
  /** The outputs that blocks spend are not asked of the node. */
  readonly skipPrevouts: boolean;
  /** A first sync loads the blocks. */
  readonly isLoad?: boolean;
}

/** The active chain changed while it was being fetched: nothing is wrong, look at the tip again. */
export class ChainMovedError extends Error {
  override readonly name = 'ChainMovedError';
}

/** The node's tip and its blocks contradict each other, again and again. */
export class StuckError extends Error {
  override readonly name = 'StuckError';

  /** @param reason of the last time */
  constructor(reason: string) {
    super(
      `the node names a tip whose blocks it does not deliver (${reason}), which is tried again: let it repair its ` +
        'chain, or let <CODE>_RPC_URL lead to another node',
    );
  }
}

/** Turns in a row that find the chain moved before any block of it could be written, 20 s of them by default. */
export const FRUITLESS_TURNS = 80;

export class FruitlessTurns {
  private turns = 0;

  /**
   * @param moved how the chain moved before anything was written; null where something was
   * @returns whether the turn was fruitless
   * @throws StuckError after too many in a row
   */
  count(moved: string | null): boolean {
    this.turns = moved === null ? 0 : this.turns + 1;
    if (moved !== null && this.turns >= FRUITLESS_TURNS) throw new StuckError(moved);
    return moved !== null;
  }
}

/** A block that was read is not what the header of the next one says. */
export class ContradictedBlockError extends Error {
  override readonly name = 'ContradictedBlockError';
  readonly block: BlockRef;

  constructor(message: string, block: BlockRef) {
    super(message);
    this.block = block;
  }
}

/**
 * Delivers the blocks before one that cannot be had first.
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
  how: FetchOptions = { bytesAhead: BYTES_AHEAD, skipPrevouts: false },
): AsyncGenerator<Block[]> {
  let last = parent;
  let batch: Block[] = [];
  let transactions = 0;
  let bytes = 0;
  try {
    for await (const block of inOrder(source, from, to, how)) {
      if (last !== null && block.parentHash !== last.hash) {
        throw new ChainMovedError(`block ${block.height} follows ${block.parentHash}, not ${last.hash}`);
      }
      last = block;
      batch.push(block);
      transactions += block.txCount;
      bytes += block.received ?? block.size;
      const full = transactions >= BATCH_TRANSACTIONS || batch.length >= BATCH_BLOCKS || bytes >= BATCH_BYTES;
      if (!full) continue;
      yield batch;
      batch = [];
      transactions = 0;
      bytes = 0;
    }
  } catch (error) {
    // Blocks of a chain that moved are most likely to be replaced.
    if (batch.length > 0 && !(error instanceof ChainMovedError)) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}

async function* inOrder<Block extends LinkedBlock>(
  source: BlockSource<Block>,
  from: number,
  to: number,
  { bytesAhead, skipPrevouts, isLoad = false }: FetchOptions,
): AsyncGenerator<Block> {
  const underway: Promise<Block>[] = [];
  let hashes: string[] = [];
  let hashesFrom = from;
  let ahead = 2; // until the first block has told how large blocks are here
  for (let height = from; height <= to || underway.length > 0; ) {
    while (height <= to && underway.length < ahead) {
      if (height >= hashesFrom + hashes.length) {
        hashesFrom = height;
        hashes = await readHashes(source, height, Math.min(HASHES_PER_CALL, to - height + 1));
        if (hashes.length === 0) throw new ChainMovedError(`the active chain ends below height ${height}`);
      }
      const ref = { height, hash: hashes[height - hashesFrom]! };
      const next = source.block(ref, skipPrevouts, { isLoad, behind: to - height });
      next.catch(() => undefined); // reported when its turn comes; until then it must not count as unhandled
      underway.push(next);
      height++;
    }
    const block = await underway.shift()!;
    ahead = Math.max(2, Math.min(BLOCKS_AHEAD, Math.floor(bytesAhead / (block.received ?? block.size))));
    yield block;
  }
}

async function readHashes({ node }: BlockSource<LinkedBlock>, from: number, count: number): Promise<string[]> {
  try {
    return await node.blockHashes(from, count);
  } catch (error) {
    // Nothing else names a block. A node that is away says so, and forbidden calls have their own remedy.
    const isForbidden = error instanceof NodeError && (error.facts.code === 401 || error.facts.code === 403);
    const isAway = error instanceof NodeError && error.retryable && error.facts.code === undefined;
    if (isForbidden || isAway || !(error instanceof NodeError || error instanceof NodeLieError)) throw error;
    error.message +=
      `; that was the hash of block ${from}, or of one soon after it, and is tried again. If that does not help: let ` +
      `the node repair its chain, or let ${settingOf(error.facts.chain, 'RPC_URL')} lead to another node`;
    throw error;
  }
}
