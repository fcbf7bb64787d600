/** What accounts and contracts held after every block of the active chain. */
import type { Hex } from '../bytes/hex.js';
import { VersionedMap } from './versioned-map.js';

/** Never changed: whoever changes an account writes another one. */
export interface AccountRecord {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly code: Uint8Array;
  readonly codeHash: Uint8Array;
}

/** What a block wrote, by address and by {@link slotKey}. */
export interface Writes {
  readonly accounts: ReadonlyMap<Hex, AccountRecord>;
  readonly slots: ReadonlyMap<string, Uint8Array>;
}

/** @param slot 32 bytes */
export function slotKey(address: Hex, slot: Hex): string {
  return `${address}.${slot}`;
}

export class ChainState {
  private readonly accounts = new VersionedMap<AccountRecord>();
  private readonly slots = new VersionedMap<Uint8Array>();

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

  /** @returns what takes the block's writes back; blocks go in the opposite order */
  append(height: number, { accounts, slots }: Writes): () => void {
    const undo = [
      ...[...accounts].map(([address, account]) => this.accounts.set(address, height, account)),
      ...[...slots].map(([key, value]) => this.slots.set(key, height, value)),
    ];
    return () => {
      for (const step of undo) step();
    };
  }
}
