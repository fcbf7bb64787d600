import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combine, type SourcedQuote } from '../src/rates/collect-rates.js';
import { medianOf, priceOfRatio, priceOfText, priceOfUnits, textOfPrice } from '../src/rates/price.js';

const quote = (source: string, price: string, more: Partial<SourcedQuote> = {}): SourcedQuote => ({
  ...{ source, symbol: 'BTC', price: priceOfText(price)!, asOf: 1_000, band: 50n },
  ...more,
});

describe('prices', () => {
  it('are exact, whatever their digits', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 27n), (price) => {
        expect(priceOfText(textOfPrice(price))).toBe(price);
      }),
      { seed: 7 },
    );
    expect(textOfPrice(priceOfText('67123.45')!)).toBe('67123.45');
    expect(textOfPrice(priceOfText('0.10000000000000000009')!)).toBe('0.1');
    expect(textOfPrice(priceOfUnits(6_712_345_000_000n, 8)!)).toBe('67123.45');
    expect(textOfPrice(priceOfRatio(priceOfText('2')!, 1n, 4n)!)).toBe('0.5');
  });

  it('are none where a source says something else', () => {
    const none = [
      '',
      '0',
      '0.0',
      '-1',
      '+1',
      '1e5',
      '1,5',
      ' 1',
      '1.',
      '.5',
      'NaN',
      'Infinity',
      '0x10',
      '1000000000.1',
    ];
    for (const text of none) expect(priceOfText(text), text).toBeNull();
    expect(priceOfUnits(0n, 8)).toBeNull();
    expect(priceOfUnits(-1n, 8)).toBeNull();
    expect(priceOfUnits(1n, 19)).toBeNull();
    expect(priceOfRatio(1n, 1n, 0n)).toBeNull();
    expect(medianOf([])).toBeNull();
  });
});

describe('the rate that sources make', () => {
  it('is the median of them, with the newest of their times', () => {
    const quotes = [quote('b', '100.2'), quote('a', '100', { asOf: 1_200 }), quote('c', '100.1')];
    expect(combine(quotes)).toEqual({
      rates: [{ symbol: 'BTC', rate: '100.1', asOf: 1_200, sources: ['a', 'b', 'c'] }],
      problems: [],
    });
  });

  it('is the mean of two that agree', () => {
    expect(combine([quote('a', '100'), quote('b', '101')]).rates[0]?.rate).toBe('100.5');
  });

  it('says that one source is one', () => {
    expect(combine([quote('a', '100')]).rates).toEqual([{ symbol: 'BTC', rate: '100', asOf: 1_000, sources: ['a'] }]);
  });

  it('is made without who lies, high or low', () => {
    for (const lie of ['1', '98.4', '101.6', '999999']) {
      const { rates, problems } = combine([quote('a', '100'), quote('liar', lie), quote('b', '100')]);
      expect(rates, lie).toEqual([{ symbol: 'BTC', rate: '100', asOf: 1_000, sources: ['a', 'b'] }]);
      expect(problems[0], lie).toMatch(/left out liar/);
    }
  });

  it('keeps who is just within its band and a percent', () => {
    const wide = { band: 200n };
    expect(combine([quote('a', '100'), quote('b', '100'), quote('c', '103', wide)]).rates[0]?.sources).toHaveLength(3);
    expect(combine([quote('a', '100'), quote('b', '100'), quote('c', '103.01', wide)]).rates[0]?.sources).toHaveLength(
      2,
    );
  });

  it('is none where nobody can tell who is right', () => {
    for (const prices of [
      ['100', '110'],
      ['100', '110', '120'],
      ['100', '100', '120', '120'],
    ]) {
      const { rates, problems } = combine(prices.map((price, at) => quote(String(at), price)));
      expect(problems[0], prices.join()).toMatch(/contradict/);
      expect(rates, prices.join()).toEqual([]);
    }
  });

  it('never lies outside of what a majority says, however the others lie', () => {
    const honest = fc.array(fc.bigInt(99_900n, 100_100n), { minLength: 3, maxLength: 5 });
    const lies = fc.array(fc.bigInt(1n, 10n ** 9n), { maxLength: 2 });
    fc.assert(
      fc.property(honest, lies, (truth, lies) => {
        const quotes = [...truth, ...lies].map((price, at) => quote(String(at), '1', { price }));
        for (const { rate } of combine(quotes).rates) {
          const price = priceOfText(rate)!;
          expect(price >= 98_000n && price <= 102_000n, rate).toBe(true);
        }
      }),
      { seed: 11 },
    );
  });

  it('is of each coin by itself', () => {
    const quotes = [quote('a', '100'), quote('a', '5', { symbol: 'LTC' })];
    expect(combine(quotes).rates.map(({ symbol, rate }) => [symbol, rate])).toEqual([
      ['BTC', '100'],
      ['LTC', '5'],
    ]);
  });
});
