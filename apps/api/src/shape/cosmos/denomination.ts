import type { CosmosChain } from '@chaintrail/chains';

/** What is known of a denomination beside its name. */
export interface DenominationFacts {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
}

const UNKNOWN: DenominationFacts = { symbol: null, name: null, decimals: null };

/**
 * An asset of another chain: its chain, what it is held as (secured `-`, synthetic `/`, traded `~`, derived `.`), its
 * ticker, and its contract there. `x/…` is none: anybody may create those. Source: thornode common/asset.go
 */
const FOREIGN = /^(?!x\/)[a-z0-9]+[-/~.]([a-z0-9]+)(?:-.+)?$/i;

/** @param denom as the bank module writes it; null for the chain's own coin */
export function denominationFacts(chain: CosmosChain, denom: string | null): DenominationFacts {
  if (denom === null) return { symbol: chain.symbol, name: null, decimals: chain.decimals };
  const known = chain.denominations.find((each) => each.denom === denom);
  if (known) return known;
  const ticker = chain.foreignDecimals === null ? undefined : FOREIGN.exec(denom)?.[1];
  return ticker === undefined ? UNKNOWN : { ...UNKNOWN, symbol: ticker.toUpperCase(), decimals: chain.foreignDecimals };
}
