/** Amounts and value pools as zebrad prints them. */
import type { Json } from '../../node/decimal-json.js';
import type { ValuePools } from '../parts.js';

/** ZEC as the f64 that zebrad makes of zatoshis: the shortest decimal, with an exponent where it is very small. */
export function zec(zatoshis: bigint): number {
  return Number(zatoshis) / 1e8;
}

/** In the order of zebrad's answers (zebra zebra-rpc/src/methods/types/get_blockchain_info.rs). */
const POOL_NAMES = ['transparent', 'sprout', 'sapling', 'orchard', 'lockbox', 'ironwood'] as const;

export function valuePoolsJson(pools: ValuePools): Json {
  return POOL_NAMES.map((id) => ({
    id,
    chainValue: zec(pools[id]),
    chainValueZat: Number(pools[id]),
    monitored: pools[id] !== 0n,
  }));
}
