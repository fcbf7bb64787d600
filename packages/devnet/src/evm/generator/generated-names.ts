/**
 * Addresses and hashes of a generated chain are numbers; their digits follow from the number, so that any block can be
 * written at any time without a memory of those before it. Digits are hexadecimal and carry no prefix.
 */

const scratch = Buffer.alloc(32);
const KINDS = ['party', 'block', 'transaction', 'root', 'signature', 'amount', 'blob'] as const;
type NameKind = (typeof KINDS)[number];

/**
 * Who takes part: accounts are numbered from 0 in the order of their first use, contracts from their group's first, the busiest
 * ones before the others.
 */
export const CONTRACTS = {
  tokens: { first: 0x8000_0000, count: 4_000 },
  collections: { first: 0x8100_0000, count: 1_500 },
  multiTokens: { first: 0x8200_0000, count: 300 },
  pools: { first: 0x8300_0000, count: 6_000 },
  routers: { first: 0x8400_0000, count: 24 },
  others: { first: 0x8500_0000, count: 8_000 },
  inboxes: { first: 0x8600_0000, count: 40 },
} as const;
export type ContractGroup = keyof typeof CONTRACTS;
/** Wrapped Ether, behind two tokens that are moved more often. */
export const WRAPPED = CONTRACTS.tokens.first + 2;
/** Who proposes blocks, and who is paid withdrawals; accounts of their own. */
export const BUILDERS = 0x9000_0000;
export const VALIDATORS = 0x9100_0000;
/** The zero address: where tokens come from. */
export const NOBODY = 0xffff_ffff;

/** Writes the names of one chain. */
export class GeneratedNames {
  /** What tells names of one kind from those of another, and one chain's from another's. */
  private readonly salts: Readonly<Record<NameKind, number>>;

  constructor(seed: number) {
    this.salts = Object.fromEntries(KINDS.map((kind, place) => [kind, seed * 16 + place])) as Record<NameKind, number>;
  }

  /** 64 digits. */
  hash(kind: NameKind, number: number): string {
    return this.words(kind, number, 8);
  }

  /** The 40 digits of somebody's address. */
  party(number: number): string {
    return number === NOBODY ? '0'.repeat(40) : this.words('party', number, 5);
  }

  /** So many digits, 64 at the most, that do not begin with 0; which, another number says. */
  digits(count: number, which: number): string {
    const salt = this.salts.amount;
    for (let done = 0; done < count; done += 8) {
      scratch.writeInt32BE(wordOf(salt, which, done) | (done === 0 ? 1 << 28 : 0), done / 2);
    }
    const text = scratch.toString('hex', 0, (count + 1) >> 1);
    return count % 2 === 0 ? text : text.slice(0, count);
  }

  /** 32 bytes of which the last so many digits are not 0. */
  padded(count: number, which: number): string {
    return this.digits(count, which).padStart(64, '0');
  }

  private words(kind: NameKind, number: number, count: number): string {
    const salt = this.salts[kind];
    for (let index = 0; index < count; index++) scratch.writeInt32BE(wordOf(salt, number, index), index * 4);
    return scratch.toString('hex', 0, count * 4);
  }
}

/** One of the 32-bit words that a name consists of. Different numbers have different words at the same index. */
function wordOf(salt: number, number: number, index: number): number {
  // MurmurHash3's finaliser, by Austin Appleby: every step can be undone, so no two numbers meet.
  let mixed = (Math.imul(number, 0x9e37_79b1) + Math.imul(salt, 0x85eb_ca6b) + Math.imul(index, 0xc2b2_ae35)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return mixed ^ (mixed >>> 16);
}
