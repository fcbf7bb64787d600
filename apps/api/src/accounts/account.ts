/** An account: the scripts of a descriptor as far as they are used, and their one history. No database. */
import type { Branch, Descriptor } from '@chaintrail/chains';
import { type PendingEffect, txKey } from '@chaintrail/db';
import { AccountRows, type PackedRows, txKeyAt } from './account-rows.js';

/** Blocks that are remembered, to find where a reorg left the chain that was read. */
const MOST_CHECKPOINTS = 32;
/** Memory of an address and of what finds it, of an unconfirmed transaction, and of an account without any. */
const BYTES = { address: 400, pending: 200, account: 10_000 } as const;

export interface AccountAddress {
  readonly key: Buffer;
  /** The branch, counted from 0, and the index in it. */
  readonly branch: number;
  readonly index: number;
  readonly path: string | null;
  /** `tx_key` of its first confirmed transaction; infinite without one. */
  firstUse: number;
  /** Whether an unconfirmed transaction is in its history. */
  isPending: boolean;
}

/** An unconfirmed transaction. */
export interface PendingRow {
  /** Rises with arrival. */
  readonly id: number;
  readonly delta: bigint;
  readonly gained: bigint;
}

export interface BlockPosition {
  readonly height: number;
  readonly hash: string;
}

/** One of the descriptor's, with those of its scripts that were derived. */
export class AccountBranch {
  readonly branch: Branch;
  readonly #place: number;
  readonly addresses: AccountAddress[] = [];
  /** Indexes that were derived, and those whose histories were read. */
  derived = 0;
  read = 0;

  constructor(branch: Branch, place: number) {
    this.branch = branch;
    this.#place = place;
  }

  /** @returns false where there is nothing more */
  derive(count: number): boolean {
    if (!this.branch.isRanged && this.derived > 0) return false;
    const scripts = this.branch.derive(this.derived, count);
    if (scripts.length === 0) return false;
    const known = new Set<string>();
    for (const { addressKey, index, path } of scripts) {
      if (addressKey === null) continue;
      const name = `${index} ${addressKey.toString('hex')}`;
      if (known.has(name)) continue;
      known.add(name);
      const uses = { firstUse: Number.POSITIVE_INFINITY, isPending: false };
      this.addresses.push({ key: addressKey, branch: this.#place, index, path, ...uses });
    }
    this.derived = scripts.at(-1)!.index + 1;
    return true;
  }

  /** Addresses of the indexes in a range. */
  between(from: number, below: number): AccountAddress[] {
    const each = this.derived === 0 ? 0 : this.addresses.length / this.derived;
    return this.addresses.slice(from * each, below * each);
  }

  /** How many indexes belong to the account: up to `gap` unused ones behind the last that is used. */
  endOf(gap: number): number {
    let last = -1;
    for (const address of this.addresses) {
      if (address.index > last + gap || address.index >= this.read) break;
      if (isUsed(address)) last = address.index;
    }
    return this.branch.isRanged ? last + 1 + gap : 1;
  }

  /** Reads on behind the addresses that were read, to the account's end. @returns those that belong to it */
  take(
    addresses: readonly AccountAddress[],
    gap: number,
    isInUse: (address: AccountAddress) => boolean,
  ): AccountAddress[] {
    let end = this.endOf(gap);
    const own: AccountAddress[] = [];
    for (const address of addresses) {
      if (address.index >= end) break;
      own.push(address);
      if (this.branch.isRanged && isInUse(address)) end = address.index + 1 + gap;
    }
    this.read = (own.at(-1)?.index ?? this.read - 1) + 1;
    return own;
  }

  /** The first index that nothing has paid and none behind it; null where there is one script alone. */
  nextUnused(gap: number): AccountAddress | null {
    const next = this.endOf(gap) - gap;
    return this.branch.isRanged ? (this.addresses.find(({ index }) => index === next) ?? null) : null;
  }
}

export const isUsed = ({ firstUse, isPending }: AccountAddress): boolean => isPending || Number.isFinite(firstUse);

/** Leaves branches out that have the scripts of an earlier one: sortedmulti() makes one of keys in either order. */
function distinct(branches: readonly AccountBranch[]): readonly AccountBranch[] {
  if (branches.length === 1) return branches;
  const known = new Set<string>();
  return branches.filter((branch) => {
    branch.derive(1);
    const first = branch.addresses.map(({ key }) => key.toString('hex')).join();
    return first === '' || known.size < known.add(first).size;
  });
}

export class Account {
  readonly descriptor: Descriptor;
  readonly gap: number;
  readonly branches: readonly AccountBranch[];
  /** By key in hex, of those whose histories were read. */
  readonly byKey = new Map<string, AccountAddress>();
  rows = AccountRows.NONE;
  /** Oldest first. */
  pending: readonly PendingRow[] = [];
  /** Effects of unconfirmed transactions that {@link pending} is made of. */
  effects: readonly PendingEffect[] = [];
  /** Highest id of an unconfirmed transaction that was looked at; null where the mempool was not. */
  newestId: number | null = null;
  contentVersion = -1;
  isMempoolFollowed = false;
  /** Newest first. */
  checkpoints: BlockPosition[] = [];
  /** Signs of the rows: in 1, out -1, self 0; null until somebody asks. */
  directions: { readonly rows: AccountRows; readonly signs: Int8Array } | null = null;
  /** Ends when what is being read for it is. */
  turn: Promise<unknown> = Promise.resolve();

  constructor(descriptor: Descriptor, gap: number) {
    this.descriptor = descriptor;
    this.gap = gap;
    this.branches = distinct(descriptor.branches.map((branch, place) => new AccountBranch(branch, place)));
  }

  /** The block up to which histories were read; null before that. */
  get position(): BlockPosition | null {
    return this.checkpoints[0] ?? null;
  }

  get bytes(): number {
    const addresses = this.branches.reduce((sum, { addresses: { length } }) => sum + length, 0);
    return BYTES.account + addresses * BYTES.address + this.effects.length * BYTES.pending + this.rows.bytes;
  }

  /** Addresses whose histories were read, by branch and index. */
  get addresses(): AccountAddress[] {
    return this.branches.flatMap((branch) => branch.between(0, Math.min(branch.endOf(this.gap), branch.read)));
  }

  /** Keys of addresses that are used: others have neither transactions nor outputs. */
  get usedKeys(): Buffer[] {
    return [...this.byKey.values()].filter(isUsed).map(({ key }) => key);
  }

  /** Forgets what was read, not what was derived. */
  reset(): void {
    this.rows = AccountRows.NONE;
    this.checkpoints = [];
    this.directions = null;
    this.setPending([]);
    this.newestId = null;
    this.byKey.clear();
    for (const branch of this.branches) {
      branch.read = 0;
      for (const address of branch.addresses) address.firstUse = Number.POSITIVE_INFINITY;
    }
  }

  /** Forgets blocks above a height, whose block is one of the {@link checkpoints}. */
  cut(height: number): void {
    const end = txKey(height + 1, 0);
    this.rows = this.rows.below(end);
    this.directions = null;
    this.checkpoints = this.checkpoints.filter((checkpoint) => checkpoint.height <= height);
    for (const address of this.byKey.values()) if (address.firstUse >= end) address.firstUse = Number.POSITIVE_INFINITY;
    // Transactions of those blocks wait again, under ids that may be lower.
    this.newestId = null;
  }

  /** Leaves out addresses behind a gap that a reorg or the mempool made. @returns false where one had a history */
  trim(): boolean {
    for (const branch of this.branches) {
      const end = branch.endOf(this.gap);
      if (end >= branch.read) continue;
      const over = branch.between(end, branch.read);
      if (over.some(isUsed)) {
        this.reset();
        return false;
      }
      for (const { key } of over) this.byKey.delete(key.toString('hex'));
      branch.read = end;
    }
    return true;
  }

  add(packed: readonly (readonly [AccountAddress, PackedRows])[]): void {
    if (packed.length === 0) return;
    for (const [address, rows] of packed) address.firstUse = Math.min(address.firstUse, txKeyAt(rows, 0));
    this.rows = this.rows.with(packed.map(([, rows]) => rows));
    this.directions = null;
  }

  reached(position: BlockPosition): void {
    if (this.position?.hash === position.hash) return;
    this.checkpoints = [position, ...this.checkpoints].slice(0, MOST_CHECKPOINTS);
  }

  /** @param found in any order; one may be there twice, where it came between two looks */
  setPending(found: readonly PendingEffect[]): void {
    for (const { key } of this.effects) this.#markPending(key, false);
    const effects = [...new Map(found.map((effect) => [`${effect.id} ${effect.key}`, effect])).values()];
    const rows = new Map<number, PendingRow>();
    for (const { id, key, delta, gained } of effects) {
      this.#markPending(key, true);
      const { delta: sum = 0n, gained: all = 0n } = rows.get(id) ?? {};
      rows.set(id, { id, delta: sum + BigInt(delta), gained: all + BigInt(gained) });
    }
    this.effects = effects;
    this.pending = [...rows.values()].sort((a, b) => a.id - b.id);
  }

  #markPending(key: string, isPending: boolean): void {
    const address = this.byKey.get(key);
    if (address) address.isPending = isPending;
  }
}
