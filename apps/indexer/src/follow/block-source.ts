/** What the loop needs of a node, whatever the family: its tip, its active chain, and decoded blocks by hash. */
import type { BlockRef, NodeInfo, NodeTip } from '@chaintrail/chains';

/** A block that knows its parent, which is all that the loop looks at. */
export interface LinkedBlock extends BlockRef {
  readonly parentHash: string;
  readonly txCount: number;
  /** Bytes. */
  readonly size: number;
}

export interface BlockSource<Block extends LinkedBlock> {
  /** Checks that this node can be followed from `startHeight`. @throws PreflightError with the remedy */
  preflight(startHeight: number): Promise<NodeInfo>;
  tip(): Promise<NodeTip>;
  /** Hashes of the active chain from a height upwards; fewer than `count` where it ends. */
  blockHashes(fromHeight: number, count: number): Promise<string[]>;
  /** Transactions of the active chain, or null where the node does not know. */
  transactionCount(): Promise<number | null>;
  /** @param bare without what the block's own transactions do not tell, where our rows tell it as well */
  block(ref: BlockRef, bare: boolean): Promise<Block>;
  /** Resolves when the tip may have changed, at the latest after `timeoutMs`. A hint: the caller asks for the tip. */
  waitForChange(tip: BlockRef, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /**
   * Tells of notifications that the node sends, until `signal` fires. Hints again: lossy, doubled, in bursts.
   * @param onAlive told while a block takes minutes and is on its way
   */
  listen(signal: AbortSignal, onWake: () => void, onAlive: () => void): void;
  close(): Promise<void>;
}
