/** What shielded pools gain by transactions, and what they hold, block by block, as zebrad keeps its books. */
import type { Transaction } from '../utxo/utxo-transaction.js';
import type { ShieldedParts } from './shielded.js';

/** Those in use; Sprout, the oldest, has been closed for long. */
export const POOLS = ['sapling', 'orchard', 'ironwood'] as const;
export type Pool = (typeof POOLS)[number];

/** Zatoshis by pool. */
export type PoolAmounts = Readonly<Record<Pool, bigint>>;

/** As in `valuePools` of zebrad's answers; zatoshis. */
export interface ValuePools extends PoolAmounts {
  readonly transparent: bigint;
  readonly sprout: bigint;
}

/** Before the first block. Zebra leaves the genesis block out: its coinbase cannot be spent. */
export const NO_POOLS: ValuePools = { transparent: 0n, sprout: 0n, sapling: 0n, orchard: 0n, ironwood: 0n };

/** What a pool gains by a transaction; negative where value leaves it. */
export function gainOf(parts: ShieldedParts | null, pool: Pool): bigint {
  return -(parts?.[pool]?.valueBalance ?? 0n);
}

export function totalGain(parts: ShieldedParts): bigint {
  return POOLS.reduce((sum, pool) => sum + gainOf(parts, pool), 0n);
}

function changed(amounts: PoolAmounts, change: (pool: Pool) => bigint): PoolAmounts {
  const [sapling, orchard, ironwood] = POOLS.map((pool) => amounts[pool] + change(pool)) as [bigint, bigint, bigint];
  return { sapling, orchard, ironwood };
}

/** What the pools hold after a block of these transactions, on top of what they held before it. */
export function poolsAfter(before: ValuePools, transactions: readonly Transaction[]): ValuePools {
  let shielded: PoolAmounts = before;
  let { transparent } = before;
  for (const { inputs, outputs, zcash } of transactions) {
    for (const coin of outputs) transparent += coin.value;
    for (const coin of inputs) transparent -= coin.value;
    shielded = changed(shielded, (pool) => gainOf(zcash, pool));
  }
  return { ...before, ...shielded, transparent };
}

/** ZIP 209: takes transactions one by one, as long as no pool would owe anything. */
export function solventOnly(before: ValuePools): (transaction: Transaction) => boolean {
  let left: PoolAmounts = before;
  return ({ zcash }) => {
    const next = changed(left, (pool) => gainOf(zcash, pool));
    if (POOLS.some((pool) => next[pool] < 0n)) return false;
    left = next;
    return true;
  };
}

/** What may leave the pools: what is confirmed, less what waiting transactions take out. */
export function available(confirmed: PoolAmounts, waiting: Iterable<Transaction>): PoolAmounts {
  let left = confirmed;
  for (const { zcash } of waiting) {
    left = changed(left, (pool) => {
      const gain = gainOf(zcash, pool);
      return gain < 0n ? gain : 0n;
    });
  }
  return left;
}
