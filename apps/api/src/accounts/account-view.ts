/** The part of an account's history that is asked for, and pages of it. No database. */
import { type Direction, type KeyPosition, type KeyRanges, txKey } from '@chaintrail/db';
import type { Account, PendingRow } from './account.js';
import { rankIn } from './account-rows.js';

/** Where a page goes on: at a transaction, or, among unconfirmed ones, at one of those. */
export type AccountPosition = KeyPosition;

/** One of a page. Amounts are base units in decimal. */
export interface ListedRow {
  /** Null while it is unconfirmed. */
  readonly txKey: number | null;
  /** Among unconfirmed ones; also of one that a block took since the walk began. */
  readonly id: number | null;
  readonly delta: string;
  readonly gained: string;
  readonly balance: string | null;
}

export interface ViewedPage {
  readonly rows: readonly ListedRow[];
  readonly total: number;
  readonly offset: number;
  readonly next: AccountPosition | null;
}

export interface PageOf {
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
  readonly from: AccountPosition | null;
}

/** Signs by a row's direction. No row of an account is a mention alone. */
export const SIGNS: Readonly<Record<Direction, number>> = { in: 1, out: -1, self: 0, mention: 2 };

export class AccountView {
  readonly #account: Account;
  /** Places of confirmed rows; null: all between the first and the last. */
  readonly #places: Int32Array | null;
  readonly #from: number;
  readonly #count: number;
  /** Oldest first. */
  readonly #pending: readonly PendingRow[];

  /** @param directions of all rows, where one is asked for @param pending those asked for, oldest first */
  constructor(
    account: Account,
    ranges: KeyRanges,
    direction: Direction | null,
    directions: Int8Array | null,
    pending: readonly PendingRow[],
  ) {
    this.#account = account;
    this.#pending = pending;
    const spans = ranges.map(([from, below]) => [account.rows.rankOf(from), account.rows.rankOf(below)] as const);
    const [first, ...others] = spans;
    this.#places = null;
    this.#from = first?.[0] ?? 0;
    this.#count = first ? first[1] - first[0] : 0;
    if (others.length === 0 && direction === null) return;
    const sign = direction && SIGNS[direction];
    const places: number[] = [];
    for (const [low, high] of spans)
      for (let place = low; place < high; place++) if (sign === null || directions![place] === sign) places.push(place);
    this.#places = Int32Array.from(places);
    this.#from = 0;
    this.#count = places.length;
  }

  get total(): number {
    return this.#count + this.#pending.length;
  }

  /** @param ids of unconfirmed transactions that blocks took since the walk began, by `tx_key` */
  page({ newestFirst, offset, limit, from }: PageOf, ids: ReadonlyMap<number, number>): ViewedPage {
    const rows: ListedRow[] = [];
    for (const row of newestFirst ? this.#newest(from, offset, ids) : this.#oldest(from, offset, ids)) {
      rows.push(row);
      if (rows.length > limit) break;
    }
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      rows: page,
      total: this.total,
      offset: from ? this.#offsetOf(page[0], newestFirst) : offset,
      next: last && rows.length > limit ? this.#positionAfter(last, newestFirst, from) : null,
    };
  }

  *#newest(from: AccountPosition | null, offset: number, ids: ReadonlyMap<number, number>): Generator<ListedRow> {
    const pending = this.#pending;
    if (!from) {
      for (let at = pending.length - 1 - offset; at >= 0; at--) yield pendingRow(pending[at]!);
      const skipped = Math.max(0, offset - pending.length);
      for (let n = this.#count - 1 - skipped; n >= 0; n--) yield this.#row(n);
      return;
    }
    const bound = from.txKey ?? Number.POSITIVE_INFINITY;
    if (from.pendingId !== null) {
      // Transactions that blocks took since stay in their places.
      const taken = [...ids].filter(([key]) => key >= bound).map(([key, id]) => ({ id, n: this.#rankOf(key) }));
      const front = [
        ...pending.map((row) => ({ id: row.id, row: pendingRow(row) })),
        ...taken.filter(({ n }) => n !== null).map(({ id, n }) => ({ id, row: { ...this.#row(n!), id } })),
      ];
      for (const { row } of front.filter(({ id }) => id < from.pendingId!).sort((a, b) => b.id - a.id)) yield row;
    }
    for (let n = this.#ranksBelow(bound) - 1; n >= 0; n--) yield this.#row(n);
  }

  *#oldest(from: AccountPosition | null, offset: number, ids: ReadonlyMap<number, number>): Generator<ListedRow> {
    const shownId = from?.pendingId ?? -1;
    for (let n = from ? this.#ranksBelow((from.txKey ?? -1) + 1) : offset; n < this.#count; n++) {
      const row = this.#row(n);
      const id = ids.get(row.txKey!);
      // It was shown while it was unconfirmed.
      if (id === undefined || id > shownId) yield row;
    }
    const skipped = from ? 0 : Math.max(0, offset - this.#count);
    for (const row of this.#pending.slice(skipped)) if (row.id > shownId) yield pendingRow(row);
  }

  #placeOf(n: number): number {
    return this.#places ? this.#places[n]! : this.#from + n;
  }

  #row(n: number): ListedRow {
    const { rows } = this.#account;
    const place = this.#placeOf(n);
    return {
      txKey: rows.txKeys[place]!,
      ...{ id: null, balance: rows.balanceAfter(place).toString() },
      ...{ delta: rows.deltas[place]!.toString(), gained: rows.gained[place]!.toString() },
    };
  }

  /** How many of those that are asked for have a lower key. */
  #ranksBelow(txKey: number): number {
    const place = this.#account.rows.rankOf(txKey);
    if (!this.#places) return Math.min(Math.max(place - this.#from, 0), this.#count);
    return rankIn(this.#places, place);
  }

  /** Null where it is not asked for. */
  #rankOf(txKey: number): number | null {
    const n = this.#ranksBelow(txKey);
    return n < this.#count && this.#account.rows.txKeys[this.#placeOf(n)] === txKey ? n : null;
  }

  #offsetOf(first: ListedRow | undefined, newestFirst: boolean): number {
    if (!first) return this.total;
    const rank =
      first.txKey === null
        ? this.#count + this.#pending.findIndex(({ id }) => id === first.id)
        : this.#ranksBelow(first.txKey);
    return newestFirst ? this.total - 1 - rank : rank;
  }

  #positionAfter(last: ListedRow, newestFirst: boolean, from: AccountPosition | null): AccountPosition {
    // Above the keys of all blocks that were read.
    const top = txKey((this.#account.position?.height ?? -1) + 1, 0);
    if (newestFirst) {
      if (last.id === null) return { txKey: last.txKey, pendingId: null };
      return { txKey: Math.min(from?.txKey ?? top, top), pendingId: last.id };
    }
    if (last.txKey !== null) return { txKey: last.txKey, pendingId: from?.pendingId ?? null };
    return { txKey: top - 1, pendingId: last.id };
  }
}

function pendingRow({ id, delta, gained }: PendingRow): ListedRow {
  return { txKey: null, id, delta: delta.toString(), gained: gained.toString(), balance: null };
}
