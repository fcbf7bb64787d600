/** Checks of arguments before they become part of a request. */
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

/** @throws RangeError */
export function requireHeight(height: number): void {
  if (!Number.isSafeInteger(height) || height < 0) throw new RangeError(`not a height: ${height}`);
}
