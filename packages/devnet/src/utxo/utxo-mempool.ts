import type { Block } from './utxo-block.js';
import type { Coin, Transaction } from './utxo-transaction.js';
import type { Population } from './wallets.js';

/** What happens to a chain and its mempool, in the order in which it happens. */
export interface ChainListener {
  /** @param sequence counts additions and removals, as Core's `mempool_sequence` does */
  transactionAdded(transaction: Transaction, sequence: number): void;
  /** Not for those that a block confirmed. */
  transactionRemoved(transaction: Transaction, sequence: number): void;
  blockConnected(block: Block): void;
  blockDisconnected(block: Block): void;
}

/**
 * Unconfirmed transactions in the order they came, parents before children. Keeps every coin's `spender` and the
 * wallets' lists of spendable coins right.
 */
export class Mempool {
  private readonly population: Population;
  private readonly waiting = new Map<string, Transaction>();
  listener: ChainListener | null = null;
  /** Counts additions and removals, as Core's `mempool_sequence` does. */
  sequence = 1;

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
    this.announce(transaction);
  }

  /** Takes confirmed transactions out; their coins stay as they are. */
  confirm(transactions: readonly Transaction[]): void {
    for (const transaction of transactions) if (this.waiting.delete(transaction.id)) this.sequence++;
  }

  /** Forgets a transaction and everything that spends from it. @returns what was removed, children first */
  remove(transaction: Transaction): Transaction[] {
    const removed: Transaction[] = [];
    for (const coin of transaction.outputs) if (coin.spender) removed.push(...this.remove(coin.spender));
    const sequence = this.sequence++;
    if (this.waiting.delete(transaction.id)) this.listener?.transactionRemoved(transaction, sequence);
    for (const coin of transaction.outputs) this.population.removeCoin(coin);
    for (const coin of transaction.inputs) this.release(coin);
    removed.push(transaction);
    return removed;
  }

  /** Puts transactions of a disconnected block, which still hold their coins, in front of the others. */
  restore(transactions: readonly Transaction[]): void {
    const returned = parentsFirst(transactions);
    const later = [...this.waiting.values()];
    this.waiting.clear();
    for (const transaction of [...returned, ...later]) this.waiting.set(transaction.id, transaction);
    for (const transaction of returned) this.announce(transaction);
  }

  private announce(transaction: Transaction): void {
    const sequence = this.sequence++;
    this.listener?.transactionAdded(transaction, sequence);
  }

  private release(coin: Coin): void {
    coin.spender = null;
    this.population.addCoin(coin);
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
