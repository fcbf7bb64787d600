/**
 * Arithmetic on {@link AccountAmount}s. Most amounts of a chain with 18 decimals need a bigint, an object that the
 * collector has to free. Fees, gas and zeros do not: numbers stay numbers while that is exact.
 */
import type { AccountAmount } from './account-block.js';

export function addAmounts(a: AccountAmount, b: AccountAmount): AccountAmount {
  if (b === 0) return a;
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return smallest(BigInt(a) + BigInt(b));
}

export function subtractAmounts(a: AccountAmount, b: AccountAmount): AccountAmount {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return smallest(BigInt(a) - BigInt(b));
}

export function multiplyAmounts(a: AccountAmount, b: AccountAmount): AccountAmount {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product;
  }
  return smallest(BigInt(a) * BigInt(b));
}

const LARGEST_NUMBER = BigInt(Number.MAX_SAFE_INTEGER);

/** The same amount as a number, where that is exact. */
export function smallest(amount: bigint): AccountAmount {
  return amount <= LARGEST_NUMBER && amount >= -LARGEST_NUMBER ? Number(amount) : amount;
}
