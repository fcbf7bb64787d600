/** What a Zcash transaction has beside transparent inputs and outputs, and what that does to the pools. */
import type { ShieldedParts } from './shielded.js';
import type { TransactionVersion } from './upgrades.js';

export interface ZcashParts extends ShieldedParts {
  readonly version: TransactionVersion;
  /** Of the rules it was made for: from version 3 on its signatures say so, from version 5 on its bytes too. */
  readonly branchId: number;
  /** Last height that may hold it; 0 for no limit. */
  readonly expiryHeight: number;
}

/** In the order of their making. */
export const POOLS = ['sprout', 'sapling', 'orchard', 'ironwood'] as const;
export type Pool = (typeof POOLS)[number];

/** Zatoshis by pool. */
export type PoolAmounts = Readonly<Record<Pool, bigint>>;

/** As in `valuePools` of zebrad's answers; zatoshis. */
export interface ValuePools extends PoolAmounts {
  readonly transparent: bigint;
  readonly lockbox: bigint;
}

export const NO_AMOUNTS: PoolAmounts = { sprout: 0n, sapling: 0n, orchard: 0n, ironwood: 0n };

/** What each pool gains by a transaction; negative where value leaves it. */
export function poolGains({ sprout, sapling, orchard, ironwood }: ShieldedParts): PoolAmounts {
  const joinSplits = sprout?.joinSplits ?? [];
  return {
    sprout: joinSplits.reduce((sum, { vpubOld, vpubNew }) => sum + vpubOld - vpubNew, 0n),
    sapling: -(sapling?.valueBalance ?? 0n),
    orchard: -(orchard?.valueBalance ?? 0n),
    ironwood: -(ironwood?.valueBalance ?? 0n),
  };
}

export function totalGain(parts: ShieldedParts): bigint {
  const { sprout, sapling, orchard, ironwood } = poolGains(parts);
  return sprout + sapling + orchard + ironwood;
}

export function addAmounts(left: PoolAmounts, right: PoolAmounts): PoolAmounts {
  return {
    sprout: left.sprout + right.sprout,
    sapling: left.sapling + right.sapling,
    orchard: left.orchard + right.orchard,
    ironwood: left.ironwood + right.ironwood,
  };
}

/** ZIP 209: no block may leave a pool with less than nothing. */
export function isSolvent(amounts: PoolAmounts): boolean {
  return POOLS.every((pool) => amounts[pool] >= 0n);
}
