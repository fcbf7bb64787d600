/** Prices of THORChain's and MAYAChain's liquidity pools, by the REST server of the operator's own node. */
import type { CosmosMarket, CosmosNode, MarketPool } from '@chaintrail/chains';
import { medianOf, priceOfRatio, priceOfUnits } from './price.js';
import type { Quote, Quotes, RateSource } from './rate-source.js';

/** Blocks come every six seconds. */
const MAX_BLOCK_AGE_SECONDS = 600;
const AHEAD_SECONDS = 60;
/** Traders even a pool out once that pays for its fee and for the outbound one. */
const BAND = 100n;
/** Decimals of assets in pools, and of TOR. */
const POOL_DECIMALS = 8;
/** A pool with less on each side is cheap to move, US dollars. */
const LEAST_DEPTH = 100_000n;

/** Coins that have a pool of their own; the asset is the coin itself, not a token or a copy. */
const POOLED = ['BTC', 'ETH', 'LTC', 'DOGE', 'BCH', 'ZEC'] as const;

/** Pools that price MAYAChain's coin: these are worth a dollar, or no rate agrees with them. */
const DOLLARS: ReadonlySet<string> = new Set([
  'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
  'ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7',
  'ARB.USDC-0XAF88D065E77C8CC2239327C5EDB3A432268E5831',
]);

/** How a chain's coin is named, and what its pools are. */
interface PoolChain {
  readonly symbol: string;
  readonly decimals: number;
  /** Name of the chain in halts and pools. */
  readonly code: string;
  /** Coins of other chains' own pools, by pool. */
  readonly others: Readonly<Record<string, string>>;
}

const THORCHAIN: PoolChain = { symbol: 'RUNE', decimals: 8, code: 'THOR', others: {} };
const MAYACHAIN: PoolChain = { symbol: 'CACAO', decimals: 10, code: 'MAYA', others: { 'THOR.RUNE': 'RUNE' } };

export type MarketNode = Pick<CosmosNode, 'market' | 'close'>;

export function thornodeSource(node: MarketNode): RateSource {
  return poolSource('thornode', node, thorchainQuotes);
}

export function mayanodeSource(node: MarketNode): RateSource {
  return poolSource('mayanode', node, mayachainQuotes);
}

type ReadQuotes = (market: CosmosMarket, now: number) => Quotes;

function poolSource(name: string, node: MarketNode, read: ReadQuotes): RateSource {
  return {
    name,
    async ask(nowSeconds) {
      const market = await node.market();
      return market === null ? { quotes: [], problems: [] } : read(market, nowSeconds);
    },
    close: () => node.close(),
  };
}

/**
 * THORNode says prices in TOR, the median of its anchor pools in dollars. While these are all halted it goes on saying
 * the last one: such a price is none.
 */
export function thorchainQuotes(market: CosmosMarket, now: number): Quotes {
  const problem = haltOf(market, THORCHAIN, now);
  if (problem !== null) return { quotes: [], problems: [problem] };
  const anchors = market.anchors.map((anchor) => anchor.replace('-', '.'));
  const works = market.pools.some((pool) => anchors.includes(pool.asset) && isTraded(pool, market));
  if (!works) return { quotes: [], problems: ['trading of all pools that dollars are measured by is halted'] };
  const native = market.nativeTorPrice === null ? null : priceOfUnits(market.nativeTorPrice, POOL_DECIMALS);
  if (native === null) return { quotes: [], problems: ['it knows no price of RUNE'] };
  const priced = tradedPools(market, THORCHAIN).flatMap(({ symbol, pool }) => {
    const price = pool.torPrice === null ? null : priceOfUnits(pool.torPrice, POOL_DECIMALS);
    return price !== null && isDeep(pool, price, native, THORCHAIN) ? [{ symbol, price }] : [];
  });
  return quotesOf([{ symbol: THORCHAIN.symbol, price: native }, ...priced], market, now);
}

/** MAYANode says no prices: its coin's is the median of its pools of dollars, another coin's its pool's ratio. */
export function mayachainQuotes(market: CosmosMarket, now: number): Quotes {
  const problem = haltOf(market, MAYACHAIN, now);
  if (problem !== null) return { quotes: [], problems: [problem] };
  const dollar = 10n ** 18n;
  const ofDollars = market.pools
    .filter((pool) => DOLLARS.has(pool.asset) && isTraded(pool, market))
    .filter((pool) => pool.assetDepth >= LEAST_DEPTH * unitsOf(POOL_DECIMALS))
    .flatMap((pool) => ratioPrice(dollar, pool.assetDepth, POOL_DECIMALS, pool.nativeDepth, MAYACHAIN.decimals) ?? []);
  const native = medianOf(ofDollars);
  if (native === null) return { quotes: [], problems: ['none of its pools of dollars is traded and deep enough'] };
  const priced = tradedPools(market, MAYACHAIN).flatMap(({ symbol, pool }) => {
    const price = ratioPrice(native, pool.nativeDepth, MAYACHAIN.decimals, pool.assetDepth, POOL_DECIMALS);
    return price !== null && isDeep(pool, price, native, MAYACHAIN) ? [{ symbol, price }] : [];
  });
  return quotesOf([{ symbol: MAYACHAIN.symbol, price: native }, ...priced], market, now);
}

/** Null where nothing is wrong with the whole chain. */
function haltOf(market: CosmosMarket, { code }: PoolChain, now: number): string | null {
  const age = now - market.time;
  if (age > MAX_BLOCK_AGE_SECONDS || age < -AHEAD_SECONDS) return `its newest block is ${age} seconds old`;
  return market.isHalted || market.haltedChains.has(code) ? 'trading is halted' : null;
}

function isTraded({ asset, isAvailable }: MarketPool, { haltedChains }: CosmosMarket): boolean {
  return isAvailable && !haltedChains.has(asset.slice(0, asset.indexOf('.')));
}

function tradedPools(market: CosmosMarket, { others }: PoolChain): { symbol: string; pool: MarketPool }[] {
  return market.pools.flatMap((pool) => {
    const symbol = POOLED.find((code) => pool.asset === `${code}.${code}`) ?? others[pool.asset];
    return symbol !== undefined && isTraded(pool, market) ? [{ symbol, pool }] : [];
  });
}

/** Whether both sides are worth enough to cost something to move. */
function isDeep(pool: MarketPool, asset: bigint, native: bigint, { decimals }: PoolChain): boolean {
  const least = LEAST_DEPTH * 10n ** 18n;
  const ofAsset = (asset * pool.assetDepth) / unitsOf(POOL_DECIMALS);
  const ofNative = (native * pool.nativeDepth) / unitsOf(decimals);
  return ofAsset >= least && ofNative >= least;
}

/** Price of the other side of a pool, whose own price is known: price · (own / 10^d) / (other / 10^e). */
function ratioPrice(price: bigint, own: bigint, ownDecimals: number, other: bigint, otherDecimals: number) {
  return priceOfRatio(price, own * unitsOf(otherDecimals), other * unitsOf(ownDecimals));
}

function unitsOf(decimals: number): bigint {
  return 10n ** BigInt(decimals);
}

type Priced = Pick<Quote, 'symbol' | 'price'>;

function quotesOf(priced: readonly Priced[], { time }: CosmosMarket, now: number): Quotes {
  return { quotes: priced.map((each) => ({ ...each, asOf: Math.min(time, now), band: BAND })), problems: [] };
}
