import type { EvmBlock } from '../block/evm-block.js';
import type { EvmTransaction } from '../block/evm-transaction.js';
import type { Hex } from '../bytes/hex.js';
import type { EvmSimulator, Placed } from '../evm-simulator.js';

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

export function evmSource(simulator: EvmSimulator): EvmSource {
  return {
    tip: () => simulator.tip,
    blockAt: (height) => simulator.blocks[height],
    block: (hash) => simulator.blocksByHash.get(hash),
    isActive: ({ number, hash }) => simulator.blocks[number]?.hash === hash,
    placed: (hash) => simulator.placed(hash),
    // Of what waits at a layer 2's sequencer, its nodes know nothing.
    waiting: () => (simulator.rules.hasMempool ? simulator.mempool.transactions() : []),
  };
}
