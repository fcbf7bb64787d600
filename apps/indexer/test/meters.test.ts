import { expect, it } from 'vitest';
import { RateMeter } from '../src/follow/meters.js';

it('measures between samples, forgets old ones, and says nothing before it can', () => {
  const meter = new RateMeter();
  expect(meter.rates(0)).toEqual({ blocksPerSecond: null, transactionsPerSecond: null });
  meter.count(100, 5_000, 1_000);
  expect(meter.rates(2_000)).toEqual({ blocksPerSecond: null, transactionsPerSecond: null });
  meter.count(10, 300, 2_000);
  meter.count(20, 900, 3_000);
  expect(meter.rates(3_000)).toEqual({ blocksPerSecond: 15, transactionsPerSecond: 600 });
  meter.count(4, 8, 200_000);
  expect(meter.rates(200_000)).toEqual({ blocksPerSecond: null, transactionsPerSecond: null });
});
