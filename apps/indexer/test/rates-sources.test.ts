import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { COSMOS_CHAINS } from '@chaintrail/chains';
import { CosmosNode } from '@chaintrail/chains/node';
import type { ExchangeName } from '@chaintrail/config';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectRates } from '../src/rates/collect-rates.js';
import { exchangeSource } from '../src/rates/exchanges.js';
import { thornodeSource } from '../src/rates/pools.js';
import { priceOfText, textOfPrice } from '../src/rates/price.js';
import type { RateSource } from '../src/rates/rate-source.js';

const NOW = Math.floor(Date.now() / 1000);
const SIGNAL = new AbortController().signal;

/** By path and query: a body, or what becomes of the request. */
let answers: Record<string, string | { readonly status: number; readonly body?: string; readonly location?: string }>;
let asked: string[];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers[path] ?? { status: 404, body: '{"message":"no such thing"}' };
    const { status = 200, body = '', location } = typeof answer === 'string' ? { body: answer } : answer;
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  answers = {};
  asked = [];
});
afterAll(() => server?.close());

const askBtc = (name: ExchangeName) => exchangeSource(name, new Set(['BTC']), url).ask(NOW, SIGNAL);

/** In the shapes that these APIs are known for; no test asks them. */
const TICKERS: Readonly<Record<ExchangeName, readonly [path: string, body: (price: string) => string]>> = {
  kraken: [
    '/0/public/Ticker?pair=XBTUSD',
    (price) =>
      `{"error":[],"result":{"XXBTZUSD":{"a":["67125.1","1","1.0"],"b":["67120.9","1","1.0"],"c":["${price}","0.05"]}}}`,
  ],
  coinbase: ['/v2/prices/BTC-USD/spot', (price) => `{"data":{"amount":"${price}","base":"BTC","currency":"USD"}}`],
  bitfinex: ['/v2/ticker/tBTCUSD', (price) => `[67120,8.1,67125,7.2,-310,-0.0046,${price},1520.2,67900,66100]`],
  gemini: [
    '/v1/pubticker/btcusd',
    (price) => `{"bid":"67120","ask":"67125","last":"${price}","volume":{"BTC":"1","timestamp":${NOW * 1000 - 5000}}}`,
  ],
  bitstamp: ['/api/v2/ticker/btcusd/', (price) => `{"timestamp":"${NOW - 5}","last":"${price}","bid":"67120"}`],
};

describe.each(Object.entries(TICKERS))('%s', (name, [path, body]) => {
  const exchange = name as ExchangeName;

  it('says the last price to the last digit', async () => {
    answers = { [path]: body('67123.450000000000000001') };
    const { quotes, problems } = await askBtc(exchange);
    expect(problems).toEqual([]);
    expect(quotes.map(({ symbol, price }) => [symbol, textOfPrice(price)])).toEqual([
      ['BTC', '67123.450000000000000001'],
    ]);
    expect(NOW - quotes[0]!.asOf).toBeLessThanOrEqual(5);
    expect(asked).toEqual([path]);
  });

  it('says none in what is no answer', async () => {
    const redirect = { status: 302, location: path };
    const bodies = ['', 'null', '[]', '{}', '<html>', '"67123"', '{"result":{},"data":{}}'];
    const bad = [
      ...bodies,
      body('0'),
      body('-1'),
      body('1e9'),
      { status: 429 },
      { status: 500, body: body('1') },
      redirect,
    ];
    for (const answer of bad) {
      answers = { [path]: answer };
      const { quotes, problems } = await askBtc(exchange);
      expect(quotes, JSON.stringify(answer)).toEqual([]);
      expect(problems, JSON.stringify(answer)).toEqual([expect.stringMatching(/^BTC: /)]);
    }
  });

  it('is not read without end', async () => {
    answers = { [path]: `${body('67123')}${' '.repeat(100_000)}` };
    expect((await askBtc(exchange)).problems).toEqual([expect.stringMatching(/more than 65536 bytes/)]);
  });
});

it.each(['gemini', 'bitstamp'] as const)('%s is halted where its answer is old', async (name) => {
  const [path, body] = TICKERS[name];
  const old = body('67123').replace(String(NOW - 5), String(NOW - 605));
  answers = { [path]: old };
  expect(await askBtc(name)).toEqual({ quotes: [], problems: ['BTC: its price is old'] });
});

const rune = COSMOS_CHAINS.find(({ code }) => code === 'rune')!;
const network = rune.networks.find(({ name }) => name === 'mainnet')!;
const USDC = 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48';

interface Told {
  readonly mimir?: object;
  readonly inbound?: object;
  readonly network?: object;
  /** Answer of the pool that dollars are measured by. */
  readonly pool?: object;
}

/** Answers of thornode 3.9.0, where it counts. */
function thornode(more: Told = {}) {
  const depths = { balance_asset: '500000000000000', balance_rune: '900000000000000' };
  const pool = (asset: string, price: string) => ({ asset, status: 'Available', ...depths, asset_tor_price: price });
  return {
    '/cosmos/base/tendermint/v1beta1/blocks/latest': `{"block":{"header":{"height":"9","time":"${new Date((NOW - 3) * 1000).toISOString()}"}}}`,
    '/thorchain/pools': JSON.stringify([
      { ...pool('BTC.BTC', '6712345000000'), trading_halted: false },
      { ...pool(USDC, '100000000'), trading_halted: false, ...more.pool },
    ]),
    '/thorchain/network': JSON.stringify({
      ...{ rune_price_in_tor: '125000000', tor_price_in_rune: '80000000', tor_price_halted: false },
      ...more.network,
    }),
    '/thorchain/inbound_addresses': JSON.stringify([
      ...[{ chain: 'BTC', halted: false, global_trading_paused: false, chain_trading_paused: false }],
      { chain: 'ETH', halted: false, global_trading_paused: false, chain_trading_paused: false, ...more.inbound },
    ]),
    '/thorchain/mimir': JSON.stringify({ [`TORANCHOR-${USDC.replace('.', '-')}`]: 1, HALTTRADING: 0, ...more.mimir }),
  };
}

async function askThornode() {
  const node = new CosmosNode({
    ...{ chain: rune, network, endpoint: { url }, restEndpoint: { url } },
    retry: { attempts: 1, firstDelayMs: 1, maxDelayMs: 1, maxTotalMs: 1_000 },
  });
  const source = thornodeSource(node);
  try {
    return await collectRates([source], 93_600, SIGNAL);
  } finally {
    await source.close();
  }
}

describe('thornode', () => {
  it('says prices by REST', async () => {
    answers = thornode();
    const { rates, problems } = await askThornode();
    expect(problems).toEqual([]);
    expect(rates).toEqual([
      { symbol: 'BTC', rate: '67123.45', asOf: NOW - 3, sources: ['thornode'] },
      { symbol: 'RUNE', rate: '1.25', asOf: NOW - 3, sources: ['thornode'] },
    ]);
  });

  it.each([
    [{ mimir: { HALTTRADING: 1 } }],
    [{ mimir: { HALTCHAINGLOBAL: 12 } }],
    [{ mimir: { HALTETHTRADING: 1 } }],
    [{ mimir: { HALTETHCHAIN: 1 } }],
    [{ mimir: { SOLVENCYHALTETHCHAIN: 5 } }],
    [{ mimir: { [`RAGNAROK-${USDC.replace('.', '-')}`]: 1 } }],
    [{ mimir: { 'RAGNAROK-ETH-ETH': 1 } }],
    [{ pool: { trading_halted: true } }],
    [{ pool: { status: 'Staged' } }],
    [{ inbound: { halted: true } }],
    [{ inbound: { global_trading_paused: true } }],
    [{ inbound: { chain_trading_paused: true } }],
  ])('says none while what its dollars come from is halted: %j', async (halt) => {
    answers = thornode(halt);
    const { rates, problems } = await askThornode();
    expect(rates).toEqual([]);
    expect(problems).toEqual([expect.stringMatching(/^thornode: trading .*halted$/)]);
  });

  it.each([
    [{ network: { tor_price_halted: true } }],
    // Answers of a real node with this key: the price that was set, and tor_price_halted still false.
    [{ mimir: { DOLLARSPERRUNE: 700_000_000 }, network: { rune_price_in_tor: '700000000' } }],
  ])('says none of prices that it does not measure: %j', async (told) => {
    answers = thornode(told);
    const { rates, problems } = await askThornode();
    expect(rates).toEqual([]);
    expect(problems).toEqual(['thornode: it knows no price of RUNE']);
  });

  it('says none of a pool that ends, and goes on with the others', async () => {
    answers = thornode({ mimir: { 'RAGNAROK-BTC-BTC': 1, 'RAGNAROK-ETH-USDT-0XDAC1': 1, NODEPAUSECHAINGLOBAL: 5 } });
    const { rates, problems } = await askThornode();
    expect(problems).toEqual([]);
    expect(rates.map(({ symbol }) => symbol)).toEqual(['RUNE']);
  });

  it('says none where one of its answers is missing or something else', async () => {
    for (const path of Object.keys(thornode())) {
      for (const answer of [
        { status: 404, body: '{}' },
        '{"pools":1}',
        '<html>',
        '[{"asset":"BTC.BTC","status":"Available"}]',
      ]) {
        answers = { ...thornode(), [path]: answer };
        // A mimir or a list without anything in it is an answer; these are none.
        const { rates, problems } = await askThornode();
        expect(rates, `${path} ${JSON.stringify(answer)}`).toEqual([]);
        expect(problems).toHaveLength(1);
      }
    }
  });
});

describe('asking sources', () => {
  const says = (name: string, price: string, asOf = NOW): RateSource => ({
    name,
    ask: async () => ({ quotes: [{ symbol: 'BTC', price: priceOfText(price)!, asOf, band: 50n }], problems: [] }),
    close: async () => undefined,
  });
  const source = (name: string, ask: RateSource['ask']): RateSource => ({ name, ask, close: async () => undefined });

  it('does without those that fail, and without those that do not answer in time', async () => {
    const absent = source('absent', async () => {
      throw new Error('the node does not answer');
    });
    const silent = source('silent', () => new Promise(() => undefined));
    const { rates, problems } = await collectRates([says('a', '100'), absent, silent], 3_600, SIGNAL, {
      timeoutMs: 50,
    });
    expect(rates).toEqual([{ symbol: 'BTC', rate: '100', asOf: NOW, sources: ['a'] }]);
    expect(problems).toEqual(['absent: the node does not answer', 'silent: it did not answer in time']);
  });

  it('finds nothing where none answers', async () => {
    const silent = source('silent', () => new Promise(() => undefined));
    expect((await collectRates([silent], 3_600, SIGNAL, { timeoutMs: 10 })).rates).toEqual([]);
    expect((await collectRates([], 3_600, SIGNAL)).rates).toEqual([]);
  });

  it('takes no price beyond the maximum age', async () => {
    const sources = [says('old', '50', NOW - 7_200), says('new', '100')];
    expect((await collectRates(sources, 3_600, SIGNAL)).rates[0]).toMatchObject({ rate: '100', sources: ['new'] });
  });

  it('ends when it is told to', async () => {
    const stop = new AbortController();
    const silent = source('silent', () => new Promise(() => undefined));
    const collecting = collectRates([silent], 3_600, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(collecting).rejects.toThrow('stopped');
  });
});
