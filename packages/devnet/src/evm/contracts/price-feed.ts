/** Contracts that say what coins are worth, in the way of Chainlink's aggregators. The prices are invented. */
import type { Hex } from '../bytes/hex.js';

export interface PriceFeed {
  readonly symbol: string;
  /** US dollars times 10^8. */
  readonly middle: bigint;
  /** The same on every chain. */
  readonly address: Hex;
}

const MIDDLES: Readonly<Record<string, bigint>> = {
  BTC: 67_000_00000000n,
  ETH: 3_500_00000000n,
  LTC: 85_00000000n,
  DOGE: 16_000000n,
  ZEC: 310_00000000n,
  BCH: 480_00000000n,
  RUNE: 1_25000000n,
  CACAO: 20000000n,
};

/** On every simulated Ethereum. */
export const PRICE_FEEDS: readonly PriceFeed[] = Object.entries(MIDDLES).map(([symbol, middle], index) => ({
  symbol,
  middle,
  address: `0xfeed${String(index + 1).padStart(36, '0')}`,
}));
