/** JSON whose numbers keep every digit: `JSON.parse` rounds amounts above 2^53 base units, as Dogecoin has many. */
import { parse } from 'lossless-json';

/** Nodes print amounts as decimals of a coin, zebrad those below 0.00001 with an exponent (serde_json of an f64). */
const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]([-+]?\d{1,2}))?$/;

/**
 * Ten times slower than `JSON.parse`, for answers that hold amounts.
 * @returns integers that a JavaScript number holds exactly as numbers, every other number as the text the node wrote.
 * @throws SyntaxError for text that is not JSON, RangeError for JSON that is nested too deeply
 */
export function parseExactJson(text: string): unknown {
  return parse(text, null, { parseNumber });
}

function parseNumber(text: string): number | string {
  if (!/^-?\d{1,16}$/.test(text)) return text;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/**
 * @param amount in coins, as {@link parseExactJson} gives it
 * @param decimals places between the base unit and the coin
 * @returns base units
 * @throws RangeError for what is not a number, or not a whole number of base units
 */
export function baseUnits(amount: string | number, decimals: number): bigint {
  const match = DECIMAL.exec(String(amount));
  if (!match) throw new RangeError('expected an amount as a decimal number');
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const shift = decimals + Number(exponent) - fraction.length;
  const digits = `${whole}${fraction}`;
  const kept = shift >= 0 ? digits.padEnd(digits.length + shift, '0') : digits.slice(0, shift);
  const cut = shift >= 0 ? '' : digits.slice(shift);
  if (/[1-9]/.test(cut)) throw new RangeError(`${amount} has more than ${decimals} decimals`);
  const value = BigInt(kept === '' ? '0' : kept);
  return sign === '-' ? -value : value;
}
