/**
 * JSON of bitcoind-dialect nodes without floats: amounts are printed as decimals of a coin ("0.10000000"), which
 * JSON.parse would round. Node 20 offers no access to the source text of a number, so decimals are quoted first.
 */

const STRING_OR_DECIMAL = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)/g;

/** Parses JSON, giving every number with a decimal point or an exponent as the string the node wrote. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text.replace(STRING_OR_DECIMAL, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** @returns base units of a decimal amount with at most eight places, e.g. 10000000n for "0.1". */
export function baseUnits(decimal: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(decimal);
  if (!match) throw new RangeError(`${decimal} is not an amount with at most eight decimals`);
  const [, sign, whole, fraction = ''] = match;
  const value = BigInt(`${whole}${fraction.padEnd(8, '0')}`);
  return sign === '-' ? -value : value;
}

/** @returns the amount in coins, as nodes accept it in place of a number. */
export function coins(units: bigint): string {
  const digits = units.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
