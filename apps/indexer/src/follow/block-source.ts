/** The loop's view of a node, whatever the family: its tip, its active chain, and decoded blocks by hash. */
import type { BlockRef, MempoolNews, NodeInfo, NodeTip, NotificationStatus, Wake } from '@chaintrail/chains';

/** A block that knows its parent, which is all that the loop looks at. */
export interface LinkedBlock extends BlockRef {
  readonly parentHash: string;
  readonly txCount: number;
  /** Bytes. */
  readonly size: number;
  /** Bytes of the node's answers, where they are not the block itself: receipts may be many times larger than it. */
  readonly received?: number;
}

/** The client of a node, as far as it is alike in all families. */
export interface FollowedNode {
  /**
   * Checks that this node can be followed from `startHeight`.
   * @param isStored whether blocks below it are stored
   * @throws PreflightError with the remedy
   */
  preflight(startHeight: number, isStored: boolean): Promise<NodeInfo>;
  tip(): Promise<NodeTip>;
  /**
   * Whether the node, whose tip is an ancestor of `block`, has not come so far yet, by its own word. False where it gave
   * the block up, and where nothing tells. Not cheap.
   */
  isBehind(block: BlockRef, tip: NodeTip): Promise<boolean>;
  /** Hashes of the active chain from a height upwards; fewer than `count` where it ends. */
  blockHashes(fromHeight: number, count: number): Promise<string[]>;
  /** Transactions of the active chain, or null where the node does not know. */
  transactionCount(): Promise<number | null>;
  /** Resolves when the tip may have changed, at the latest after `timeoutMs`. A hint: the caller asks for the tip. */
  waitForNewBlock(tip: BlockRef, timeoutMs: number, signal: AbortSignal): Promise<unknown>;
  /** Tells of notifications that the node sends, until `signal` fires. Hints again: lossy, doubled, in bursts. */
  notifications(
    signal: AbortSignal,
    onWake: (what: Wake, news?: MempoolNews) => void,
    onStatus: (status: NotificationStatus) => void,
  ): void;
  close(): Promise<void>;
}

/** Where a block that is fetched belongs. */
export interface BlockPlace {
  /** A first sync loads it. */
  readonly isLoad: boolean;
  /** Blocks above it, up to the tip that is known. */
  readonly behind: number;
}

export interface BlockSource<Block extends LinkedBlock> {
  readonly node: FollowedNode;
  /** @param skipPrevouts the outputs that the block spends are not asked of the node: our own rows have all of them */
  block(ref: BlockRef, skipPrevouts: boolean, place?: BlockPlace): Promise<Block>;
}
