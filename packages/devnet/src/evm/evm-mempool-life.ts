/** What happens between two blocks: transactions come, are replaced, are dropped. */
import type { Random } from '../random.js';
import type { EvmMempool } from './evm-mempool.js';
import type { Traffic } from './traffic/evm-traffic.js';

/** Above so many, nothing comes by itself. */
const MOST_WAITING = 5_000;
const REPLACED = 0.02;
const LOST_IN_REORG = 0.15;
const REPLACED_IN_REORG = 0.1;

export class EvmMempoolLife {
  private readonly mempool: EvmMempool;
  private readonly traffic: Traffic;
  private readonly random: Random;

  constructor(mempool: EvmMempool, traffic: Traffic, random: Random) {
    this.mempool = mempool;
    this.traffic = traffic;
    this.random = random;
  }

  /** One transaction arrives; now and then one that waits is replaced. */
  step(): void {
    if (this.mempool.size >= MOST_WAITING) return;
    const waiting = this.random.chance(REPLACED) ? this.mempool.transactions() : [];
    if (waiting.length > 0) this.mempool.add(this.traffic.instead(this.random.pick(waiting)));
    else this.mempool.add(this.traffic.next());
  }

  addPayments(count: number): void {
    for (let i = 0; i < count; i++) this.mempool.add(this.traffic.next());
  }

  /** @param txid without `0x` */
  replacePayment(txid: string): void {
    const before = this.mempool.get(`0x${txid}`);
    if (before) this.mempool.add(this.traffic.instead(before));
  }

  /** Drops the oldest `count`, and what their senders sent after them. */
  evict(count: number): void {
    for (const transaction of this.mempool.transactions().slice(0, count)) this.mempool.remove(transaction);
    this.mempool.dropUnreachable();
  }

  /** After a reorganization: some are lost, some replaced. */
  scatter(): void {
    for (const transaction of this.mempool.transactions()) {
      if (this.random.chance(LOST_IN_REORG)) this.mempool.remove(transaction);
      else if (this.random.chance(REPLACED_IN_REORG)) this.mempool.add(this.traffic.instead(transaction));
    }
    this.mempool.dropUnreachable();
  }
}
