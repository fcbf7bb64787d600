/** Values in traces. There may be millions, so they are read by hand. All throw TypeError for what is none. */

export function recordIn(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('an object is missing');
  return value as Record<string, unknown>;
}

export function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('a list is missing');
  return value;
}

/** @returns 40 digits, null for no address */
export function keyIn(value: unknown): string | null {
  if (value == null) return null;
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw new TypeError('an address is none');
  return value.slice(2).toLowerCase();
}

export function amountIn(value: unknown): bigint {
  if (value == null) return 0n;
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw new TypeError('an amount is none');
  return BigInt(value);
}
