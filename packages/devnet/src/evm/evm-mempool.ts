import type { EvmTransaction } from './block/evm-transaction.js';
import type { Hex } from './bytes/hex.js';

/** Transactions that wait, in the order in which they came; at most one per sender and nonce. */
export class EvmMempool {
  private readonly waiting = new Map<Hex, EvmTransaction>();
  private readonly bySender = new Map<Hex, Map<number, EvmTransaction>>();

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

  get(hash: Hex): EvmTransaction | undefined {
    return this.waiting.get(hash);
  }

  /** Takes the place of the one with the same sender and nonce. */
  add(transaction: EvmTransaction): void {
    const { from, nonce, hash } = transaction;
    const mine = this.bySender.get(from) ?? new Map<number, EvmTransaction>();
    const before = mine.get(nonce);
    if (before) this.waiting.delete(before.hash);
    mine.set(nonce, transaction);
    this.bySender.set(from, mine);
    this.waiting.set(hash, transaction);
  }

  remove({ hash, from, nonce }: EvmTransaction): void {
    this.waiting.delete(hash);
    const mine = this.bySender.get(from);
    if (mine?.get(nonce)?.hash === hash) mine.delete(nonce);
  }

  /** Puts back what was taken out of blocks, in front of everything else. */
  restore(transactions: readonly EvmTransaction[]): void {
    const behind = this.transactions();
    for (const transaction of [...transactions, ...behind]) this.remove(transaction);
    for (const transaction of [...transactions, ...behind]) this.add(transaction);
  }

  /** Of the account's next transaction, those that wait counted. */
  nextNonce(from: Hex): number {
    const mine = this.bySender.get(from);
    let nonce = this.confirmedNonce(from);
    while (mine?.has(nonce)) nonce++;
    return nonce;
  }

  /** Drops what can never come into a block, or not before its sender sends something again. */
  dropUnreachable(): void {
    for (const [from, mine] of this.bySender) {
      const first = this.confirmedNonce(from);
      const end = this.nextNonce(from);
      for (const [nonce, { hash }] of mine) {
        if (nonce >= first && nonce < end) continue;
        this.waiting.delete(hash);
        mine.delete(nonce);
      }
    }
  }
}
