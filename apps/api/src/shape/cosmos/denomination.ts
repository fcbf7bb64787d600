import type { CosmosChain } from '@chaintrail/chains';

/** Facts about a denomination beside its name. */
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

/**
 * The protocols count assets of other chains in 1e-8, whatever their decimal places there, and their own as the bank
 * module does: MAYA.CACAO has ten. Source: thornode common/coin.go; `outbound` and `coin_received` of mayanode 1.111
 * have the same amount.
 */
const PROTOCOL_DECIMALS = 8;

/** @param asset as the protocol writes it: BTC.BTC, THOR.RUNE */
export function payoutDecimals(chain: CosmosChain, asset: string): number {
  if (isOwnAsset(chain, asset)) return chain.decimals;
  const own = chain.denominations.find(({ symbol }) => asset.toUpperCase() === assetOf(chain, symbol));
  return own?.decimals ?? PROTOCOL_DECIMALS;
}

export function isOwnAsset(chain: CosmosChain, asset: string): boolean {
  return asset.toUpperCase() === assetOf(chain, chain.symbol);
}

/** The protocols call chains what their addresses begin with, on every network (thornode common/chain.go). */
function assetOf({ networks: [mainnet] }: CosmosChain, symbol: string): string {
  return `${mainnet?.hrp.toUpperCase()}.${symbol}`;
}
