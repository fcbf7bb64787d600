import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseUnits, parseExactJson } from '../src/rpc/exact-json.js';

describe('parseExactJson', () => {
  it('keeps every digit of what a number cannot hold', () => {
    const text =
      '{"amount": 157000000000.00000001, "big": 9007199254740993, "height": 5, "tiny": 1e-8, "text": "1.50"}';
    expect(parseExactJson(text)).toEqual({
      amount: '157000000000.00000001',
      big: '9007199254740993',
      height: 5,
      tiny: '1e-8',
      text: '1.50',
    });
  });

  it('reads everything else as JSON.parse does', () => {
    const withoutNumbers = (_key: string, value: unknown) => (typeof value === 'number' ? 1 : value);
    const texts = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value, withoutNumbers));
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['', '{', '{"a":1,}', '[1 2]', 'nul', `${'['.repeat(100_000)}`])('refuses %.20s', (text) => {
    expect(() => parseExactJson(text)).toThrow();
  });
});

describe('baseUnits', () => {
  it.each([
    ['0.00000001', 1n],
    ['1', 100_000_000n],
    [1, 100_000_000n],
    ['1.10', 110_000_000n],
    ['-0.5', -50_000_000n],
    ['157000000000.00000001', 15_700_000_000_000_000_001n],
    ['1e-8', 1n],
    ['1.5E-7', 15n],
    ['2.1e7', 2_100_000_000_000_000n],
    ['0.123456780', 12_345_678n],
    ['0.000000000', 0n],
    [0, 0n],
  ])('%s', (amount, units) => {
    expect(baseUnits(amount, 8)).toBe(units);
  });

  it('is what nodes print, read backwards', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 70n }), (units) => {
        const digits = units.toString().padStart(9, '0');
        expect(baseUnits(`${digits.slice(0, -8)}.${digits.slice(-8)}`, 8)).toBe(units);
      }),
    );
  });

  it.each(['0.000000001', '1.123456789', '1e-9', '', '.', '1.', 'NaN', '0x10', '1e999', '1'.repeat(31)])(
    'refuses %s',
    (amount) => {
      expect(() => baseUnits(amount, 8)).toThrow(RangeError);
    },
  );
});
