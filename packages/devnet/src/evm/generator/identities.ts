/**
 * Addresses and hashes of a generated chain are numbers; their digits follow from the number, so that any block can be
 * written at any time without a memory of those before it.
 */

/** One of the 32-bit words that a thing's name consists of. Different numbers have different words at the same index. */
export function wordOf(salt: number, number: number, index: number): number {
  // MurmurHash3's finaliser, by Austin Appleby: every step can be undone, so no two numbers meet.
  let mixed = (Math.imul(number, 0x9e37_79b1) + Math.imul(salt, 0x85eb_ca6b) + Math.imul(index, 0xc2b2_ae35)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** What a number names. */
const KINDS = ['party', 'block', 'transaction', 'root', 'signature', 'amount', 'blob'] as const;
export type Salt = (typeof KINDS)[number];

/** What tells names of one kind from those of another, and one chain's from another's. */
export function saltsOf(seed: number): Readonly<Record<Salt, number>> {
  return Object.fromEntries(KINDS.map((kind, place) => [kind, seed * 16 + place])) as Record<Salt, number>;
}

/** Who takes part: accounts are numbered from 0 in the order of their first use, contracts from their group's base. */
export const CONTRACTS = {
  tokens: 0x8000_0000,
  collections: 0x8100_0000,
  multiTokens: 0x8200_0000,
  pools: 0x8300_0000,
  routers: 0x8400_0000,
  others: 0x8500_0000,
  inboxes: 0x8600_0000,
} as const;
/** Who proposes blocks, and who is paid withdrawals; accounts of their own. */
export const BUILDERS = 0x9000_0000;
export const VALIDATORS = 0x9100_0000;
/** The zero address: where tokens come from. */
export const NOBODY = 0xffff_ffff;

/** Wrapped Ether is the third of the tokens, behind two that are moved more often. */
export const WRAPPED = CONTRACTS.tokens + 2;

/** A transaction's number: no block has this many. */
export const TRANSACTIONS_A_BLOCK = 4096;

/** Digits of a block's hash, no prefix. */
export function blockHash(seed: number, height: number): string {
  const salt = saltsOf(seed).block;
  let text = '';
  for (let index = 0; index < 8; index++) {
    text += wordOf(salt, height, index).toString(16).padStart(8, '0');
  }
  return text;
}
