import type { Transaction } from './utxo-transaction.js';
import type { Population } from './wallets.js';

/**
 * Unconfirmed transactions in the order they came, parents before children. Keeps every coin's `spender` and the
 * wallets' lists of spendable coins right.
 */
export class Mempool {
  private readonly population: Population;
  private readonly waiting = new Map<string, Transaction>();
  /** Called with the id of each that comes, or comes back. */
  listener: ((id: string) => void) | null = null;

  constructor(population: Population) {
    this.population = population;
  }

  get size(): number {
    return this.waiting.size;
  }

  transactions(): IterableIterator<Transaction> {
    return this.waiting.values();
  }

  ids(): string[] {
    return [...this.waiting.keys()];
  }

  get(id: string): Transaction | undefined {
    return this.waiting.get(id);
  }

  /** @throws RangeError when an input is spent already: the simulator never makes a double spend by mistake */
  add(transaction: Transaction): void {
    for (const coin of transaction.inputs) {
      if (coin.spender) throw new RangeError(`${coin.transaction.id}:${coin.vout} is spent by ${coin.spender.id}`);
    }
    for (const coin of transaction.inputs) {
      coin.spender = transaction;
      this.population.removeCoin(coin);
    }
    for (const coin of transaction.outputs) this.population.addCoin(coin);
    this.waiting.set(transaction.id, transaction);
    this.listener?.(transaction.id);
  }

  /** Takes confirmed transactions out; their coins stay as they are. */
  confirm(transactions: readonly Transaction[]): void {
    for (const transaction of transactions) this.waiting.delete(transaction.id);
  }

  /** Forgets a transaction and everything that spends from it. */
  remove(transaction: Transaction): void {
    for (const coin of transaction.outputs) if (coin.spender) this.remove(coin.spender);
    this.waiting.delete(transaction.id);
    for (const coin of transaction.outputs) this.population.removeCoin(coin);
    for (const coin of transaction.inputs) {
      coin.spender = null;
      this.population.addCoin(coin);
    }
  }

  /** Puts transactions of a disconnected block, which still hold their coins, in front of the others. */
  restore(transactions: readonly Transaction[]): void {
    const returned = parentsFirst(transactions);
    const later = [...this.waiting.values()];
    this.waiting.clear();
    for (const transaction of [...returned, ...later]) this.waiting.set(transaction.id, transaction);
    for (const { id } of returned) this.listener?.(id);
  }
}

/** Blocks of Bitcoin Cash have their transactions in the order of their ids, whatever spends what. */
function parentsFirst(transactions: readonly Transaction[]): Transaction[] {
  const left = new Set(transactions);
  const ordered: Transaction[] = [];
  const take = (transaction: Transaction): void => {
    if (!left.delete(transaction)) return;
    for (const coin of transaction.inputs) take(coin.transaction);
    ordered.push(transaction);
  };
  for (const transaction of transactions) take(transaction);
  return ordered;
}
