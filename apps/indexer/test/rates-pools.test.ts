import type { CosmosMarket, MarketPool } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { mayachainQuotes, thorchainQuotes } from '../src/rates/pools.js';
import { textOfPrice } from '../src/rates/price.js';
import type { Quotes } from '../src/rates/rate-source.js';

const NOW = 1_790_000_000;
const USDC = 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48';
const USDT = 'ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7';
const E8 = 10n ** 8n;

const pool = (asset: string, more: Partial<MarketPool>): MarketPool => ({
  ...{ asset, isAvailable: true, nativeDepth: 10_000_000n * E8, assetDepth: 1_000n * E8, torPrice: null },
  ...more,
});
const prices = ({ quotes }: Quotes) =>
  Object.fromEntries(quotes.map(({ symbol, price }) => [symbol, textOfPrice(price)]));

const thorchain = (more: Partial<CosmosMarket> = {}): CosmosMarket => ({
  time: NOW - 6,
  pools: [
    pool('BTC.BTC', { torPrice: 6_700_000_000_000n }),
    pool('DOGE.DOGE', { torPrice: 16_123_456n, assetDepth: 10_000_000n * E8 }),
    pool('ETH.WBTC-0X2260', { torPrice: 1n }),
    pool(USDC, { torPrice: E8, assetDepth: 5_000_000n * E8 }),
  ],
  nativeTorPrice: 125_000_000n,
  anchors: [USDC.replace('.', '-')],
  isHalted: false,
  haltedChains: new Set(),
  ...more,
});

describe("THORNode's prices", () => {
  it('are in dollars, of the block that they are of', () => {
    const said = thorchainQuotes(thorchain(), NOW);
    expect(prices(said)).toEqual({ RUNE: '1.25', BTC: '67000', DOGE: '0.16123456' });
    expect(said.quotes.every(({ asOf }) => asOf === NOW - 6)).toBe(true);
  });

  it('are none while all trading is halted', () => {
    expect(thorchainQuotes(thorchain({ isHalted: true }), NOW)).toEqual({
      quotes: [],
      problems: ['trading is halted'],
    });
    expect(thorchainQuotes(thorchain({ haltedChains: new Set(['THOR']) }), NOW).quotes).toEqual([]);
  });

  it('are none, though it goes on saying the last ones, while all anchors are halted', () => {
    const halted = thorchain({ haltedChains: new Set(['ETH']) });
    expect(halted.nativeTorPrice).toBe(125_000_000n);
    expect(thorchainQuotes(halted, NOW)).toEqual({
      quotes: [],
      problems: [expect.stringMatching(/measured by is halted/)],
    });
    expect(thorchainQuotes(thorchain({ anchors: [] }), NOW).quotes).toEqual([]);
  });

  it('leave out the coin of a chain that is halted, and a pool that is not available', () => {
    expect(prices(thorchainQuotes(thorchain({ haltedChains: new Set(['BTC']) }), NOW))).not.toHaveProperty('BTC');
    const pools = thorchain().pools.map((each) => (each.asset === 'BTC.BTC' ? { ...each, isAvailable: false } : each));
    expect(prices(thorchainQuotes(thorchain({ pools }), NOW))).toEqual({ RUNE: '1.25', DOGE: '0.16123456' });
  });

  it('leave out what it knows no price of, and pools that are cheap to move', () => {
    const zero = thorchain().pools.map((each) => ({ ...each, torPrice: 0n }));
    expect(prices(thorchainQuotes(thorchain({ pools: zero }), NOW))).toEqual({ RUNE: '1.25' });
    const thin = thorchain().pools.map((each) => ({ ...each, assetDepth: 1n * E8, nativeDepth: 10_000_000n * E8 }));
    expect(prices(thorchainQuotes(thorchain({ pools: thin }), NOW))).toEqual({ RUNE: '1.25' });
    expect(thorchainQuotes(thorchain({ nativeTorPrice: 0n }), NOW).quotes).toEqual([]);
  });

  it('are none of a node that stands still or is of another time', () => {
    expect(thorchainQuotes(thorchain({ time: NOW - 601 }), NOW).problems).toEqual([
      'its newest block is 601 seconds old',
    ]);
    expect(thorchainQuotes(thorchain({ time: NOW + 61 }), NOW).quotes).toEqual([]);
  });
});

const E10 = 10n ** 10n;
/** A CACAO is half a dollar. */
const mayachain = (more: Partial<CosmosMarket> = {}): CosmosMarket => ({
  ...thorchain(),
  pools: [
    pool(USDC, { assetDepth: 500_000n * E8, nativeDepth: 1_000_000n * E10 }),
    pool('ZEC.ZEC', { assetDepth: 10_000n * E8, nativeDepth: 1_000_000n * E10 }),
    pool('THOR.RUNE', { assetDepth: 400_000n * E8, nativeDepth: 1_000_000n * E10 }),
  ],
  nativeTorPrice: null,
  anchors: [],
  ...more,
});

describe("MAYAChain's pools", () => {
  it('price its coin in dollars, and others by it', () => {
    expect(prices(mayachainQuotes(mayachain(), NOW))).toEqual({ CACAO: '0.5', ZEC: '50', RUNE: '1.25' });
  });

  it('price it by the median of what dollars there are', () => {
    const odd = [0.4, 0.6].map((price, at) =>
      pool([USDT, 'ARB.USDC-0XAF88D065E77C8CC2239327C5EDB3A432268E5831'][at]!, {
        ...{ assetDepth: BigInt(price * 1_000_000) * E8, nativeDepth: 1_000_000n * E10 },
      }),
    );
    expect(prices(mayachainQuotes(mayachain({ pools: [...mayachain().pools, ...odd] }), NOW))['CACAO']).toBe('0.5');
  });

  it('do not price by tokens that call themselves dollars', () => {
    const pools = [pool('ETH.USDC-0XBAD', { assetDepth: 9_000_000n * E8, nativeDepth: 1_000_000n * E10 })];
    expect(mayachainQuotes(mayachain({ pools }), NOW).quotes).toEqual([]);
  });

  it('price nothing while the dollars are halted, not there, or too few', () => {
    for (const more of [
      { isHalted: true },
      { haltedChains: new Set(['ETH']) },
      { haltedChains: new Set(['MAYA']) },
      { pools: [] },
      {
        pools: mayachain()
          .pools.map((each) => ({ ...each, assetDepth: 99_999n * E8 }))
          .slice(0, 1),
      },
      { pools: mayachain().pools.map((each) => ({ ...each, nativeDepth: 0n })) },
      { time: NOW - 601 },
    ]) {
      const { quotes, problems } = mayachainQuotes(mayachain(more), NOW);
      expect(quotes).toEqual([]);
      expect(problems).toHaveLength(1);
    }
  });

  it('leave out the coin of a chain that is halted', () => {
    expect(prices(mayachainQuotes(mayachain({ haltedChains: new Set(['ZEC']) }), NOW))).not.toHaveProperty('ZEC');
  });
});
