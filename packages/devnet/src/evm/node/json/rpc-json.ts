import type { Json } from '../../../node/decimal-json.js';
import { quantity } from '../../bytes/hex.js';

export type JsonRecord = { readonly [name: string]: Json };

/** A value as geth writes it: every number as a quantity, and no member that is undefined. */
function rpcJson(value: unknown): Json {
  if (typeof value === 'number' || typeof value === 'bigint') return quantity(value);
  if (Array.isArray(value)) return value.map(rpcJson);
  return typeof value === 'object' && value !== null ? rpcRecord(value) : (value as string | boolean | null);
}

export function rpcRecord(value: object): JsonRecord {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, rpcJson(member)]));
}
