/**
 * Amounts in base units: a number while that is exact, a bigint beyond 2^53. Nearly every amount is a number, which
 * takes no allocation. Sums and Dogecoin's larger outputs need a bigint.
 */
import { type AccountAmount, addAmounts, smallest } from '@chaintrail/chains';

export type Amount = AccountAmount;

export { addAmounts, smallest as amountOf };

const WORD = 2 ** 32;
const BIG_WORD = 2n ** 32n;

/** `high · 2^32 + low`, of words or of sums of words: both are whole numbers below 2^53 and may be negative. */
export function amountOfWords(high: number, low: number): Amount {
  // Both terms are exact, so a sum that comes out safe is the true one.
  const sum = high * WORD + low;
  return Number.isSafeInteger(sum) ? sum : BigInt(high) * BIG_WORD + BigInt(low);
}

/** The memory of 64-bit values as their words: reading a BigInt64Array makes a bigint of each. */
export function wordsOf(values: BigInt64Array): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
}
