/** The history of an account, in columns: 32 bytes a transaction, once for all its addresses; a page is a slice. */
import { ACCOUNT_ROW_BYTES } from '@chaintrail/db';

/** Rows of one address, oldest first, as the database packs them. */
export type PackedRows = Buffer;

export class AccountRows {
  static readonly NONE = new AccountRows(new Float64Array(), new BigInt64Array(), new BigInt64Array(), null, 0);

  readonly txKeys: Float64Array;
  readonly deltas: BigInt64Array;
  readonly gained: BigInt64Array;
  /** Sums of {@link deltas} modulo 2^64: see {@link balanceAfter}. */
  readonly #balances: BigInt64Array;

  /** @param same rows before `from` are those of another list. */
  private constructor(
    txKeys: Float64Array,
    deltas: BigInt64Array,
    gained: BigInt64Array,
    same: AccountRows | null,
    from: number,
  ) {
    this.txKeys = txKeys;
    this.deltas = deltas;
    this.gained = gained;
    this.#balances = new BigInt64Array(deltas.length);
    if (same) this.#balances.set(same.#balances.subarray(0, from));
    let sum = from === 0 ? 0n : this.#balances[from - 1]!;
    for (let at = from; at < deltas.length; at++) {
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
    const [txKeys, deltas, gained] = [this.txKeys, this.deltas, this.gained];
    return new AccountRows(txKeys.slice(0, end), deltas.slice(0, end), gained.slice(0, end), this, end);
  }

  /** With rows of some addresses more. What is older than all of them is copied as it is. */
  with(packed: readonly PackedRows[]): AccountRows {
    if (packed.length === 0) return this;
    const from = this.rankOf(packed.reduce((oldest, rows) => Math.min(oldest, txKeyAt(rows, 0)), Number.MAX_VALUE));
    const added = keysOf(this.txKeys.subarray(from), packed);
    const length = from + added.length;
    const [txKeys, deltas, gained] = [new Float64Array(length), new BigInt64Array(length), new BigInt64Array(length)];
    txKeys.set(this.txKeys.subarray(0, from));
    txKeys.set(added, from);
    deltas.set(this.deltas.subarray(0, from));
    gained.set(this.gained.subarray(0, from));
    for (let at = from, to = from; at < this.length; at++) {
      while (txKeys[to]! < this.txKeys[at]!) to++;
      deltas[to] = this.deltas[at]!;
      gained[to] = this.gained[at]!;
    }
    for (const rows of packed) {
      for (let at = 0; at < rows.length; at += ACCOUNT_ROW_BYTES) {
        const to = from + rankIn(added, txKeyAt(rows, at));
        deltas[to]! += rows.readBigInt64BE(at + 8);
        gained[to]! += rows.readBigInt64BE(at + 16);
      }
    }
    return new AccountRows(txKeys, deltas, gained, this, from);
  }
}

/** All keys, each once, in their order. */
function keysOf(known: Float64Array, packed: readonly PackedRows[]): Float64Array {
  const count = packed.reduce((sum, { length }) => sum + length / ACCOUNT_ROW_BYTES, 0);
  const all = new Float64Array(known.length + count);
  all.set(known);
  let to = known.length;
  for (const rows of packed) for (let at = 0; at < rows.length; at += ACCOUNT_ROW_BYTES) all[to++] = txKeyAt(rows, at);
  all.sort();
  let kept = 0;
  for (let at = 0; at < all.length; at++) if (at === 0 || all[at] !== all[at - 1]) all[kept++] = all[at]!;
  return all.slice(0, kept);
}

const NEGATIVE_FROM = 2n ** 64n - 2n ** 60n;

/** Key of the row that begins at this byte. */
export function txKeyAt(rows: PackedRows, at: number): number {
  return rows.readUInt32BE(at) * 2 ** 32 + rows.readUInt32BE(at + 4);
}

/** How many entries of a rising list are lower. */
export function rankIn(sorted: ArrayLike<number>, key: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
