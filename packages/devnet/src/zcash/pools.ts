/** Gains of shielded pools by transactions, and their sums, block by block, as zebrad keeps its books. */
import type { Transaction } from '../utxo/utxo-transaction.js';
import { POOLS, type Pool, type PoolAmounts, type PoolMoves } from './zcash-transaction.js';

/** As in `valuePools` of zebrad's answers; zatoshis. */
export interface ValuePools extends PoolAmounts {
  readonly transparent: bigint;
  readonly sprout: bigint;
}

/** Before the first block. Zebra leaves the genesis block out: its coinbase cannot be spent. */
export const NO_POOLS: ValuePools = { transparent: 0n, sprout: 0n, sapling: 0n, orchard: 0n, ironwood: 0n };

/** Gain of a pool by a transaction; negative where value leaves it. */
export function gainOf({ zcash }: Pick<Transaction, 'zcash'>, pool: Pool): bigint {
  return zcash?.gains[pool] ?? 0n;
}

export function totalGain(gains: PoolMoves): bigint {
  return POOLS.reduce((sum, pool) => sum + (gains[pool] ?? 0n), 0n);
}

function changed(amounts: PoolAmounts, change: (pool: Pool) => bigint): PoolAmounts {
  const [sapling, orchard, ironwood] = POOLS.map((pool) => amounts[pool] + change(pool)) as [bigint, bigint, bigint];
  return { sapling, orchard, ironwood };
}

/** Sums of the pools after a block of these transactions, on top of what they held before it. */
export function poolsAfter(before: ValuePools, transactions: readonly Transaction[]): ValuePools {
  let shielded: PoolAmounts = before;
  let { transparent } = before;
  for (const transaction of transactions) {
    const { inputs, outputs } = transaction;
    for (const coin of outputs) transparent += coin.value;
    for (const coin of inputs) transparent -= coin.value;
    shielded = changed(shielded, (pool) => gainOf(transaction, pool));
  }
  return { ...before, ...shielded, transparent };
}

/** ZIP 209: takes transactions one by one, as long as no pool would owe anything. */
export function solventOnly(before: ValuePools): (transaction: Transaction) => boolean {
  let left: PoolAmounts = before;
  return (transaction) => {
    const next = changed(left, (pool) => gainOf(transaction, pool));
    if (POOLS.some((pool) => next[pool] < 0n)) return false;
    left = next;
    return true;
  };
}

/** Amounts that may leave the pools: those confirmed, less those that waiting transactions take out. */
export function available(confirmed: PoolAmounts, waiting: Iterable<Transaction>): PoolAmounts {
  let left = confirmed;
  for (const transaction of waiting) {
    left = changed(left, (pool) => {
      const gain = gainOf(transaction, pool);
      return gain < 0n ? gain : 0n;
    });
  }
  return left;
}
