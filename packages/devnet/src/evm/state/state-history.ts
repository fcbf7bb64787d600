/** Holdings of accounts and contracts after every block of the active chain. */
import type { Hex } from '../bytes/hex.js';

/** Never changed: whoever changes an account writes another one. */
export interface AccountRecord {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly code: Uint8Array;
  readonly codeHash: Uint8Array;
}

/** Writes of a block, by address and by {@link slotKey}. */
export interface Writes {
  readonly accounts: ReadonlyMap<Hex, AccountRecord>;
  readonly slots: ReadonlyMap<string, Uint8Array>;
}

/** @param slot 32 bytes */
export function slotKey(address: Hex, slot: Hex): string {
  return `${address}.${slot}`;
}

/** Remembers which value each key had at every height. */
class Versions<V> {
  private readonly versions = new Map<string, { readonly height: number; readonly value: V }[]>();

  /** @param height by default that of the tip */
  get(key: string, height = Number.POSITIVE_INFINITY): V | undefined {
    return this.versions.get(key)?.findLast((version) => version.height <= height)?.value;
  }

  /** Keys that have a value, in the order in which they first had one. */
  keys(): IterableIterator<string> {
    return this.versions.keys();
  }

  push(height: number, values: ReadonlyMap<string, V>): void {
    for (const [key, value] of values) {
      const known = this.versions.get(key);
      if (known) known.push({ height, value });
      else this.versions.set(key, [{ height, value }]);
    }
  }

  /** Takes the newest value of each of these keys back. */
  pop(keys: Iterable<string>): void {
    for (const key of keys) {
      const known = this.versions.get(key) ?? [];
      known.pop();
      if (known.length === 0) this.versions.delete(key);
    }
  }
}

export class StateHistory {
  private readonly accounts = new Versions<AccountRecord>();
  private readonly slots = new Versions<Uint8Array>();
  /** By height. */
  private readonly blocks: Writes[] = [];

  /** @param height by default that of the tip */
  account(address: Hex, height?: number): AccountRecord | undefined {
    return this.accounts.get(address, height);
  }

  balance(address: Hex, height?: number): bigint {
    return this.account(address, height)?.balance ?? 0n;
  }

  nonce(address: Hex): number {
    return Number(this.account(address)?.nonce ?? 0n);
  }

  hasCode(address: Hex): boolean {
    return (this.account(address)?.code.length ?? 0) > 0;
  }

  slot(key: string, height?: number): Uint8Array {
    return this.slots.get(key, height) ?? new Uint8Array();
  }

  /** All that ever had an account. */
  addresses(): IterableIterator<Hex> {
    return this.accounts.keys();
  }

  /** Adds what the next block wrote. */
  append(writes: Writes): void {
    const height = this.blocks.push(writes) - 1;
    this.accounts.push(height, writes.accounts);
    this.slots.push(height, writes.slots);
  }

  /** Takes back what the newest block wrote. */
  removeLast(): void {
    const writes = this.blocks.pop();
    this.accounts.pop(writes?.accounts.keys() ?? []);
    this.slots.pop(writes?.slots.keys() ?? []);
  }
}
