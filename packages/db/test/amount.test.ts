import { type Amount, addAmounts, amountOf, amountOfWords } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAmount } from './support/amounts.js';

const WORD = 2n ** 32n;

/** A number exactly where that is safe, and the true value. */
function expectAmount(amount: Amount, value: bigint): void {
  const isSafe = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  expect(amount).toBe(isSafe ? Number(value) : value);
}

const word = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc.constantFrom(0, 1, 2 ** 21 - 1, 2 ** 21, 2 ** 31, 2 ** 32 - 1),
);
/** Sums of words, with either sign. */
const sum = fc
  .oneof(
    word,
    word.map((value) => -value),
    fc.maxSafeInteger(),
    fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })).map(([a, b]) => a * 2 ** 21 + b),
  )
  .map((value) => value + 0); // no minus zero

describe('an amount', () => {
  it('of two words, or of sums of words, is that of exact arithmetic', () => {
    fc.assert(
      fc.property(sum, sum, (high, low) => {
        expectAmount(amountOfWords(high, low), BigInt(high) * WORD + BigInt(low));
      }),
      { numRuns: 2_000 },
    );
  });

  it('of two words changes its form at 2^53', () => {
    for (const value of [2n ** 53n, -(2n ** 53n)]) {
      for (let offset = -3n; offset <= 3n; offset++) {
        const exact = value + offset;
        expectAmount(amountOfWords(Number(exact >> 32n), Number(exact & (WORD - 1n))), exact);
        // The same value where the low words alone came to more than a word.
        const carried = Number(exact >> 32n) - 5;
        expectAmount(amountOfWords(carried, Number((exact & (WORD - 1n)) + 5n * WORD)), exact);
      }
    }
  });

  it('of a sum is that of exact arithmetic', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, (a, b) => {
        expectAmount(amountOf(a), a);
        expectAmount(addAmounts(amountOf(a), amountOf(b)), a + b);
        expectAmount(addAmounts(addAmounts(amountOf(a), amountOf(b)), amountOf(-b)), a);
      }),
      { numRuns: 2_000 },
    );
  });

  it('may be zero, not minus zero', () => {
    for (const zero of [amountOf(0n), amountOfWords(-1, 2 ** 32), amountOfWords(1, -(2 ** 32)), addAmounts(5, -5)]) {
      expect(Object.is(zero, 0)).toBe(true);
    }
  });
});
