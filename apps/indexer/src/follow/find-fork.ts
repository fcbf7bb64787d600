/** Finds where the node's chain leaves the indexed one, and when one that ends among our blocks is believed. */
import type { BlockRef, NodeTip } from '@chaintrail/chains';
import type { Ledger } from '@chaintrail/db';
import type { BlockSource, FollowedNode, LinkedBlock } from './block-source.js';

/** The same remedy everywhere; docs/configuration.md has what it takes. */
const START_OVER =
  'start the chain over: stop the indexer, then npx chaintrail drop-chain <code>; docs/configuration.md, "Starting a chain over", says how with npm start';

/** The node's chain left ours deeper than may be followed without the operator. */
export class DeepReorgError extends Error {
  override readonly name = 'DeepReorgError';
}

/**
 * The node shows nothing but blocks of ours, and not all of them: it is behind, or it took some back without others in
 * their place. Behind a load balancer another server may have answered.
 */
export interface NodeBehind {
  /** The last indexed block. */
  readonly cursor: BlockRef;
  /** Blocks that the node lacks. */
  readonly lag: number;
  /** Block that remains where the others were taken back; null where that is not for the indexer to decide. */
  readonly keeps: BlockRef | null;
  /** For the operator, with the remedy. */
  readonly text: string;
}

export function isBehind(found: BlockRef | NodeBehind | null): found is NodeBehind {
  return found !== null && 'lag' in found;
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
 * A fork below the cursor is one only where the node has another block in the place of one of ours. Otherwise it is
 * behind, and its blocks above `keeps` may be taken back when that stays so.
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
): Promise<BlockRef | NodeBehind | null> {
  if (cursor === null) return null;
  if (tip.height < ledger.historyFrom) return behind(cursor, tip.height, null, GONE);
  if (reorgLimit === 0) return requireSame(source, ledger, cursor, tip);
  const isFinal = finalityBinds && finalized !== null && cursor.height - finalized < reorgLimit;
  const limit = isFinal ? Math.max(0, cursor.height - finalized) : reorgLimit;
  // Every chain of a network has its genesis block: a node that shares no more of ours starts over, however short ours
  // is.
  const ownFrom = ledger.historyFrom === 0 && cursor.height > YOUNG_HEIGHT ? 1 : ledger.historyFrom;
  const lowest = Math.max(ownFrom, cursor.height - limit);
  const ours = tip.height < cursor.height ? (await ledger.blocks(tip.height, tip.height))[0] : undefined;
  if (ours?.hash === tip.hash) {
    if (tip.height >= lowest) return behind(cursor, tip.height, ours, TAKEN_BACK);
    return behind(cursor, tip.height, null, isFinal || tip.height < ownFrom ? GONE : TOO_DEEP);
  }
  const { shared, competes } = await lastShared(source, ledger, cursor, tip, lowest);
  if (!competes && shared?.height !== cursor.height)
    return behind(cursor, shared?.height ?? Math.max(0, lowest - 1), null, DIFFERENT);
  if (shared !== null) return shared;
  const isWhole = cursor.height - ledger.historyFrom < limit;
  if (ownFrom > ledger.historyFrom && cursor.height - limit < ownFrom)
    throw deepReorg(`shares nothing with the indexed one, of ${cursor.height} blocks, but at most its genesis block`);
  if (isWhole && (finalityBinds || finalized === null)) return null;
  if (isFinal || isWhole)
    throw deepReorg(`left the indexed one at or below block ${finalized}, which the node had called final`);
  throw new DeepReorgError(
    `The node's chain left the indexed one more than ${limit} blocks below height ${cursor.height}. ` +
      `Check that the node follows the right chain; to accept it, raise the reorg limit (<CODE>_REORG_LIMIT) and restart the indexer.`,
  );
}

function deepReorg(what: string): DeepReorgError {
  return new DeepReorgError(
    `The node's chain ${what}. Check that it follows the right chain; to accept it, ${START_OVER}.`,
  );
}

/**
 * Looks back 1, 2, 4 … blocks for the highest one that both have, down to `lowest`.
 * @returns `competes`: the node has another block in the place of one of ours
 */
async function lastShared<Block extends LinkedBlock>(
  source: BlockSource<Block>,
  ledger: Ledger<Block>,
  cursor: BlockRef,
  tip: BlockRef,
  lowest: number,
): Promise<{ shared: BlockRef | null; competes: boolean }> {
  let competes = tip.height <= cursor.height && tip.hash !== cursor.hash;
  let top = cursor.height;
  for (let span = 1; top >= lowest; span *= 2) {
    const bottom = Math.max(lowest, top - span + 1);
    const [stored, active] = await Promise.all([
      top === cursor.height && bottom === top ? [cursor] : ledger.blocks(bottom, top),
      source.node.blockHashes(bottom, top - bottom + 1),
    ]);
    const theirs = (block: BlockRef) => active[block.height - bottom];
    competes ||= stored.some((block) => ![undefined, block.hash].includes(theirs(block)));
    const shared = stored.findLast((block) => theirs(block) === block.hash);
    if (shared) return { shared, competes };
    top = bottom - 1;
  }
  return { shared: null, competes };
}

const TAKEN_BACK =
  'blocks that it took back on purpose go when its tip has stood still for 120 polls and it knows of no more itself';
const TOO_DEEP = 'if it took them back on purpose, raise the reorg limit (<CODE>_REORG_LIMIT) and restart the indexer';
const GONE = `if its chain is gone for good, ${START_OVER}`;
const DIFFERENT = 'behind a load balancer, servers that are behind answer for the others';

function behind(cursor: BlockRef, height: number, keeps: BlockRef | null, remedy: string): NodeBehind {
  const lag = cursor.height - height;
  const text =
    `the node is at block ${height}, ${lag} blocks behind what is indexed; waiting for it to catch up, and nothing is ` +
    `taken back: see its log, its peers and its disk, or name another node; ${remedy}`;
  return { cursor, lag, keeps, text };
}

/** Where nothing may be taken back, the highest block that both may have is the same, or there is no fork. */
async function requireSame<Block extends LinkedBlock>(
  source: BlockSource<Block>,
  ledger: Ledger<Block>,
  cursor: BlockRef,
  tip: BlockRef,
): Promise<BlockRef | NodeBehind> {
  const height = Math.min(cursor.height, tip.height);
  const [ours] = height === cursor.height ? [cursor] : await ledger.blocks(height, height);
  const [theirs] = height === tip.height ? [tip.hash] : await source.node.blockHashes(height, 1);
  // Gone since the tip was asked for.
  if (theirs === undefined) return behind(cursor, Math.max(0, height - 1), null, GONE);
  if (ours?.hash !== theirs) {
    throw new DeepReorgError(
      `The node has block ${theirs} at height ${height}, where ${ours?.hash} is indexed, and nothing that is indexed is taken back ` +
        `(reorg limit 0). Check that the node follows the right chain; to accept its chain, ${START_OVER}.`,
    );
  }
  return height < cursor.height ? behind(cursor, height, null, GONE) : cursor;
}

/** Polls through which the tip must stand still, 30 s by default. */
export const SHORTER_CHAIN_POLLS = 120;
/**
 * The same after it rose through our own blocks, 10 minutes: the node reads its chain again, and one block may take it
 * long. zebrad shows nothing else.
 */
const POLLS_AFTER_A_RISE = 20 * SHORTER_CHAIN_POLLS;

/** Decides when a node whose chain ends among our blocks is believed: most are behind, few took blocks back. */
export class ShorterChain {
  private readonly node: Pick<FollowedNode, 'isBehind'>;
  private tip: BlockRef | null = null;
  private polls = 0;
  private hasRisen = false;

  constructor(node: Pick<FollowedNode, 'isBehind'>) {
    this.node = node;
  }

  /** The node has more than our blocks, or all of them. */
  reset(): void {
    this.tip = null;
    this.hasRisen = false;
  }

  /** @returns whether the node gave up our blocks above its tip. To be called once a poll. */
  async isBelieved({ cursor, keeps }: NodeBehind, tip: NodeTip): Promise<boolean> {
    if (tip.hash !== this.tip?.hash) {
      this.hasRisen ||= this.tip !== null && tip.height > this.tip.height;
      this.tip = tip;
      this.polls = 0;
    }
    const due = ++this.polls % (this.hasRisen ? POLLS_AFTER_A_RISE : SHORTER_CHAIN_POLLS) === 0;
    return keeps !== null && due && !(await this.node.isBehind(cursor, tip));
  }
}
