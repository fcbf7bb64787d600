/** Events of the mempool between two blocks: payments come, pay more, expire, are dropped, double-spent. */
import type { Random } from '../random.js';
import { Mempool } from './utxo-mempool.js';
import type { Traffic } from './utxo-traffic.js';
import type { Transaction } from './utxo-transaction.js';
import type { Population } from './wallets.js';

export class LivingMempool extends Mempool {
  private readonly traffic: Traffic;
  private readonly random: Random;
  private readonly mostWaiting: number;

  /** @param mostWaiting above so many, nothing comes by itself */
  constructor(population: Population, traffic: Traffic, random: Random, mostWaiting: number) {
    super(population);
    this.traffic = traffic;
    this.random = random;
    this.mostWaiting = mostWaiting;
  }

  /** One event: mostly a payment; now and then one that waits is replaced (BIP125), where nodes allow that, or dropped. */
  step(): void {
    const { random } = this;
    const dice = random.fraction();
    if (this.size > 2 && dice < 0.05) this.disturb(dice < 0.035);
    else if (this.size < this.mostWaiting) this.try(4, () => this.traffic.next());
  }

  /** Lets `count` payments reach the mempool. */
  addPayments(count: number): void {
    // Wallets that are picked may have nothing to spend.
    for (let left = count, tries = count * 20; left > 0 && tries > 0; tries--) {
      const made = this.traffic.next();
      if (!made) continue;
      this.add(made);
      left--;
    }
  }

  /**
   * Replaces a waiting payment, and what spends from it, by one that pays more; where nodes keep what they saw first, by
   * another spend of the same coins, as on a node that saw that one first. Leaves one that cannot be replaced.
   */
  replacePayment(id: string): void {
    const { traffic } = this;
    const waiting = this.get(id);
    if (waiting) this.replace(waiting, traffic.replacesByFee ? traffic.bump(waiting) : traffic.respend(waiting));
  }

  /** Forgets the oldest `count` of the waiting payments, and what spends from them. */
  evict(count: number): void {
    for (const transaction of [...this.transactions()].slice(0, count)) {
      if (this.get(transaction.id)) this.remove(transaction);
    }
  }

  /** After blocks were taken back: some of what waits vanishes, some is double-spent. */
  scatter(): void {
    for (const transaction of [...this.transactions()]) {
      if (!this.get(transaction.id)) continue;
      const dice = this.random.fraction();
      if (dice < 0.08) this.remove(transaction);
      else if (dice < 0.14) this.replace(transaction, this.traffic.respend(transaction));
    }
  }

  /** A payment into the extension block: the first MWEB block must contain one, or its HogEx would have no input. */
  addPegIn(): void {
    this.try(50, () => this.traffic.pegIn());
  }

  private try(times: number, make: () => Transaction | null): void {
    let made: Transaction | null = null;
    for (let i = 0; i < times && !made; i++) made = make();
    if (made) this.add(made);
  }

  private disturb(bump: boolean): void {
    const waiting = this.get(this.random.pick(this.ids())) as Transaction;
    if (bump) this.replace(waiting, this.traffic.bump(waiting));
    else this.remove(waiting);
  }

  private replace(old: Transaction, by: Transaction | null): void {
    if (!by) return;
    this.remove(old);
    this.add(by);
  }
}
