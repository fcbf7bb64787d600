/**
 * Addresses in ICAP's form: XE, two check digits, the address in base 36. "Direct" ones have 30 such digits, which not
 * all addresses fit into; "basic" ones 31. Source: ethereum/wiki "ICAP: Inter exchange Client Address Protocol"; check
 * digits: ISO 13616 (IBAN).
 */
import { EVM_ADDRESS_BYTES } from './evm-address.js';

export type IcapResult =
  | { readonly kind: 'address'; readonly key: Buffer }
  /** It names an account of an institution, which only a registry could tell the address of. */
  | { readonly kind: 'indirect' }
  | { readonly kind: 'bad-checksum' }
  | { readonly kind: 'bad-address' }
  | null;

const ICAP = /^XE([0-9]{2})([0-9A-Z]{30,31})$/;
const INDIRECT = /^XE[0-9]{2}[A-Z]{3}[0-9A-Z]{13}$/;
const CHECK_MODULUS = 97n;

/** @returns null for what is not in this form */
export function decodeIcap(text: string): IcapResult {
  const upper = text.toUpperCase();
  if (INDIRECT.test(upper)) return { kind: 'indirect' };
  const [, check, digits] = ICAP.exec(upper) ?? [];
  if (check === undefined || digits === undefined) return null;
  // The first four characters go to the end, and letters become the numbers from 10 to 35.
  const expanded = [...`${digits}XE${check}`].map((digit) => Number.parseInt(digit, 36)).join('');
  if (BigInt(expanded) % CHECK_MODULUS !== 1n) return { kind: 'bad-checksum' };
  const hex = [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n).toString(16);
  if (hex.length > 2 * EVM_ADDRESS_BYTES) return { kind: 'bad-address' };
  return { kind: 'address', key: Buffer.from(hex.padStart(2 * EVM_ADDRESS_BYTES, '0'), 'hex') };
}
