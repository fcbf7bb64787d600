import type { Hex } from '../bytes/hex.js';

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
