import { hasValue, requireChain } from '@chaintrail/chains';
import { createPool, type FoundRate, type Pool, saveRates } from '@chaintrail/db';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ShownRate, shownRate, usdOf } from '../src/read/usd.js';
import { BUSY_ADDRESS as busy, demoChain } from './support/demo-chain.js';
import { BLOCK_SECONDS, seedChain, TIME_0 } from './support/seed-chain.js';
import { serve } from './support/served.js';
import { passASecond } from './support/start-api.js';

const { blocks } = demoChain();
const now = () => Math.floor(Date.now() / 1000);

let pool: Pool;
const api = serve(async ({ databaseUrl: url }) => {
  pool = createPool(url, { applicationName: 'rates-test' });
  await seedChain(url, { chain: 'btc', network: 'regtest', blocks });
  await seedChain(url, { chain: 'ltc', network: 'testnet', blocks });
});
beforeEach(() => pool.query('TRUNCATE chaintrail.rates'));
afterAll(() => pool?.end());

const save = (at: number, rate: string, more: Partial<FoundRate> = {}) =>
  saveRates(pool, at, [{ symbol: 'BTC', rate, asOf: at - 10, sources: ['chainlink:op', 'thornode'], ...more }]);
const rateOfBtc = async (query = '') => {
  passASecond();
  return (await api.get(`/v0/rates${query}`)).json.rates.btc;
};
const balance = async (query = '') => (await api.get(`/v0/addresses/btc/${busy}/balance${query}`)).json;
/** Rates of now are read once a second. */
const isTrueSoon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 5_000, interval: 50 });
const history = async (query: string) => (await api.get(`/v0/addresses/btc/${busy}/transactions${query}`)).json;

const UNKNOWN = { rate: null, asOf: null, sources: [], stale: true };
/** By another way than the product's: the digits as one integer. */
const dollars = (amount: string, rate: bigint) => Number(BigInt(amount) * rate) / 1e8;

describe('rates', () => {
  it('are null, and stale, before any was found', async () => {
    const { json } = await api.get('/v0/rates');
    expect(json).toEqual({ quote: 'usd', at: null, rates: { btc: UNKNOWN, ltc: UNKNOWN } });
    await isTrueSoon(async () => expect((await balance()).usd).toBeNull());
  });

  it('are what was found last, with its sources', async () => {
    const at = now() - 200;
    await save(at, '67123.45');
    expect(await rateOfBtc()).toEqual({
      ...{ rate: '67123.45', asOf: at - 10, sources: ['chainlink:op', 'thornode'], stale: false },
    });
  });

  it('are stale once no source has confirmed them for a quarter of an hour', async () => {
    await save(now() - 960, '67123.45');
    expect(await rateOfBtc()).toMatchObject({ rate: '67123.45', stale: true });
    await isTrueSoon(async () => expect((await balance()).usd).toMatchObject({ rate: '67123.45', stale: true }));
  });

  it('are stale where the price is of two hours before, however lately it was confirmed', async () => {
    await save(now() - 5, '67123.45', { asOf: now() - 7_300 });
    expect(await rateOfBtc()).toMatchObject({ rate: '67123.45', stale: true });
  });

  it('are null beyond the maximum age', async () => {
    await save(now() - 5, '67123.45', { asOf: now() - 26 * 3_600 - 60 });
    expect(await rateOfBtc()).toEqual(UNKNOWN);
    await isTrueSoon(async () => expect((await balance()).usd).toBeNull());
  });

  it('of the past are those of the record', async () => {
    const hour = TIME_0 - (TIME_0 % 3_600);
    await save(hour, '100');
    await save(hour + 3_600, '200');
    expect((await api.get(`/v0/rates?at=${hour + 1_800}`)).json).toMatchObject({ at: hour + 1_800, quote: 'usd' });
    expect(await rateOfBtc(`?at=${hour + 3_599}`)).toMatchObject({ rate: '100', asOf: hour - 10, stale: false });
    expect(await rateOfBtc(`?at=${hour + 3_600}`)).toMatchObject({ rate: '200', stale: false });
    expect(await rateOfBtc(`?at=${hour + 3_600 + 7_201}`)).toMatchObject({ rate: '200', stale: true });
    expect(await rateOfBtc(`?at=${hour + 3_600 + 26 * 3_600}`)).toEqual(UNKNOWN);
    expect(await rateOfBtc(`?at=${hour - 1}`)).toEqual(UNKNOWN);
    expect(await rateOfBtc()).toEqual(UNKNOWN);
    for (const at of ['-1', '1e9', 'now', '2147483648']) expect((await api.get(`/v0/rates?at=${at}`)).status).toBe(400);
  });

  it('are none of coins that are worth nothing', async () => {
    await save(now() - 5, '80', { symbol: 'LTC' });
    passASecond();
    expect((await api.get('/v0/rates')).json.rates.ltc).toEqual(UNKNOWN);
    const networks = requireChain('btc').networks.map(({ name }) => name);
    expect(networks.filter(hasValue)).toEqual(['mainnet', 'regtest']);
  });
});

describe('values', () => {
  it('of a balance are at the rate of now, and of a past one at that of its block', async () => {
    const height = blocks.length - 2;
    await save(TIME_0 + height * BLOCK_SECONDS - 60, '100.5');
    await save(now() - 5, '67123.45');
    await isTrueSoon(async () => expect((await balance()).usd).toMatchObject({ rate: '67123.45', stale: false }));
    const body = await balance();
    expect(Number(body.usd.value)).toBeCloseTo(dollars(body.balance, 6_712_345n) / 100, 5);
    const past = await balance(`?height=${height}`);
    expect(past.usd).toMatchObject({ rate: '100.5', stale: false });
    expect(Number(past.usd.value)).toBeCloseTo(dollars(past.balance, 1_005n) / 10, 5);
  });

  it('change the tag of an answer', async () => {
    const path = `/v0/addresses/btc/${busy}/balance`;
    const { headers } = await api.get(path);
    await save(now() - 5, '1');
    await isTrueSoon(async () => {
      const again = await api.get(path, { headers: { 'if-none-match': headers.get('etag')! } });
      expect(again.json?.usd?.rate).toBe('1');
    });
  });

  it('of a history are of the time of each transaction', async () => {
    const rates = blocks.map((_, height) => 1_000n + BigInt(height));
    for (const [height, rate] of rates.entries()) await save(TIME_0 + height * BLOCK_SECONDS, String(rate));
    const kept = await pool.query<{ at: number; rate: string }>(
      'SELECT at::float8 AS at, rate::text FROM chaintrail.rates ORDER BY at',
    );
    const { transactions } = await history('?usd=1&limit=1000');
    expect(transactions.length).toBeGreaterThan(60);
    for (const { timestamp, amount, usd } of transactions) {
      const then = kept.rows.filter(({ at }) => at <= timestamp).at(-1)!;
      expect(usd).toMatchObject({ rate: then.rate, asOf: then.at - 10, stale: false });
      expect(Number(usd.value)).toBeCloseTo(dollars(amount, BigInt(then.rate)), 5);
    }
  });

  it('are null where none was known, and left out where they are not asked for', async () => {
    const { transactions } = await history('?usd=1&limit=5');
    expect(transactions.map(({ usd }: { usd: unknown }) => usd)).toEqual(Array(5).fill(null));
    for (const query of ['', '?usd=0']) expect((await history(query)).transactions[0]).not.toHaveProperty('usd');
    expect((await history('?usd=yes')).detail).toMatch(/expected 1/);
  });

  it('are exact to a millionth of a dollar', () => {
    const at = (rate: string): ShownRate => ({ rate, asOf: 1, sources: ['a'], stale: false });
    expect(usdOf('123456789', 8, at('67123.45'))?.value).toBe('82868.456036');
    expect(usdOf('-123456789', 8, at('67123.45'))?.value).toBe('-82868.456036');
    expect(usdOf('100000000000000000001', 18, at('3512'))?.value).toBe('351200');
    expect(usdOf('1', 18, at('3512'))?.value).toBe('0');
    expect(usdOf('-1', 18, at('3512'))?.value).toBe('0');
    expect(usdOf('5', 7, at('1'))?.value).toBe('0.000001');
    expect(usdOf('4', 7, at('1'))?.value).toBe('0');
    expect(usdOf('0', 8, at('1'))?.value).toBe('0');
    expect(usdOf(null, 8, at('1'))).toBeNull();
    expect(usdOf('1', 8, null)).toBeNull();
    expect(shownRate(null, null, 1)).toBeNull();
  });
});
