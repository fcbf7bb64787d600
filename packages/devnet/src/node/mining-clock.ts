import type { Operation } from './journal.js';
import type { OperatedChain } from './operations.js';

/** Parts that the time between two blocks is cut into: payments arrive a part at a time. */
const PARTS = 8;

export interface MiningPace {
  readonly mineEveryMs: number;
  /** Blocks after which the pace halves, again and again; null keeps it. */
  readonly halvePaceEveryBlocks: number | null;
  readonly reorgEveryBlocks: number | null;
}

/** @returns how many times slower than at first a chain of this height is mined: 1, 2, 4 … */
export function slowdown(height: number, halvePaceEveryBlocks: number | null): number {
  return halvePaceEveryBlocks === null ? 1 : 2 ** Math.floor(height / halvePaceEveryBlocks);
}

/** Mines by the clock: payments trickle into the mempool, then a block, now and then a reorganization. */
export class MiningClock {
  private readonly pace: MiningPace;
  private readonly chain: OperatedChain;
  private readonly perform: (operation: Operation) => unknown;
  private timer: NodeJS.Timeout | null = null;
  private readonly trickled: () => void;
  private ticks = 0;
  private part = 0;
  private isMining = false;

  /** @param trickled called when payments reached the mempool between two blocks */
  constructor(
    pace: MiningPace,
    chain: OperatedChain,
    perform: (operation: Operation) => unknown,
    trickled: () => void,
  ) {
    this.pace = pace;
    this.chain = chain;
    this.perform = perform;
    this.trickled = trickled;
  }

  start(): void {
    this.timer = setInterval(() => this.tick(), Math.max(1, this.pace.mineEveryMs / PARTS));
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private tick(): void {
    // A block of an account chain takes a while, on a busy machine longer than the clock allows.
    if (this.isMining) return;
    this.ticks++;
    if (this.ticks % slowdown(this.chain.tipRef().height, this.pace.halvePaceEveryBlocks) !== 0) return;
    this.part = (this.part + 1) % PARTS;
    if (this.part !== 0) {
      this.chain.advance(Math.ceil(this.chain.pending / (PARTS - this.part)));
      this.trickled();
      return;
    }
    const time = Math.floor(Date.now() / 1000);
    const { height } = this.chain.tipRef();
    const every = this.pace.reorgEveryBlocks;
    const depth = every !== null && height > every && height % every === 0 ? 1 + ((height / every) % 2) : 0;
    // Each block comes a second after its parent at least, and none is ahead of the clock.
    const reorg = { op: 'reorg', depth, newBlocks: depth + 1, time: time - depth } as const;
    const performed = this.perform(depth > 0 ? reorg : { op: 'mine', blocks: 1, time });
    if (performed instanceof Promise) this.waitFor(performed);
  }

  private async waitFor(performed: Promise<unknown>): Promise<void> {
    this.isMining = true;
    await performed;
    this.isMining = false;
  }
}
