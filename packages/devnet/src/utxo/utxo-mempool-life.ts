/** What happens to the mempool between two blocks: payments come, pay more, expire, are dropped, double-spent. */
import type { Random } from '../random.js';
import type { Mempool } from './utxo-mempool.js';
import type { Traffic } from './utxo-traffic.js';
import type { Transaction } from './utxo-transaction.js';

export class MempoolLife {
  private readonly mempool: Mempool;
  private readonly traffic: Traffic;
  private readonly random: Random;
  private readonly mostWaiting: number;

  /** @param mostWaiting above so many, nothing comes by itself */
  constructor(mempool: Mempool, traffic: Traffic, random: Random, mostWaiting: number) {
    this.mempool = mempool;
    this.traffic = traffic;
    this.random = random;
    this.mostWaiting = mostWaiting;
  }

  /** One event: mostly a payment; now and then one that waits is replaced (BIP125), where nodes allow that, or dropped. */
  step(): void {
    const { random, mempool, traffic, mostWaiting } = this;
    const dice = random.fraction();
    if (mempool.size > 2 && dice < 0.05) this.disturb(dice < 0.035);
    else if (mempool.size < mostWaiting) this.try(4, () => traffic.next());
  }

  /** Lets `count` payments reach the mempool. */
  addPayments(count: number): void {
    const { mempool, traffic } = this;
    // Wallets that are picked may have nothing to spend.
    for (let left = count, tries = count * 20; left > 0 && tries > 0; tries--) {
      const made = traffic.next();
      if (!made) continue;
      mempool.add(made);
      left--;
    }
  }

  /**
   * Replaces a waiting payment, and what spends from it, by one that pays more; where nodes keep what they saw first, by
   * another spend of the same coins, as on a node that saw that one first. Leaves one that cannot be replaced.
   */
  replacePayment(id: string): void {
    const { mempool, traffic } = this;
    const waiting = mempool.get(id);
    if (waiting) this.replace(waiting, traffic.replacesByFee ? traffic.bump(waiting) : traffic.respend(waiting));
  }

  /** Forgets the oldest `count` of the waiting payments, and what spends from them. */
  evict(count: number): void {
    const { mempool } = this;
    for (const transaction of [...mempool.transactions()].slice(0, count)) {
      if (mempool.get(transaction.id)) mempool.remove(transaction);
    }
  }

  /** After blocks were taken back: some of what waits vanishes, some is double-spent. */
  scatter(): void {
    const { mempool, random, traffic } = this;
    for (const transaction of [...mempool.transactions()]) {
      if (!mempool.get(transaction.id)) continue;
      const dice = random.fraction();
      if (dice < 0.08) mempool.remove(transaction);
      else if (dice < 0.14) this.replace(transaction, traffic.respend(transaction));
    }
  }

  /** A payment into the extension block: the first MWEB block must contain one, or its HogEx would have no input. */
  addPegIn(): void {
    this.try(50, () => this.traffic.pegIn());
  }

  private try(times: number, make: () => Transaction | null): void {
    let made: Transaction | null = null;
    for (let i = 0; i < times && !made; i++) made = make();
    if (made) this.mempool.add(made);
  }

  private disturb(bump: boolean): void {
    const { mempool, random, traffic } = this;
    const waiting = mempool.get(random.pick(mempool.ids())) as Transaction;
    if (bump) this.replace(waiting, traffic.bump(waiting));
    else mempool.remove(waiting);
  }

  private replace(old: Transaction, by: Transaction | null): void {
    if (!by) return;
    this.mempool.remove(old);
    this.mempool.add(by);
  }
}
