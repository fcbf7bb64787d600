/** Amounts and value pools as zebrad prints them. */
import type { Json } from '../../node/decimal-json.js';
import type { ValuePools } from '../parts.js';

/** ZEC as the f64 that zebrad makes of zatoshis: the shortest decimal, with an exponent where it is very small. */
export function zec(zatoshis: bigint): number {
  return Number(zatoshis) / 1e8;
}

/** In the order of zebrad's answers (zebra zebra-rpc/src/methods/types/get_blockchain_info.rs). */
const POOL_NAMES = ['transparent', 'sprout', 'sapling', 'orchard', 'lockbox', 'ironwood'] as const;

/** @param gains what the block itself added; left out where the answer is about the whole chain */
export function valuePoolsJson(pools: ValuePools, gains: ValuePools | null): Json {
  return POOL_NAMES.map((id) => ({
    id,
    chainValue: zec(pools[id]),
    chainValueZat: Number(pools[id]),
    monitored: pools[id] !== 0n,
    valueDelta: gains ? zec(gains[id]) : undefined,
    valueDeltaZat: gains ? Number(gains[id]) : undefined,
  }));
}

export function chainSupplyJson(pools: ValuePools): Json {
  const sum = POOL_NAMES.reduce((total, id) => total + pools[id], 0n);
  return { chainValue: zec(sum), chainValueZat: Number(sum), monitored: sum !== 0n };
}

export function poolGainsOf(after: ValuePools, before: ValuePools): ValuePools {
  return {
    transparent: after.transparent - before.transparent,
    sprout: after.sprout - before.sprout,
    sapling: after.sapling - before.sapling,
    orchard: after.orchard - before.orchard,
    lockbox: after.lockbox - before.lockbox,
    ironwood: after.ironwood - before.ironwood,
  };
}
