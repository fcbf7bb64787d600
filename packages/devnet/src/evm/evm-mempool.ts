import type { EvmTransaction } from './block/evm-transaction.js';
import type { Hex } from './bytes/hex.js';

const keyOf = (from: Hex, nonce: number): string => `${from} ${nonce}`;

/** Transactions that wait, in the order in which they came; at most one per sender and nonce. */
export class EvmMempool {
  private readonly waiting = new Map<string, EvmTransaction>();
  private readonly confirmedNonce: (from: Hex) => number;

  /** @param confirmedNonce of the account's next transaction in a block */
  constructor(confirmedNonce: (from: Hex) => number) {
    this.confirmedNonce = confirmedNonce;
  }

  get size(): number {
    return this.waiting.size;
  }

  transactions(): EvmTransaction[] {
    return [...this.waiting.values()];
  }

  /** Takes the place of the one with the same sender and nonce, behind all others. */
  add(transaction: EvmTransaction): void {
    this.remove(transaction);
    this.waiting.set(keyOf(transaction.from, transaction.nonce), transaction);
  }

  remove({ from, nonce }: EvmTransaction): void {
    this.waiting.delete(keyOf(from, nonce));
  }

  /** Puts back what was taken out of blocks, in front of everything else. */
  restore(transactions: readonly EvmTransaction[]): void {
    const behind = this.transactions();
    this.waiting.clear();
    for (const transaction of [...transactions, ...behind]) this.add(transaction);
  }

  /** Nonce of the account's next transaction, those that wait counted. */
  nextNonce(from: Hex): number {
    let nonce = this.confirmedNonce(from);
    while (this.waiting.has(keyOf(from, nonce))) nonce++;
    return nonce;
  }

  /** Drops what can never come into a block, or not before its sender sends something again. */
  dropUnreachable(): void {
    const ends = new Map<Hex, number>();
    for (const transaction of this.transactions()) {
      const { from, nonce } = transaction;
      const end = ends.get(from) ?? this.nextNonce(from);
      ends.set(from, end);
      if (nonce < this.confirmedNonce(from) || nonce >= end) this.remove(transaction);
    }
  }
}
