import type { Amount } from '../amount.js';

/**
 * Where the histories of an address book's addresses stand, by their numbers there. `seq` 0: the address has none.
 * The states of a live batch come from the tables, those of a first sync are carried from one piece to the next.
 */
export class AddressStates {
  seq: Float64Array;
  readonly balance: Amount[] = [];
  readonly received: Amount[] = [];

  constructor(count: number) {
    this.seq = new Float64Array(count);
    this.extend(count);
  }

  /** Makes room for addresses that are new; they have no history yet. */
  extend(count: number): void {
    if (count > this.seq.length) {
      const larger = new Float64Array(Math.max(count, 2 * this.seq.length));
      larger.set(this.seq);
      this.seq = larger;
    }
    while (this.balance.length < count) {
      this.balance.push(0);
      this.received.push(0);
    }
  }
}
