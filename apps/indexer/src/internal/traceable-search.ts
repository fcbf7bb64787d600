import { NodeError } from '@chaintrail/chains';
import type { BlockToTrace } from '@chaintrail/db';
import { BackgroundTask } from '../follow/background-work.js';
import type { TraceBlock } from './trace-block.js';

/**
 * Finds the lowest height from which on blocks can be traced. It tries blocks in the background: the last one, then by
 * halving what is left. Nodes throw old state away, not new.
 */
export class TraceableSearch {
  readonly from: number;
  private low: number;
  private high: number;
  private probe: { readonly height: number; readonly works: BackgroundTask<boolean> } | null = null;
  private isFirst = true;
  private readonly trace: TraceBlock;
  private readonly isAlone: boolean;

  /** @param isAlone whether it is the first block alone that cannot be traced, so that nothing else is left out */
  constructor(trace: TraceBlock, from: number, to: number, isAlone = false) {
    this.trace = trace;
    this.isAlone = isAlone;
    this.from = from;
    this.low = from;
    this.high = to;
  }

  /**
   * @param read stored blocks
   * @returns undefined while the search goes on, null where nothing is to be found now
   */
  async step(read: (from: number, to: number) => Promise<BlockToTrace[]>): Promise<number | null | undefined> {
    if (this.probe !== null) {
      const { height, works } = this.probe;
      if (works.outcome === null) return undefined;
      if ('error' in works.outcome) return null;
      if (works.outcome.value) this.high = this.isAlone ? Math.min(height, this.from + 1) : height;
      else if (this.isFirst) return null;
      else this.low = height + 1;
      this.isFirst = false;
      if (this.isAlone) return this.high;
    }
    if (!this.isFirst && this.low >= this.high) return this.high;
    const height = this.isFirst ? this.high : Math.floor((this.low + this.high) / 2);
    const [block] = await read(height, height);
    if (block === undefined) return null;
    this.probe = { height, works: new BackgroundTask(canTrace(this.trace, block)) };
    return undefined;
  }
}

/** @throws NodeError when the node cannot say now */
async function canTrace(trace: TraceBlock, block: BlockToTrace): Promise<boolean> {
  try {
    await trace(block);
    return true;
  } catch (error) {
    if (error instanceof NodeError && error.retryable) throw error;
    return false;
  }
}
