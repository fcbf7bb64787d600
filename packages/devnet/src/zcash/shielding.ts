/** Turns "this pool gains so much" into a bundle that says so, in the encoding of a transaction version. */
import type { Random } from '../random.js';
import { POOLS, type Pool, type PoolAmounts } from './parts.js';
import {
  actionPart,
  NOTHING_SHIELDED,
  randomJoinSplit,
  type ShieldedParts,
  saplingPart,
  sproutPart,
} from './shielded.js';
import { isActive, type TransactionVersion, UPGRADES } from './upgrades.js';

/** Pools that a transaction takes part in, with what each of them gains; 0n for a transfer that stays inside. */
export type PoolMoves = Partial<PoolAmounts>;

/** Oldest transaction version that has a place for a pool, and the newest. */
const VERSIONS: Readonly<Record<Pool, readonly [TransactionVersion, TransactionVersion]>> = {
  sprout: [2, 4],
  sapling: [4, 6],
  orchard: [5, 6],
  ironwood: [6, 6],
};

export function fits(moves: PoolMoves, version: TransactionVersion): boolean {
  return POOLS.every((pool) => {
    const [oldest, newest] = VERSIONS[pool];
    return moves[pool] === undefined || (version >= oldest && version <= newest);
  });
}

/**
 * Pools that take value in at a height: Canopy closed Sprout (ZIP 211), NU6.3 opened Ironwood and closed Orchard
 * (ZIP 258).
 */
export function openPools(height: number): Pool[] {
  const open: Pool[] = [];
  if (!isActive(UPGRADES.canopy, height)) open.push('sprout');
  if (isActive(UPGRADES.sapling, height)) open.push('sapling');
  if (isActive(UPGRADES.nu5, height) && !isActive(UPGRADES.nu6_3, height)) open.push('orchard');
  if (isActive(UPGRADES.nu6_3, height)) open.push('ironwood');
  return open;
}

/** enableSpends and enableOutputs; Ironwood's third bit lets notes go to others (ZIP 229). A coinbase spends nothing. */
function flags(pool: 'orchard' | 'ironwood', coinbase: boolean): number {
  return (coinbase ? 0b010 : 0b011) | (pool === 'ironwood' ? 0b100 : 0);
}

/** @param coinbase outputs only */
export function shield(moves: PoolMoves, version: TransactionVersion, random: Random, coinbase = false): ShieldedParts {
  const actions = (pool: 'orchard' | 'ironwood', gain: bigint) =>
    actionPart(random, -gain, coinbase ? 1 : random.between(2, 4), flags(pool, coinbase));
  return {
    ...NOTHING_SHIELDED,
    ...(moves.sprout === undefined ? {} : { sprout: sprout(moves.sprout, version, random) }),
    ...(moves.sapling === undefined ? {} : { sapling: sapling(moves.sapling, random, coinbase) }),
    ...(moves.orchard === undefined ? {} : { orchard: actions('orchard', moves.orchard) }),
    ...(moves.ironwood === undefined ? {} : { ironwood: actions('ironwood', moves.ironwood) }),
  };
}

/** One JoinSplit or two; of each one of the public amounts is zero, as the protocol wants it. */
function sprout(gain: bigint, version: TransactionVersion, random: Random): ShieldedParts['sprout'] {
  const first = random.chance(0.3) ? random.share(gain < 0n ? -gain : gain, 0.2, 0.8) : null;
  const size = gain < 0n ? -gain : gain;
  const amounts = first === null ? [size] : [first, size - first];
  const joinSplits = amounts.map((amount) =>
    gain > 0n ? randomJoinSplit(random, amount, 0n, version >= 4) : randomJoinSplit(random, 0n, amount, version >= 4),
  );
  return sproutPart(random, joinSplits);
}

function sapling(gain: bigint, random: Random, coinbase: boolean): ShieldedParts['sapling'] {
  const spends = coinbase ? 0 : random.between(gain > 0n ? 0 : 1, gain > 0n ? 1 : 3);
  const outputs = coinbase ? 1 : random.between(gain > 0n || spends === 0 ? 1 : 0, 3);
  return saplingPart(random, -gain, spends, outputs);
}
