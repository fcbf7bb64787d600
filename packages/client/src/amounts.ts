/**
 * Amounts between people and base units, exactly. What is no plain decimal number is refused, never rounded or guessed
 * at.
 */

/** More than any amount has: 2^256 has 78 digits, and a token at most 255 decimal places (ERC-20: uint8). */
const MAX_LENGTH = 400;
const MAX_DECIMALS = 255;

/**
 * Base units of an amount in whole coins: `parseAmount('1.5', 8)` is `150000000n`.
 * @param decimals decimal places of the asset, as answers tell them
 * @throws RangeError for what is no plain decimal number, or is finer than a base unit
 */
export function parseAmount(text: string, decimals: number): bigint {
  requireDecimals(decimals);
  const match = typeof text === 'string' && text.length <= MAX_LENGTH ? /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) : null;
  if (match === null) throw new RangeError('expected an amount in plain digits, such as 1.5');
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals) throw new RangeError(`expected an amount of at most ${decimals} decimal places`);
  const units = BigInt(whole + digits.padEnd(decimals, '0'));
  return sign === '-' ? -units : units;
}

/**
 * An amount of an answer in whole coins: `formatAmount('150000000', 8)` is `'1.5'`.
 * @param amount base units, as a decimal string or a bigint
 * @param decimals decimal places of the asset, as answers tell them
 * @throws RangeError for what is no whole number in plain digits
 */
export function formatAmount(amount: string | bigint, decimals: number): string {
  requireDecimals(decimals);
  const text = typeof amount === 'bigint' ? amount.toString() : amount;
  const match = typeof text === 'string' && text.length <= MAX_LENGTH ? /^(-?)(0|[1-9]\d*)$/.exec(text) : null;
  const [, sign = '', digits = ''] = match ?? [];
  if (match === null || text === '-0') throw new RangeError('expected an amount in base units, as decimal digits');
  const padded = digits.padStart(decimals + 1, '0');
  const point = padded.length - decimals;
  const fraction = padded.slice(point).replace(/0+$/, '');
  return `${sign}${padded.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}

function requireDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS)
    throw new RangeError(`expected decimal places from 0 to ${MAX_DECIMALS}`);
}
