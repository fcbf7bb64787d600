import type { EvmTransaction } from './block/evm-transaction.js';
import type { Hex } from './bytes/hex.js';

/** Transactions that wait, in the order in which they came; at most one per sender and nonce. */
export class EvmMempool {
  private readonly waiting = new Map<Hex, EvmTransaction>();
  private readonly bySender = new Map<Hex, Map<number, EvmTransaction>>();

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

  /** @param confirmed nonce of the account's next transaction in a block */
  nextNonce(from: Hex, confirmed: number): number {
    const mine = this.bySender.get(from);
    let nonce = confirmed;
    while (mine?.has(nonce)) nonce++;
    return nonce;
  }

  /** Drops what can never come into a block, or not before its sender sends something again. @returns what went */
  dropUnreachable(nonceOf: (from: Hex) => number): EvmTransaction[] {
    const gone: EvmTransaction[] = [];
    for (const [from, mine] of this.bySender) {
      const first = nonceOf(from);
      const end = this.nextNonce(from, first);
      for (const [nonce, transaction] of mine) if (nonce < first || nonce >= end) gone.push(transaction);
    }
    for (const transaction of gone) this.remove(transaction);
    return gone;
  }
}
