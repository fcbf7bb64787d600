/** What the demo says that coins are worth: invented, and the same on every run. */

/** US dollars times 10^8, by the symbol of the coin. */
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

export interface DemoFeed {
  readonly symbol: string;
  readonly middle: bigint;
  /** Where its code is laid: nobody makes it, so chains of earlier versions have it, too. */
  readonly address: string;
}

export const DEMO_FEEDS: readonly DemoFeed[] = Object.entries(MIDDLES).map(([symbol, middle], at) => ({
  symbol,
  middle,
  address: `0xfeed${String(at + 1).padStart(36, '0')}`,
}));

/** The setting that makes an indexer ask them. */
export const DEMO_RATE_FEEDS = DEMO_FEEDS.map(({ symbol, address }) => `${symbol}=${address}`).join();
