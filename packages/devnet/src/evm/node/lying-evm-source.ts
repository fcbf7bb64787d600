import type { FaultInjector } from '../../node/faults.js';
import { behindParent } from '../block/assemble.js';
import type { EvmBlock } from '../block/evm-block.js';
import type { EvmTransaction } from '../block/evm-transaction.js';
import type { Hex } from '../bytes/hex.js';
import type { EvmSimulator, Placed } from '../evm-simulator.js';

/** Forged blocks that a caller may ask for again; the oldest are forgotten. */
const KEPT_FORGERIES = 64;
const BY_NUMBER = 'eth_getBlockByNumber';
/** What is asked for by the block's hash and must not be another one's. */
const BY_HASH = new Set(['eth_getBlockByHash', 'eth_getBlockReceipts', 'debug_traceBlockByHash', 'trace_block']);

/** A chain, as one call sees it. */
export interface EvmSource {
  tip(): EvmBlock;
  /** Of the active chain. */
  blockAt(height: number): EvmBlock | undefined;
  /** Stale ones too, as nodes keep them. */
  block(hash: Hex): EvmBlock | undefined;
  isActive(block: EvmBlock): boolean;
  placed(hash: Hex): Placed | undefined;
  /** In the order in which they came. */
  waiting(): readonly EvmTransaction[];
}

/** A chain as a faulty node reports it. One view is made per call, for the method that is being answered. */
export class LyingEvmSource {
  private readonly truth: EvmSimulator;
  private readonly faults: FaultInjector;
  private readonly forgeries = new Map<Hex, EvmBlock>();
  private lastWaiting: readonly EvmTransaction[] = [];

  constructor(truth: EvmSimulator, faults: FaultInjector) {
    this.truth = truth;
    this.faults = faults;
  }

  /** The chain as seen through one call. */
  during(method: string): EvmSource {
    const { truth } = this;
    let depth: number | null = null;
    return {
      // Drawn at the first look at the tip, once a call: an answer that says it twice says the same.
      tip: () => {
        depth ??= this.drawDepth(method);
        return truth.blocks[Math.max(0, truth.tip.number - depth)] ?? truth.tip;
      },
      blockAt: (height) => this.blockAt(method, height),
      block: (hash) => this.block(method, hash),
      isActive: ({ number, hash }) => truth.blocks[number]?.hash === hash,
      placed: (hash) => this.placed(method, hash),
      waiting: () => this.waiting(method),
    };
  }

  private drawDepth(method: string): number {
    const stale = this.faults.draw(method, 'stale-tip');
    return stale ? (stale.depth ?? 1) : 0;
  }

  private blockAt(method: string, height: number): EvmBlock | undefined {
    const truth = this.truth.blocks[height];
    if (!truth || height === 0) return truth;
    if (BY_HASH.has(method)) return this.otherThan(method, truth) ?? truth;
    if (method !== BY_NUMBER) return truth;
    if (this.faults.draw(method, 'wrong-height')) return this.truth.blocks[height - 1];
    return this.faults.draw(method, 'wrong-parent') ? this.forge(truth) : truth;
  }

  private block(method: string, hash: Hex): EvmBlock | undefined {
    const truth = this.forgeries.get(hash) ?? this.truth.blocksByHash.get(hash);
    return (truth && BY_HASH.has(method) ? this.otherThan(method, truth) : null) ?? truth;
  }

  private placed(method: string, hash: Hex): Placed | undefined {
    const truth = this.truth.placed(hash);
    if (!truth || this.faults.draw(method, 'missing-transaction')) return undefined;
    if (!this.faults.draw(method, 'wrong-transaction')) return truth;
    const below = this.truth.blocks[truth.block.number - 1];
    const [executed] = below?.transactions ?? [];
    return below && executed ? { block: below, index: 0, executed } : undefined;
  }

  private waiting(method: string): readonly EvmTransaction[] {
    if (this.faults.draw(method, 'stale-mempool')) return this.lastWaiting;
    // Of what waits at a layer 2's sequencer, its nodes know nothing.
    this.lastWaiting = this.truth.rules.hasMempool ? this.truth.mempool.transactions() : [];
    return this.lastWaiting;
  }

  private otherThan(method: string, block: EvmBlock): EvmBlock | null {
    if (!this.faults.draw(method, 'wrong-block')) return null;
    return this.truth.blocks[block.number > 0 ? block.number - 1 : 1] ?? null;
  }

  /** A block with the same contents, valid in itself, and a parent that does not exist. */
  private forge(original: EvmBlock): EvmBlock {
    const forged = behindParent(original, `0x${this.faults.bytes(32).toString('hex')}`);
    this.forgeries.set(forged.hash, forged);
    const oldest = this.forgeries.keys().next().value;
    if (this.forgeries.size > KEPT_FORGERIES && oldest !== undefined) this.forgeries.delete(oldest);
    return forged;
  }
}
