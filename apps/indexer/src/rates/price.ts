/** Prices as integers: US dollars per whole coin times 10^18. No price is ever a floating-point number. */

const PRICE_DECIMALS = 18;
const ONE = 10n ** BigInt(PRICE_DECIMALS);
/** Nothing that has a rate costs a billion dollars; a figure beyond is a source gone mad. */
const MOST = 10n ** 9n * ONE;

/** @returns null for what is no plain decimal above 0, such as "1e5"; digits beyond the 18th are cut off */
export function priceOfText(text: string): bigint | null {
  const parts = /^(\d{1,18})(?:\.(\d{1,40}))?$/.exec(text);
  if (parts === null) return null;
  const [, whole = '', fraction = ''] = parts;
  return sane(BigInt(whole) * ONE + BigInt(fraction.slice(0, PRICE_DECIMALS).padEnd(PRICE_DECIMALS, '0')));
}

/** Price of an integer with so many decimals. @returns null for what is not above 0 */
export function priceOfUnits(units: bigint, decimals: number): bigint | null {
  if (decimals > PRICE_DECIMALS) return null;
  return sane(units * 10n ** BigInt(PRICE_DECIMALS - decimals));
}

/** A price times a ratio, rounded down. @returns null without one */
export function priceOfRatio(price: bigint, numerator: bigint, denominator: bigint): bigint | null {
  return denominator > 0n ? sane((price * numerator) / denominator) : null;
}

/** "67123.45" */
export function textOfPrice(price: bigint): string {
  const fraction = (price % ONE).toString().padStart(PRICE_DECIMALS, '0').replace(/0+$/, '');
  return `${price / ONE}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The middle price; of an even number the mean of the middle two, rounded down. @returns null of none */
export function medianOf(prices: readonly bigint[]): bigint | null {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2n;
}

function sane(price: bigint): bigint | null {
  return price > 0n && price <= MOST ? price : null;
}
