/** Balances, nonces, code and storage of every account, at every height, with a way back from every change. */
import type { Hex } from '../bytes/hex.js';
import { VersionedMap } from './versioned-map.js';

/** What contracts run on. */
export interface MachineState {
  balance(address: Hex): bigint;
  nonce(address: Hex): number;
  /** Name of the program that runs there, or `delegate:` and the address whose program does; empty for none. */
  code(address: Hex): string;
  slot(address: Hex, name: string): bigint;
  /** @param amount may be below zero */
  addBalance(address: Hex, amount: bigint): void;
  setNonce(address: Hex, nonce: number): void;
  setCode(address: Hex, code: string): void;
  setSlot(address: Hex, name: string, value: bigint): void;
  mark(): number;
  revertTo(mark: number): void;
}

type Undo = () => void;

export class WorldState implements MachineState {
  /** Of the block that is being made: changes belong to it. */
  height = 0;
  private readonly balances = new VersionedMap<bigint>();
  private readonly nonces = new VersionedMap<number>();
  private readonly codes = new VersionedMap<string>();
  private readonly slots = new VersionedMap<bigint>();
  /** Of slots that were ever written. */
  private readonly names = new Map<Hex, Set<string>>();
  private undo: Undo[] = [];

  balance(address: Hex, height?: number): bigint {
    return this.balances.get(address, height) ?? 0n;
  }

  nonce(address: Hex, height?: number): number {
    return this.nonces.get(address, height) ?? 0;
  }

  code(address: Hex, height?: number): string {
    return this.codes.get(address, height) ?? '';
  }

  slot(address: Hex, name: string, height?: number): bigint {
    return this.slots.get(`${address}.${name}`, height) ?? 0n;
  }

  /** Names of an account's slots that begin so. */
  *slotNames(address: Hex, prefix: string): Iterable<string> {
    for (const name of this.names.get(address) ?? []) if (name.startsWith(prefix)) yield name;
  }

  /** All that ever had a balance. */
  addresses(): IterableIterator<Hex> {
    return this.balances.keys();
  }

  addBalance(address: Hex, amount: bigint): void {
    this.undo.push(this.balances.set(address, this.height, this.balance(address) + amount));
  }

  setNonce(address: Hex, nonce: number): void {
    this.undo.push(this.nonces.set(address, this.height, nonce));
  }

  setCode(address: Hex, code: string): void {
    this.undo.push(this.codes.set(address, this.height, code));
  }

  setSlot(address: Hex, name: string, value: bigint): void {
    const names = this.names.get(address) ?? new Set();
    this.names.set(address, names.add(name));
    this.undo.push(this.slots.set(`${address}.${name}`, this.height, value));
  }

  mark(): number {
    return this.undo.length;
  }

  revertTo(mark: number): void {
    while (this.undo.length > mark) this.undo.pop()?.();
  }

  /** Ends the block that is being made. @returns what takes all of it back */
  seal(): Undo {
    const { undo } = this;
    this.undo = [];
    return () => {
      for (const step of undo.toReversed()) step();
    };
  }
}
