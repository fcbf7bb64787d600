/** Decides when a node whose chain ends among our blocks is believed: most such nodes are behind, few took blocks back. */
import type { BlockRef, NodeTip } from '@chaintrail/chains';
import type { FollowedNode } from './block-source.js';
import type { NodeBehind } from './find-fork.js';

/** Polls through which the tip must stand still, 30 s by default. */
export const SHORTER_CHAIN_POLLS = 120;
/**
 * The same after it rose through our own blocks, 10 minutes: the node reads its chain again, and one block may take it
 * long. zebrad shows nothing else.
 */
const POLLS_AFTER_A_RISE = 20 * SHORTER_CHAIN_POLLS;

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
