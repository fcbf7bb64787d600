/**
 * Addresses and hashes of a generated chain are numbers; their digits follow from the number, so that any block can be
 * written at any time without a memory of those before it. Digits are hexadecimal and carry no prefix.
 */
import type { Random } from '../../random.js';
import { type ContractGroup, GROUPS } from './traffic-mix.js';

type NameKind = 'block' | 'transaction' | 'root' | 'builder' | 'validator' | 'account' | ContractGroup;

const KINDS = ['block', 'transaction', 'root', 'builder', 'validator', 'account', ...Object.keys(GROUPS)];
const SALTS: ReadonlyMap<string, number> = new Map(KINDS.map((kind, place) => [kind, place + 1]));
/** No block has as many. */
export const MOST_TRANSACTIONS = 4_096;
/** Accounts that exist before the first block, and that are new in each. */
const FIRST_ACCOUNTS = 5_000;
const NEW_ACCOUNTS = 115;
/** Exchanges, bots and others that send and receive all day long. */
const HOT_ACCOUNTS = 64;
/** Addresses of contracts that were named before. */
const contracts = new Map<ContractGroup, string[]>();
const scratch = Buffer.alloc(32);

/** An even number of digits, 64 at the most. */
export function digits(kind: NameKind, number: number, count: number): string {
  const salt = SALTS.get(kind)!;
  for (let word = 0; word * 8 < count; word++) scratch.writeInt32BE(mixed(salt, number, word), word * 4);
  return scratch.toString('hex', 0, count / 2);
}

/** Hash of the transaction at a place of a block. */
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

export function newAccount(height: number, random: Random): string {
  return digits('account', FIRST_ACCOUNTS + height * NEW_ACCOUNTS + random.below(NEW_ACCOUNTS), 40);
}

/** A busy one, a recent one, or one of the oldest, which get ever busier. */
export function usedAccount(height: number, random: Random): string {
  const [dice, skewed] = [random.fraction(), random.fraction()];
  const used = FIRST_ACCOUNTS + height * NEW_ACCOUNTS;
  if (dice < 0.16) return digits('account', rank(HOT_ACCOUNTS, random), 40);
  return digits(
    'account',
    dice < 0.75 ? used - 1 - Math.floor(used * skewed ** 4) : Math.floor(used * skewed ** 3),
    40,
  );
}

export function anyAccount(height: number, random: Random): string {
  return random.chance(0.8) ? newAccount(height, random) : usedAccount(height, random);
}

export function contract(group: ContractGroup, random: Random): string {
  const number = rank(GROUPS[group], random);
  const known = contracts.get(group) ?? [];
  contracts.set(group, known);
  known[number] ??= digits(group, number, 40);
  return known[number];
}

/** Below `count`: 0 as often as Zipf's law has it with exponent 1. */
function rank(count: number, random: Random): number {
  return Math.floor((count + 1) ** random.fraction()) - 1;
}
