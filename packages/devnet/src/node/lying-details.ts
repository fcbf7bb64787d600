import type { Coin, Transaction } from '../utxo/utxo-transaction.js';
import type { ChainDetails, WaitingTransactions } from './chain-source.js';
import type { FaultInjector } from './faults.js';

/** Transactions and mempool as a faulty node reports them. One view is made per call, for the method that is answered. */
export class LyingDetails {
  private readonly truth: ChainDetails;
  private readonly faults: FaultInjector;
  private last: WaitingTransactions;

  constructor(truth: ChainDetails, faults: FaultInjector) {
    this.truth = truth;
    this.faults = faults;
    this.last = { ids: [], sequence: 1 };
  }

  /** The node as seen through one call. */
  during(method: string): ChainDetails {
    const { truth } = this;
    return {
      ...truth,
      waiting: () => this.waiting(method),
      transaction: (id) => this.transaction(method, truth.transaction(id)),
    };
  }

  private waiting(method: string): WaitingTransactions {
    if (this.faults.draw(method, 'stale-mempool')) return this.last;
    this.last = this.truth.waiting();
    return this.last;
  }

  private transaction(method: string, truth: Transaction | undefined): Transaction | undefined {
    if (!truth || this.faults.draw(method, 'missing-transaction')) return undefined;
    if (this.faults.draw(method, 'wrong-transaction')) return this.other(truth);
    if (this.faults.draw(method, 'flipped-bit')) return { ...truth, bytes: this.flipped(truth.bytes) };
    if (method === 'gettxout' && this.faults.draw(method, 'output-lie')) return { ...truth, outputs: richer(truth) };
    return truth;
  }

  private other(truth: Transaction): Transaction {
    const { ids } = this.truth.waiting();
    const id = ids.find((candidate) => candidate !== truth.id);
    return (
      (id === undefined ? undefined : this.truth.transaction(id)) ?? { ...truth, bytes: this.flipped(truth.bytes) }
    );
  }

  private flipped(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes);
    const at = this.faults.below(copy.length);
    copy[at] = (copy[at] as number) ^ (1 << this.faults.below(8));
    return copy;
  }
}

function richer({ outputs }: Transaction): Coin[] {
  return outputs.map((coin) => ({ ...coin, value: coin.value + 1n }));
}
