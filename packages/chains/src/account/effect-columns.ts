/** Collects the effects of a block that is being read. Rows belong to the current entry until `endEntry`. */
import { type Amount, addAmounts, subtractAmounts } from '../amount.js';
import { type EffectColumns, NO_NUMBER } from './account-block.js';

export class EffectColumnsBuilder {
  readonly #start: number[] = [0];
  readonly #address: number[] = [];
  readonly #delta: Amount[] = [];
  readonly #received: Amount[] = [];
  /** The last row of each address; of this entry where it is not before its first one. */
  readonly #rowOf: number[] = [];
  #first = 0;

  /** Makes the address a party of the current entry. @returns its row */
  touch(address: number): number {
    const rowOf = this.#rowOf;
    while (rowOf.length <= address) rowOf.push(NO_NUMBER);
    const known = rowOf[address]!;
    if (known >= this.#first) return known;
    const row = this.#address.length;
    rowOf[address] = row;
    this.#address.push(address);
    this.#delta.push(0);
    this.#received.push(0);
    return row;
  }

  pay(address: number, amount: Amount): void {
    const row = this.touch(address);
    this.#delta[row] = addAmounts(this.#delta[row]!, amount);
    this.#received[row] = addAmounts(this.#received[row]!, amount);
  }

  charge(address: number, amount: Amount): void {
    const row = this.touch(address);
    this.#delta[row] = subtractAmounts(this.#delta[row]!, amount);
  }

  add(address: number, delta: Amount, received: Amount): void {
    const row = this.touch(address);
    this.#delta[row] = addAmounts(this.#delta[row]!, delta);
    this.#received[row] = addAmounts(this.#received[row]!, received);
  }

  endEntry(): void {
    this.#first = this.#address.length;
    this.#start.push(this.#first);
  }

  finish(): EffectColumns {
    return {
      start: Uint32Array.from(this.#start),
      address: Int32Array.from(this.#address),
      delta: this.#delta,
      received: this.#received,
    };
  }
}
