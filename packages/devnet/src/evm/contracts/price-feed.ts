/** Contracts that say what coins are worth, in the way of Chainlink's aggregators. The prices are invented. */
import type { Hex } from '../bytes/hex.js';
import { type Program, reverted } from '../machine/program.js';
import { encodedText, METHODS, words } from './abi.js';

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

/** Each block has its own price: within a percent of the middle, once up and down in four hours. */
export function priceFeed({ symbol, middle }: PriceFeed): Program {
  return {
    name: `feed ${symbol}`,
    run: (call) => {
      switch (call.selector) {
        case METHODS.description:
          return encodedText(Buffer.from(`${symbol} / USD`));
        case METHODS.decimals:
          return words(8);
        case METHODS.latestRoundData: {
          const phase = Math.floor(call.time / 60) % 240;
          const step = BigInt(phase < 120 ? phase : 240 - phase) - 60n;
          return words(1, middle + (middle * step) / 6_000n, call.time, call.time, 1);
        }
        default:
          throw reverted('unknown method');
      }
    },
  };
}
