/** What the value pools hold, block by block, as zebrad keeps its books. */
import type { Transaction } from '../utxo/utxo-transaction.js';
import { addAmounts, isSolvent, NO_AMOUNTS, type PoolAmounts, poolGains, type ValuePools } from './parts.js';
import { subsidyShares } from './subsidy.js';

/** Before the first block. Zebra leaves the genesis block out: its coinbase cannot be spent. */
export const NO_POOLS: ValuePools = { ...NO_AMOUNTS, transparent: 0n, lockbox: 0n };

/** What the pools hold after a block of these transactions, on top of what they held before it. */
export function poolsAfter(before: ValuePools, height: number, transactions: readonly Transaction[]): ValuePools {
  let shielded: PoolAmounts = before;
  let { transparent } = before;
  for (const { inputs, outputs, zcash } of transactions) {
    for (const coin of outputs) transparent += coin.value;
    for (const coin of inputs) transparent -= coin.value;
    if (zcash) shielded = addAmounts(shielded, poolGains(zcash));
  }
  const { lockbox, disbursed } = subsidyShares(height);
  return { ...shielded, transparent, lockbox: before.lockbox + lockbox - disbursed };
}

/** Takes transactions one by one, as long as no pool would owe anything. */
export function solventOnly(before: ValuePools): (transaction: Transaction) => boolean {
  let left: PoolAmounts = before;
  return ({ zcash }) => {
    if (!zcash) return true;
    const next = addAmounts(left, poolGains(zcash));
    if (!isSolvent(next)) return false;
    left = next;
    return true;
  };
}

/** What may leave the pools: what is confirmed, less what waiting transactions take out. */
export function available(confirmed: ValuePools, waiting: Iterable<Transaction>): PoolAmounts {
  let left: PoolAmounts = confirmed;
  for (const { zcash } of waiting) {
    if (!zcash) continue;
    const gains = poolGains(zcash);
    const losses: PoolAmounts = {
      sprout: min(gains.sprout, 0n),
      sapling: min(gains.sapling, 0n),
      orchard: min(gains.orchard, 0n),
      ironwood: min(gains.ironwood, 0n),
    };
    left = addAmounts(left, losses);
  }
  return left;
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
