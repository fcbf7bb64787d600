import type { Operation } from './journal.js';
import type { OperatedChain } from './operations.js';

/** Parts that the time between two blocks is cut into: payments arrive a part at a time. */
const PARTS = 8;

export interface ClockedChain {
  readonly mineEveryMs: number;
  /** Blocks after which the pace halves, again and again; null keeps it. */
  readonly halvePaceEveryBlocks: number | null;
  readonly reorgEveryBlocks: number | null;
  readonly chain: OperatedChain;
  perform(operation: Operation): unknown;
  /** Called when payments reached the mempool between two blocks. */
  trickled(): void;
}

/** @returns how many times slower than at first a chain of this height is mined: 1, 2, 4 … */
export function slowdown(height: number, halvePaceEveryBlocks: number | null): number {
  return halvePaceEveryBlocks === null ? 1 : 2 ** Math.floor(height / halvePaceEveryBlocks);
}

/** Mines by the clock: payments trickle into the mempool, then a block, now and then a reorganization. */
export class MiningClock {
  private readonly clocked: ClockedChain;
  private timer: NodeJS.Timeout | undefined;
  private ticks = 0;
  private part = 0;
  private isMining = false;

  constructor(clocked: ClockedChain) {
    this.clocked = clocked;
  }

  start(): void {
    this.timer = setInterval(() => this.tick(), Math.max(1, this.clocked.mineEveryMs / PARTS));
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    // A block of an account chain takes a while, on a busy machine longer than the clock allows.
    if (this.isMining) return;
    const { chain, halvePaceEveryBlocks, reorgEveryBlocks: every } = this.clocked;
    const { height } = chain.tipRef();
    if (++this.ticks % slowdown(height, halvePaceEveryBlocks) !== 0) return;
    this.part = (this.part + 1) % PARTS;
    if (this.part !== 0) {
      chain.advance(Math.ceil(chain.pending / (PARTS - this.part)));
      this.clocked.trickled();
      return;
    }
    const time = Math.floor(Date.now() / 1000);
    const depth = every !== null && height > every && height % every === 0 ? 1 + ((height / every) % 2) : 0;
    // Each block comes a second after its parent at least, and none is ahead of the clock.
    const reorg = { op: 'reorg', depth, newBlocks: depth + 1, time: time - depth } as const;
    const performed = this.clocked.perform(depth > 0 ? reorg : { op: 'mine', blocks: 1, time });
    if (performed instanceof Promise) this.waitFor(performed);
  }

  private async waitFor(performed: Promise<unknown>): Promise<void> {
    this.isMining = true;
    await performed;
    this.isMining = false;
  }
}
