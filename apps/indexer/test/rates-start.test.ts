import { createPool, type Pool, readLastRatesAt } from '@chaintrail/db';
import { createTestDatabase, RedisServer, redisOrSkip, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { priceOfText } from '../src/rates/price.js';
import type { RateSource } from '../src/rates/rate-source.js';
import { ratesJob, startRates, takeRatesLock } from '../src/rates/start-rates.js';

const SIGNAL = new AbortController().signal;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { applicationName: 'rates-test' });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

function rig(pools: readonly Pool[]) {
  const warnings: string[] = [];
  let closed = 0;
  let asked = 0;
  const source: RateSource = {
    name: 'chainlink:eth',
    async ask(now) {
      asked++;
      return {
        quotes: [{ symbol: 'ETH', price: priceOfText('3500')!, asOf: now, band: 50n }],
        problems: [`the feed of BTC was last written ${now} seconds ago`],
      };
    },
    close: async () => void closed++,
  };
  const log = { debug: () => undefined, warn: ({ problem }: { problem: string }) => warnings.push(problem) } as never;
  return {
    options: { sources: [source], pools, maxAgeSeconds: 3_600, log },
    warnings,
    closed: () => closed,
    asked: () => asked,
  };
}

it('writes to every database, whichever is away, and says each trouble once', async () => {
  const away = createPool('postgres://nobody@127.0.0.1:1/none', { applicationName: 'rates-test' });
  const { options, warnings } = rig([away, pool]);
  const job = ratesJob(options);
  await job(SIGNAL);
  await job(SIGNAL);
  expect(await readLastRatesAt(pool)).toBeGreaterThan(0);
  expect(warnings).toEqual([
    expect.stringMatching(/^chainlink:eth: the feed of BTC was last written \d+ seconds ago$/),
    expect.stringMatching(/^they could not be written \(.*ECONNREFUSED/),
  ]);
  await away.end();
});

it('ends before its first run, twice over, with its sources', async () => {
  const { options, warnings, closed } = rig([pool]);
  const stop = await startRates({ ...options, redisUrl: undefined, installation: '' });
  await Promise.all([stop(), stop()]);
  expect(closed()).toBe(2);
  expect(warnings).toEqual([]);
});

it('asks nobody where there is no source', async () => {
  const { options } = rig([pool]);
  const stop = await startRates({ ...options, sources: [], redisUrl: 'redis://127.0.0.1:1', installation: '' });
  await stop();
});

it('is done by one indexer at a time, and by each where the database of the lock is away', async () => {
  const other = createPool(database.url, { applicationName: 'rates-test' });
  const first = await takeRatesLock(pool, 'rates');
  expect(await takeRatesLock(other, 'rates')).toBeNull();
  const ofOthers = await takeRatesLock(other, 'rates of other sources');
  await first!();
  const next = await takeRatesLock(other, 'rates');
  const away = createPool('postgres://nobody@127.0.0.1:1/none', { applicationName: 'rates-test' });
  const without = await takeRatesLock(away, 'rates');
  for (const release of [ofOthers, next, without]) await release!();
  await Promise.all([other.end(), away.end()]);
});

it.runIf(redisOrSkip())('is done by one of the indexers that share a Redis', async () => {
  await pool.query('TRUNCATE chaintrail.rates');
  const redis = await RedisServer.start();
  const rigs = [rig([pool]), rig([pool])];
  const shared = { redisUrl: redis.url, installation: 'rates-test' };
  const stops = await Promise.all(rigs.map(({ options }) => startRates({ ...options, ...shared })));
  await vi.waitUntil(async () => (await readLastRatesAt(pool)) !== null, { timeout: 30_000 });
  await Promise.all(stops.map((stop) => stop()));
  await redis.end();
  expect(rigs.map(({ asked }) => asked()).sort()).toEqual([0, 1]);
});
