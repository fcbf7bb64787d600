import { describe, expect, it } from 'vitest';
import { coins, dollars, grouped, heightOrTime, percent, plural, span } from '../src/format.js';

describe('amounts', () => {
  it.each([
    ['0', 8, '0'],
    ['1', 18, '0.000000000000000001'],
    ['150000000', 8, '1.5'],
    ['-150000000', 8, '−1.5'],
    ['2100000000000000', 8, '21,000,000'],
    // More digits than a float has.
    ['123456789012345678901234567890', 18, '123,456,789,012.34567890123456789'],
    ['1000', 0, '1,000'],
    ['1000', null, '1,000'],
  ])('%s with %s decimal places', (amount, decimals, expected) => {
    expect(coins(amount, decimals)).toBe(expected);
  });

  it('says which way they go', () => {
    expect(coins('5', 0, { signed: true })).toBe('+5');
    expect(coins('-5', 0, { signed: true })).toBe('−5');
    expect(coins('0', 0, { signed: true })).toBe('0');
  });

  it('are refused where they are none', () => {
    expect(() => coins('1.5', 8)).toThrow(RangeError);
    expect(() => coins('', 8)).toThrow(RangeError);
  });
});

it.each([
  ['67123.45', '$67,123.45'],
  ['1234567.899', '$1,234,567.89'],
  ['2', '$2.00'],
  ['-94622.1378', '−$94,622.13'],
  ['0.00001234567', '$0.00001234'],
  ['0', '$0'],
])('%s US dollars', (value, expected) => expect(dollars(value)).toBe(expected));

it('groups digits before the point alone', () => {
  expect(grouped('1234567.1234567')).toBe('1,234,567.1234567');
  expect(grouped(999)).toBe('999');
  expect(grouped(10n ** 21n)).toBe('1,000,000,000,000,000,000,000');
});

it('tells spans in the unit that suits', () => {
  expect([-3, 0, 119, 120, 7_199, 7_200, 172_800, 200_000_000].map(span)).toEqual([
    ...['0 s', '0 s', '119 s', '2 min', '119 min', '2 h', '2 d', '2,314 d'],
  ]);
});

it('calls nothing done that is not', () => {
  expect([0, 0.5, 0.9999, 1].map(percent)).toEqual(['0.0 %', '50.0 %', '99.9 %', '100.0 %']);
});

it('counts', () => expect([plural(1, 'block'), plural(2_000, 'block')]).toEqual(['1 block', '2,000 blocks']));

it('reads heights and days', () => {
  expect(heightOrTime('840000')).toEqual({ height: 840_000 });
  expect(heightOrTime('1700000000')).toEqual({ height: 1_700_000_000 });
  const at = (text: string) => ({ time: new Date(text).getTime() / 1_000 });
  expect(heightOrTime('2026-01-31')).toEqual(at('2026-01-31T00:00:00'));
  expect(heightOrTime('2026-01-31', { endOfDay: true })).toEqual(at('2026-01-31T23:59:59'));
  for (const text of ['', 'x', '2026-13-01', '2026-02-29', '2026-00-01', '2026-01-00', '-5', '12345678901'])
    expect(heightOrTime(text)).toEqual({});
});
