/** Prices of gas in the last blocks, as the node sums them up (`eth_feeHistory`). */
import { z } from 'zod';
import type { BlockRef } from '../../chain.js';
import type { EvmConnection } from './evm-connection.js';
import { amountAnswer, numberAnswer, quantity } from './quantity.js';

const METHOD = 'eth_feeHistory';
/** Percentiles of a block's gas: where tips are cheap, usual and dear. */
const PERCENTILES = [10, 50, 90];

/** Prices are base units for a unit of gas. */
export interface BlockFees {
  readonly height: number;
  readonly baseFee: bigint;
  /** Part of the gas limit, 0 to 1. */
  readonly gasUsedRatio: number;
  /** Tips at 10, 50 and 90 per cent of the gas; null where the block is empty or the node does not say. */
  readonly tips: readonly [bigint, bigint, bigint] | null;
}

export interface FeeHistory {
  /** Base fee of the block that comes next. */
  readonly nextBaseFee: bigint;
  /** The oldest first. */
  readonly blocks: readonly BlockFees[];
}

const answer = z.object({
  oldestBlock: numberAnswer,
  baseFeePerGas: z.array(amountAnswer).min(1),
  gasUsedRatio: z.array(z.number().min(0)),
  reward: z.array(z.array(amountAnswer).length(PERCENTILES.length)).nullish(),
});

/** @param count of blocks, up to and with this one; fewer where the node has no more */
export async function readFeeHistory(node: EvmConnection, { height }: BlockRef, count: number): Promise<FeeHistory> {
  return node.read(METHOD, [quantity(count), quantity(height), PERCENTILES], (value) => {
    const { oldestBlock, baseFeePerGas, gasUsedRatio, reward } = answer.parse(value);
    const blocks = gasUsedRatio.map((ratio, n) => {
      const tips = reward?.[n];
      const isKnown = tips !== undefined && ratio > 0;
      return {
        ...{ height: oldestBlock + n, baseFee: baseFeePerGas[n]!, gasUsedRatio: ratio },
        tips: isKnown ? ([tips[0]!, tips[1]!, tips[2]!] as const) : null,
      };
    });
    const last = oldestBlock + blocks.length - 1;
    if (last !== height || blocks.length > count || baseFeePerGas.length !== blocks.length + 1)
      throw new TypeError(`asked for ${count} blocks up to ${height}, got ${blocks.length} up to ${last}`);
    return { nextBaseFee: baseFeePerGas[blocks.length]!, blocks };
  });
}
