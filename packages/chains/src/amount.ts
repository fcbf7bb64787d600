/**
 * Amounts in base units: a number while that is exact, a bigint beyond 2^53. Most of a chain with 18 decimals need a
 * bigint, an object that the collector has to free. Fees, gas, zeros, and nearly all of UTXO chains do not.
 */
export type Amount = number | bigint;

export function addAmounts(a: Amount, b: Amount): Amount {
  if (b === 0) return a;
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return amountOf(BigInt(a) + BigInt(b));
}

export function subtractAmounts(a: Amount, b: Amount): Amount {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return amountOf(BigInt(a) - BigInt(b));
}

export function multiplyAmounts(a: Amount, b: Amount): Amount {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product;
  }
  return amountOf(BigInt(a) * BigInt(b));
}

const LARGEST_NUMBER = BigInt(Number.MAX_SAFE_INTEGER);

/** The same amount as a number, where that is exact. */
export function amountOf(amount: bigint): Amount {
  return amount <= LARGEST_NUMBER && amount >= -LARGEST_NUMBER ? Number(amount) : amount;
}

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
