/**
 * Addresses and hashes of a generated chain are numbers; their digits follow from the number, so that any block can be
 * written at any time without a memory of those before it. Digits are hexadecimal and carry no prefix.
 */
import { type ContractGroup, GROUPS } from './traffic-mix.js';

type NameKind = 'block' | 'transaction' | 'root' | 'builder' | 'validator' | 'account' | ContractGroup;

const KINDS = ['block', 'transaction', 'root', 'builder', 'validator', 'account', ...Object.keys(GROUPS)];
const SALTS: ReadonlyMap<string, number> = new Map(KINDS.map((kind, place) => [kind, place + 1]));
/** No block has as many. */
export const MOST_TRANSACTIONS = 4_096;
const scratch = Buffer.alloc(32);

/** An even number of digits, 64 at the most. */
export function digits(kind: NameKind, number: number, count: number): string {
  const salt = SALTS.get(kind)!;
  for (let word = 0; word * 8 < count; word++) scratch.writeInt32BE(mixed(salt, number, word), word * 4);
  return scratch.toString('hex', 0, count / 2);
}

/** Of the transaction at a place of a block. */
export function hashOf(height: number, index: number): string {
  return digits('transaction', height * MOST_TRANSACTIONS + index, 64);
}

/** MurmurHash3's finaliser, by Austin Appleby: every step can be undone, so no two numbers meet. */
function mixed(salt: number, number: number, word: number): number {
  let mix = (Math.imul(number, 0x9e37_79b1) + Math.imul(salt, 0x85eb_ca6b) + Math.imul(word, 0xc2b2_ae35)) | 0;
  mix = Math.imul(mix ^ (mix >>> 16), 0x85eb_ca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2_ae35);
  return mix ^ (mix >>> 16);
}
