/**
 * The history of an account, in columns: a transaction once, by `tx_key`, with what it does to all addresses together.
 * That is 32 bytes a transaction, and any page of it is a slice.
 */
import { ACCOUNT_ROW_BYTES } from '@chaintrail/db';

/** Rows of one address, oldest first, as the database packs them. */
export type PackedRows = Buffer;

export class AccountRows {
  static readonly NONE = new AccountRows(new Float64Array(), new BigInt64Array(), new BigInt64Array());

  readonly txKeys: Float64Array;
  readonly deltas: BigInt64Array;
  readonly gained: BigInt64Array;
  /** Sums of {@link deltas} modulo 2^64: see {@link balanceAfter}. */
  readonly #balances: BigInt64Array;

  private constructor(txKeys: Float64Array, deltas: BigInt64Array, gained: BigInt64Array) {
    this.txKeys = txKeys;
    this.deltas = deltas;
    this.gained = gained;
    this.#balances = new BigInt64Array(deltas.length);
    let sum = 0n;
    for (let at = 0; at < deltas.length; at++) {
      sum += deltas[at]!;
      this.#balances[at] = sum;
    }
  }

  get length(): number {
    return this.txKeys.length;
  }

  get bytes(): number {
    return this.length * 32;
  }

  /**
   * Balance after the transaction at this place; 0 before the first. More than 2^63 may exist of a coin (Dogecoin), and
   * inside a block of Bitcoin Cash it may be below zero: what would be nearly 2^64 is a negative number.
   */
  balanceAfter(at: number): bigint {
    if (at < 0) return 0n;
    const sum = BigInt.asUintN(64, this.#balances[at]!);
    return sum >= NEGATIVE_FROM ? sum - 2n ** 64n : sum;
  }

  /** How many have a lower key. */
  rankOf(txKey: number): number {
    return rankIn(this.txKeys, txKey);
  }

  /** Rows with a lower key alone. */
  below(txKey: number): AccountRows {
    const end = this.rankOf(txKey);
    if (end === this.length) return this;
    return new AccountRows(this.txKeys.slice(0, end), this.deltas.slice(0, end), this.gained.slice(0, end));
  }

  /** With rows of some addresses more. */
  with(packed: readonly PackedRows[]): AccountRows {
    if (packed.length === 0) return this;
    const txKeys = this.#keysWith(packed);
    const deltas = new BigInt64Array(txKeys.length);
    const gained = new BigInt64Array(txKeys.length);
    for (let at = 0, to = 0; at < this.length; at++) {
      while (txKeys[to]! < this.txKeys[at]!) to++;
      deltas[to] = this.deltas[at]!;
      gained[to] = this.gained[at]!;
    }
    for (const rows of packed) {
      for (let at = 0; at < rows.length; at += ACCOUNT_ROW_BYTES) {
        const to = rankIn(txKeys, txKeyAt(rows, at));
        deltas[to]! += rows.readBigInt64BE(at + 8);
        gained[to]! += rows.readBigInt64BE(at + 16);
      }
    }
    return new AccountRows(txKeys, deltas, gained);
  }

  /** All keys, each once, in their order. */
  #keysWith(packed: readonly PackedRows[]): Float64Array {
    const count = packed.reduce((sum, { length }) => sum + length / ACCOUNT_ROW_BYTES, 0);
    const all = new Float64Array(this.length + count);
    all.set(this.txKeys);
    let to = this.length;
    for (const rows of packed)
      for (let at = 0; at < rows.length; at += ACCOUNT_ROW_BYTES) all[to++] = txKeyAt(rows, at);
    all.sort();
    let kept = 0;
    for (let at = 0; at < all.length; at++) if (at === 0 || all[at] !== all[at - 1]) all[kept++] = all[at]!;
    return all.slice(0, kept);
  }
}

const NEGATIVE_FROM = 2n ** 64n - 2n ** 60n;

/** Key of the row that begins at this byte. */
export function txKeyAt(rows: PackedRows, at: number): number {
  return rows.readUInt32BE(at) * 2 ** 32 + rows.readUInt32BE(at + 4);
}

function rankIn(sorted: Float64Array, key: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
