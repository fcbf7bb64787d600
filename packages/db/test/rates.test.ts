import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool, type Pool } from '../src/connection.js';
import { readLastRatesAt, readRates } from '../src/rates/read-rates.js';
import { type FoundRate, saveRates } from '../src/rates/save-rates.js';

/** The beginning of an hour. */
const HOUR = 1_790_002_800;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { applicationName: 'rates-test' });
});
beforeEach(() => pool.query('TRUNCATE chaintrail.rates'));
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const found = (rate: string, more: Partial<FoundRate> = {}): FoundRate => ({
  ...{ symbol: 'BTC', rate, asOf: HOUR - 10, sources: ['kraken', 'thornode'] },
  ...more,
});
const at = async (moment: number, symbol = 'BTC') => (await readRates(pool, [{ symbol, moment }]))[0] ?? null;
const kept = async () => {
  const { rows } = await pool.query<{ at: number }>('SELECT at::float8 AS at FROM chaintrail.rates ORDER BY at');
  return rows.map((row) => row.at - HOUR);
};

describe('kept rates', () => {
  it('come back as they were found', async () => {
    await saveRates(pool, HOUR, [found('67123.450000000000000001')]);
    expect(await at(HOUR)).toEqual({
      ...{ rate: '67123.450000000000000001', at: HOUR, asOf: HOUR - 10, sources: ['kraken', 'thornode'] },
    });
    await saveRates(pool, HOUR + 300, [found('100.50')]);
    expect(await at(HOUR + 300)).toMatchObject({ rate: '100.5' });
  });

  it('are the newest, and the first of each hour before', async () => {
    for (let seconds = 0; seconds <= 9_000; seconds += 300)
      await saveRates(pool, HOUR + seconds, [found(String(1 + seconds))]);
    expect(await kept()).toEqual([0, 3_600, 7_200, 9_000]);
    expect(await at(HOUR + 3_599)).toMatchObject({ rate: '1' });
    expect(await at(HOUR + 7_000)).toMatchObject({ rate: '3601' });
    expect(await at(HOUR + 99_000)).toMatchObject({ rate: '9001' });
    expect(await readLastRatesAt(pool)).toBe((HOUR + 9_000) * 1000);
  });

  it('are told of the time before a moment, never of what came after', async () => {
    await saveRates(pool, HOUR, [found('1')]);
    expect(await at(HOUR - 1)).toBeNull();
    expect(await at(HOUR, 'LTC')).toBeNull();
    const wanted = [HOUR + 5, HOUR - 5].map((moment) => ({ symbol: 'BTC', moment }));
    expect((await readRates(pool, wanted)).map((rate) => rate?.rate ?? null)).toEqual(['1', null]);
    expect(await readRates(pool, [])).toEqual([]);
  });

  it('stay where another process was faster, and where one whose clock is wrong was', async () => {
    await saveRates(pool, HOUR + 100, [found('1')]);
    await saveRates(pool, HOUR + 100, [found('2')]);
    await saveRates(pool, HOUR + 900_000_000, [found('9')]);
    for (const seconds of [200, 400, 600]) await saveRates(pool, HOUR + seconds, [found(String(seconds))]);
    expect(await kept()).toEqual([100, 600, 900_000_000]);
    expect(await at(HOUR + 700)).toMatchObject({ rate: '600' });
    expect(await at(HOUR + 150)).toMatchObject({ rate: '1' });
  });

  it('of one coin are not those of another', async () => {
    await saveRates(pool, HOUR, [found('1'), found('2', { symbol: 'LTC' })]);
    await saveRates(pool, HOUR + 300, [found('3')]);
    await saveRates(pool, HOUR + 600, [found('4')]);
    expect(await at(HOUR + 600, 'LTC')).toMatchObject({ rate: '2', at: HOUR });
    expect(await kept()).toEqual([0, 0, 600]);
  });

  it('are none without a source, of nothing, or of a time to come', async () => {
    for (const wrong of [found('0'), found('-1'), found('NaN'), found('1', { asOf: HOUR + 1 })]) {
      await expect(saveRates(pool, HOUR, [wrong]), wrong.rate).rejects.toThrow(/violates check constraint/);
    }
    await saveRates(pool, HOUR, []);
    expect(await readLastRatesAt(pool)).toBeNull();
  });
});
