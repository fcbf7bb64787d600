import type { BlockRef } from '@chaintrail/chains';
import type { MaybeLater, MinedSpan, OperatedChain } from './node/operations.js';
import { Random } from './random.js';

interface ChainShape {
  readonly seed: number;
  /** Average number of payments a block; single blocks vary from none to several times as many. */
  readonly txPerBlock: number;
}

/**
 * Common part of simulators of a chain with a mempool. A deterministic state machine: the same options and the same
 * operations give the same chain, byte for byte, on every machine. No clock, no I/O.
 */
export abstract class SimulatedChain<Block, Mined extends MaybeLater<BlockRef> = BlockRef> implements OperatedChain {
  abstract readonly life: OperatedChain['life'] & {
    /** One payment arrives, mostly. */
    step(): void;
    /** After blocks were taken back: some of what waits vanishes, some is replaced. */
    scatter(): void;
  };
  /** The active chain by height. */
  readonly blocks: Block[] = [];
  /** Every block ever made, stale ones too. */
  readonly blocksByHash = new Map<string, Block>();
  protected readonly random: Random;
  /** Counts reorganizations, so that blocks of two branches differ. */
  protected branch = 0;
  /** Payments still to be made before the next block. */
  protected quota = 0;
  readonly #txPerBlock: number;

  protected constructor({ seed, txPerBlock }: ChainShape) {
    this.random = new Random(seed);
    this.#txPerBlock = txPerBlock;
  }

  get tip(): Block {
    return this.blocks.at(-1) as Block;
  }

  abstract tipRef(): BlockRef;

  /**
   * @param time unix seconds of the new block; by default some `chain.blockSeconds` after its parent
   * @param span by default, blocks come in a rhythm that fills it
   */
  abstract mine(time?: number, span?: MinedSpan): Mined;

  /** Takes blocks off the active chain; their payments wait again. */
  protected abstract disconnect(depth: number): void;

  /** Payments that {@link advance} can still make before the next block. */
  get pending(): number {
    return this.quota;
  }

  /**
   * Lets up to `count` of the payments planned for the next block reach the mempool. Calling it or not changes nothing
   * of the chain: {@link mine} makes the rest.
   */
  advance(count = Number.POSITIVE_INFINITY): void {
    for (let made = 0; made < count && this.quota > 0; made++, this.quota--) this.life.step();
  }

  /**
   * Replaces the last `depth` blocks by `newBlocks` others. Most of the removed payments come back in the new branch;
   * some vanish, some are replaced.
   */
  reorg(depth: number, newBlocks = depth + 1, time?: number): Mined | BlockRef {
    this.invalidate(depth);
    this.life.scatter();
    for (let i = 0; i < newBlocks; i++) this.mine(time);
    return this.tipRef();
  }

  /** Makes the active chain shorter. @throws RangeError when that would remove the genesis block */
  invalidate(depth: number): BlockRef {
    const { height } = this.tipRef();
    if (!Number.isInteger(depth) || depth < 1 || depth > height) {
      throw new RangeError(`cannot take ${depth} blocks off a chain of height ${height}`);
    }
    this.advance();
    this.branch++;
    this.disconnect(depth);
    return this.tipRef();
  }

  /** Payments of the next block. */
  protected planQuota(): number {
    const { random } = this;
    return Math.round(this.#txPerBlock * (0.5 + random.fraction()) * (random.chance(0.05) ? 2 : 1));
  }
}
