import type { UtxoSimulator } from '../utxo/simulator.js';
import type { Operation } from './journal.js';

/** Parts that the time between two blocks is cut into: payments arrive a part at a time. */
const PARTS = 8;

/** Mines by the clock: payments trickle into the mempool, then a block, now and then a reorganization. */
export class MiningClock {
  private readonly mineEveryMs: number;
  private readonly reorgEveryBlocks: number | null;
  private readonly simulator: UtxoSimulator;
  private readonly perform: (operation: Operation) => unknown;
  private timer: NodeJS.Timeout | null = null;
  private part = 0;

  constructor(
    mineEveryMs: number,
    reorgEveryBlocks: number | null,
    simulator: UtxoSimulator,
    perform: (operation: Operation) => unknown,
  ) {
    this.mineEveryMs = mineEveryMs;
    this.reorgEveryBlocks = reorgEveryBlocks;
    this.simulator = simulator;
    this.perform = perform;
  }

  start(): void {
    this.timer = setInterval(() => this.tick(), Math.max(1, this.mineEveryMs / PARTS));
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private tick(): void {
    this.part = (this.part + 1) % PARTS;
    if (this.part !== 0) {
      this.simulator.advance(Math.ceil(this.simulator.pending / (PARTS - this.part)));
      return;
    }
    const time = Math.floor(Date.now() / 1000);
    const { height } = this.simulator.tip;
    const every = this.reorgEveryBlocks;
    const depth = every !== null && height > every && height % every === 0 ? 1 + ((height / every) % 2) : 0;
    this.perform(depth > 0 ? { op: 'reorg', depth, newBlocks: depth + 1, time } : { op: 'mine', blocks: 1, time });
  }
}
