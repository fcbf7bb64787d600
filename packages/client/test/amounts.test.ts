import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '../src/index.js';

const decimals = fc.integer({ min: 0, max: 30 });

it('amounts come back as they were, of any size and either sign', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }), decimals, (units, places) => {
      const text = formatAmount(units, places);
      expect(parseAmount(text, places)).toBe(units);
      expect(formatAmount(String(units), places)).toBe(text);
      // The same as by division, which is another way to the same figure.
      const scale = 10n ** BigInt(places);
      const [whole, fraction = ''] = text.replace('-', '').split('.');
      const size = units < 0n ? -units : units;
      expect(BigInt(whole!)).toBe(size / scale);
      expect(BigInt(fraction.padEnd(places, '0') || '0')).toBe(size % scale);
      expect(text).not.toMatch(/\.\d*0$|\.$|^-0$/);
    }),
  );
});

describe('parseAmount', () => {
  it.each([
    ['1.5', 8, 150_000_000n],
    ['0.00000001', 8, 1n],
    ['-0.5', 1, -5n],
    ['1.50', 1, 15n],
    ['007', 0, 7n],
    ['-0', 8, 0n],
    ['115792089237316195423570985008687907853269984665640564039457.584007913129639935', 18, 2n ** 256n - 1n],
  ])('reads %s', (text, places, units) => expect(parseAmount(text, places)).toBe(units));

  it.each(['', ' 1', '1 ', '+1', '.5', '1.', '1e3', '0x10', '1,5', '1_000', '١', '1\n', '--1', 'NaN', 'Infinity'])(
    'refuses %j',
    (text) => expect(() => parseAmount(text, 8)).toThrow(RangeError),
  );

  it('refuses what is finer than a base unit rather than rounding it', () => {
    expect(() => parseAmount('0.000000001', 8)).toThrow('at most 8 decimal places');
    expect(() => parseAmount('0.1', 0)).toThrow(RangeError);
  });

  it('refuses what is no text, too long, or has no sensible decimal places', () => {
    for (const value of [1.5, 10n, null, undefined, {}, ['1']])
      expect(() => parseAmount(value as string, 8)).toThrow(RangeError);
    expect(() => parseAmount('9'.repeat(10_000_000), 8)).toThrow(RangeError);
    for (const places of [-1, 0.5, Number.NaN, 256, '8', null, undefined])
      expect(() => parseAmount('1', places as number)).toThrow('decimal places');
  });
});

describe('formatAmount', () => {
  it.each([
    ['150000000', 8, '1.5'],
    ['100000000', 8, '1'],
    ['-1', 8, '-0.00000001'],
    ['0', 8, '0'],
    ['123', 0, '123'],
  ])('writes %s with %i decimal places', (units, places, text) => expect(formatAmount(units, places)).toBe(text));

  it.each(['', '1.5', '-0', '01', '1e3', ' 1', '+1', '1\n', '9'.repeat(401), 150, 1e21, null, undefined, {}])(
    'refuses %j',
    (units) => expect(() => formatAmount(units as string, 8)).toThrow(RangeError),
  );
});
