import { expect, test } from 'vitest';
import { percentiles, spread, textTable } from '../src/harness/figures.js';

test('percentiles are times that were measured, whatever their order', () => {
  const times = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentiles(times)).toEqual({ p50Ms: 101, p99Ms: 199 });
  expect(spread(times)).toEqual({ p50Ms: 101, p99Ms: 199, maxMs: 200 });
  expect(spread([3.00049])).toEqual({ p50Ms: 3, p99Ms: 3, maxMs: 3 });
});

test('columns of a table are as wide as their widest cell', () => {
  const rows = [
    ['part', 'ms'],
    ['idle', '1,000'],
    ['a longer one', '1'],
  ];
  expect(textTable(rows).split('\n')).toEqual(['part             ms', 'idle          1,000', 'a longer one      1']);
});
