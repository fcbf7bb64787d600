/** Checks of the arguments of node clients, which become part of requests. */
import { quoteForeign } from './rpc-errors.js';

/** A block hash or txid in display form. */
export const HASH_PATTERN = /^[0-9a-f]{64}$/;

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH_PATTERN.test(value);
}

/** @param what "block hash", "txid" @throws RangeError */
export function requireHash(what: string, hash: string): void {
  if (!isHash(hash)) throw new RangeError(`not a ${what}: ${quoteForeign(hash, 80)}`);
}

/** @throws RangeError for what is no signed transaction in hex */
export function requireHexPairs(hex: string): void {
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex)) throw new RangeError('a transaction is hex digits in pairs');
}

/** @throws RangeError */
export function requireHeight(height: number): void {
  if (!Number.isSafeInteger(height) || height < 0) throw new RangeError(`not a height: ${height}`);
}

/** @throws RangeError */
export function positive(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new RangeError(`${name} must be a positive integer, not ${value}`);
  return value;
}
