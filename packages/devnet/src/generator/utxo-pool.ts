import type { Random } from '../random.js';

/**
 * Outputs that may be spent, as a struct of arrays with the newest at the end. Bounded: when it is full a new output
 * takes the place of a random old one, which then stays unspent for ever, as many coins do.
 */
export class UtxoPool {
  private readonly txids: Buffer;
  private readonly vouts: Uint16Array;
  private readonly owners: Uint32Array;
  /** Base units; below 2^53. */
  private readonly values: Float64Array;
  private readonly capacity: number;
  private readonly random: Random;
  private count = 0;

  constructor(capacity: number, random: Random) {
    this.capacity = capacity;
    this.random = random;
    this.txids = Buffer.allocUnsafe(capacity * 32);
    this.vouts = new Uint16Array(capacity);
    this.owners = new Uint32Array(capacity);
    this.values = new Float64Array(capacity);
  }

  get size(): number {
    return this.count;
  }

  add(txid: Buffer, vout: number, owner: number, value: number): void {
    const at = this.count < this.capacity ? this.count++ : this.random.below(this.capacity);
    txid.copy(this.txids, at * 32, 0, 32);
    this.vouts[at] = vout;
    this.owners[at] = owner;
    this.values[at] = value;
  }

  value(index: number): number {
    return this.values[index] as number;
  }

  owner(index: number): number {
    return this.owners[index] as number;
  }

  /** Writes the 36 bytes of the outpoint. @returns the offset behind them */
  writeOutpoint(index: number, target: Buffer, at: number): number {
    this.txids.copy(target, at, index * 32, index * 32 + 32);
    return target.writeUInt32LE(this.vouts[index] as number, at + 32);
  }

  /** Fills the gap with the newest output. */
  remove(index: number): void {
    const last = --this.count;
    if (index === last) return;
    this.txids.copyWithin(index * 32, last * 32, last * 32 + 32);
    this.vouts[index] = this.vouts[last] as number;
    this.owners[index] = this.owners[last] as number;
    this.values[index] = this.values[last] as number;
  }
}
