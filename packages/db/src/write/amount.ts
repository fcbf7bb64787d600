/**
 * Amounts in base units: a number while that is exact, a bigint beyond 2^53. Nearly every amount is a number, which costs
 * nothing, where a bigint each is an allocation each; sums and Dogecoin's larger outputs need the other form.
 */
export type Amount = number | bigint;

const WORD = 2 ** 32;
const BIG_WORD = 2n ** 32n;

/** `high · 2^32 + low`, of words or of sums of words: both are whole numbers below 2^53 and may be negative. */
export function amountOfWords(high: number, low: number): Amount {
  // Both terms are exact, so a sum that comes out safe is the true one.
  const sum = high * WORD + low;
  return Number.isSafeInteger(sum) ? sum : BigInt(high) * BIG_WORD + BigInt(low);
}

export function addAmounts(a: Amount, b: Amount): Amount {
  if (b === 0) return a;
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return amountOf(BigInt(a) + BigInt(b));
}

/** The form that an amount has here. */
export function amountOf(value: bigint): Amount {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}
