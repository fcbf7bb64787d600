/** Last trades on public exchanges, without a key. They see the operator's address, so only settings turn them on. */
import type { ExchangeName } from '@chaintrail/config';
import { priceOfText } from './price.js';
import type { Quote, Quotes, RateSource } from './rate-source.js';

const TIMEOUT_MS = 10_000;
/** A ticker has some hundred. */
const MAX_BYTES = 65_536;
/** An answer that is older comes from a service that stands still. When the last trade was, none of them says. */
const MAX_AGE_SECONDS = 600;
/** Between bid and ask, and between exchanges. */
const BAND = 50n;

interface Exchange {
  readonly host: string;
  /** Path and query of the ticker of a market. */
  path(market: string): string;
  /** Markets against US dollars, by the symbol of the coin. */
  readonly markets: Readonly<Record<string, string>>;
  /** The last price in the answer; anything else where there is none. */
  last(answer: Reply): unknown;
  /** Unix milliseconds when it was so; absent where the answer does not tell. */
  timeMs?(answer: Reply): unknown;
}

interface Reply {
  readonly text: string;
  /** Undefined where it is no JSON. */
  readonly json: unknown;
}

const USD = (symbols: readonly string[], market: (symbol: string) => string) =>
  Object.fromEntries(symbols.map((symbol) => [symbol, market(symbol)]));

const EXCHANGES: Readonly<Record<ExchangeName, Exchange>> = {
  // docs.kraken.com/api/docs/rest-api/get-ticker-information
  kraken: {
    host: 'https://api.kraken.com',
    path: (market) => `/0/public/Ticker?pair=${market}`,
    markets: {
      ...USD(['ETH', 'LTC', 'ZEC', 'BCH', 'RUNE'], (symbol) => `${symbol}USD`),
      ...{ BTC: 'XBTUSD', DOGE: 'XDGUSD' },
    },
    // One market is asked for; Kraken has names of its own for it.
    last: ({ json }) => field(field(Object.values(object(field(json, 'result')))[0], 'c'), 0),
  },
  // docs.cdp.coinbase.com/coinbase-app/track-apis/prices
  coinbase: {
    host: 'https://api.coinbase.com',
    path: (market) => `/v2/prices/${market}/spot`,
    markets: USD(['BTC', 'ETH', 'LTC', 'DOGE', 'ZEC', 'BCH'], (symbol) => `${symbol}-USD`),
    last: ({ json }) =>
      field(field(json, 'data'), 'currency') === 'USD' ? field(field(json, 'data'), 'amount') : null,
  },
  // docs.bitfinex.com/reference/rest-public-ticker
  bitfinex: {
    host: 'https://api-pub.bitfinex.com',
    path: (market) => `/v2/ticker/${market}`,
    markets: {
      ...USD(['BTC', 'ETH', 'LTC', 'ZEC'], (symbol) => `t${symbol}USD`),
      ...{ DOGE: 'tDOGE:USD', BCH: 'tBCHN:USD' },
    },
    // Numbers, of which the parser would make floating-point ones: the seventh as it is written.
    last: ({ text, json }) => (Array.isArray(json) ? text.trim().slice(1, -1).split(',')[6]?.trim() : null),
  },
  // docs.gemini.com/rest/market-data, "Get Ticker"
  gemini: {
    host: 'https://api.gemini.com',
    path: (market) => `/v1/pubticker/${market}`,
    markets: USD(['BTC', 'ETH', 'LTC', 'DOGE', 'ZEC', 'BCH'], (symbol) => `${symbol.toLowerCase()}usd`),
    last: ({ json }) => field(json, 'last'),
    // The end of the day that the volume is of: the minute before the answer.
    timeMs: ({ json }) => field(field(json, 'volume'), 'timestamp'),
  },
  // www.bitstamp.net/api/#tag/Tickers
  bitstamp: {
    host: 'https://www.bitstamp.net',
    path: (market) => `/api/v2/ticker/${market}/`,
    markets: USD(['BTC', 'ETH', 'LTC', 'DOGE', 'BCH'], (symbol) => `${symbol.toLowerCase()}usd`),
    last: ({ json }) => field(json, 'last'),
    timeMs: ({ json }) => `${field(json, 'timestamp')}000`,
  },
};

/** @param symbols coins that are of interest; an exchange is asked for those that it trades, one after the other */
export function exchangeSource(
  name: ExchangeName,
  symbols: ReadonlySet<string>,
  host = EXCHANGES[name].host,
): RateSource {
  const exchange = EXCHANGES[name];
  return {
    name,
    async ask(nowSeconds, signal): Promise<Quotes> {
      const quotes: Quote[] = [];
      const problems: string[] = [];
      for (const [symbol, market] of Object.entries(exchange.markets)) {
        if (!symbols.has(symbol)) continue;
        const quote = await ask(exchange, host, symbol, market, nowSeconds, signal).catch(messageOf);
        if (typeof quote === 'string') problems.push(`${symbol}: ${quote}`);
        else quotes.push(quote);
      }
      return { quotes, problems };
    },
    close: async () => undefined,
  };
}

/** @returns a sentence where there is no fresh price */
async function ask(
  exchange: Exchange,
  host: string,
  symbol: string,
  market: string,
  now: number,
  signal: AbortSignal,
): Promise<Quote | string> {
  const answer = await get(host + exchange.path(market), signal);
  const last = exchange.last(answer);
  const price = typeof last === 'string' ? priceOfText(last) : null;
  if (price === null) return 'there is no price in its answer';
  const asOf = exchange.timeMs ? Math.floor(Number(exchange.timeMs(answer)) / 1000) : now;
  // Written so that what is no number is old, too.
  if (!(Math.abs(now - asOf) <= MAX_AGE_SECONDS)) return 'its price is old';
  return { symbol, price, asOf: Math.min(asOf, now), band: BAND };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function get(url: string, signal: AbortSignal): Promise<Reply> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json', 'user-agent': 'chaintrail' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`its answer has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { text, json: undefined };
  }
}

function object(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function field(value: unknown, name: string | number): unknown {
  return (object(value) as Readonly<Record<string | number, unknown>>)[name];
}
