/** JSON-RPC's hex, with `0x`, which nothing inside has: quantities without leading zeros, data in pairs of digits. */
import { z } from 'zod';

/** A hash as the node writes it; without its `0x` from here on. */
export const hashAnswer = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'expected a hash of 64 hex digits')
  .transform((text) => text.slice(2).toLowerCase());

/** A height, count or time: safe integers only. */
export const numberAnswer = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,14}$/, 'expected a quantity below 2^56')
  .transform(Number)
  .refine(Number.isSafeInteger, 'expected a quantity below 2^53');

/** An amount in base units. */
export const amountAnswer = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/, 'expected a quantity of at most 256 bits')
  .transform((text) => BigInt(text));

/** @param value a height */
export function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}

export function hexData(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}
