import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { type PublicChainState, queryChain } from './chain-state.js';
import { historyStatement } from './history-statement.js';
import { type StoredTransaction, storedTransaction, type TransactionColumns } from './transaction-columns.js';

/**
 * Where a walk through a history goes on. Newest first: what was unconfirmed when the walk began and has a lower id than
 * `pendingId` (null: all of it was shown), then the confirmed ones from `seq` down. Oldest first: the confirmed ones from
 * `seq` up, then the unconfirmed ones with a higher id than `pendingId` (null: none was shown).
 *
 * `seq` counts an address's confirmed transactions from 1, the oldest. Ids rise with arrival.
 */
export interface HistoryPosition {
  readonly seq: number;
  readonly pendingId: number | null;
}

/** Which part of a history to read. */
export interface HistoryPage {
  readonly newestFirst: boolean;
  /** Transactions to pass over, from the end that the order starts at. Ignored with `from`. */
  readonly offset: number;
  readonly from: HistoryPosition | null;
  readonly limit: number;
}

/** One transaction of a history. Amounts are base units in decimal. */
export interface HistoryRow {
  readonly delta: string;
  /** Balance of the address after it; null while it is unconfirmed. */
  readonly balance: string | null;
  /** Sum of the outputs that paid the address. */
  readonly gained: string;
  readonly transaction: StoredTransaction;
}

export interface History {
  readonly state: PublicChainState;
  /** Transactions of the address, unconfirmed ones included. */
  readonly total: number;
  /** Transactions before the page, in its order, as things are now. */
  readonly offset: number;
  /** In the order asked for. */
  readonly rows: readonly HistoryRow[];
  /** Null when nothing follows. */
  readonly next: HistoryPosition | null;
}

/** The tables contradict each other. A page with a gap would be worse than none. */
export class MissingRowsError extends Error {
  override readonly name = 'MissingRowsError';
  constructor(chain: ChainCode, expected: number, found: number) {
    super(
      `${chain}: a page has ${found} of its ${expected} transactions: the index is damaged, sync the chain again`,
    );
  }
}

type Confirmed = readonly [
  id: number | null,
  seq: number,
  delta: string,
  balance: string,
  gained: string,
  columns: TransactionColumns,
];
type Waiting = readonly [id: number, delta: string, gained: string, columns: TransactionColumns];

interface Answer {
  readonly state: PublicChainState;
  /** Confirmed ones. */
  readonly total: number;
  readonly pending: number;
  readonly lowest: number;
  readonly highest: number;
  /** Rows of the range, those that are not shown again included. */
  readonly ranged: number;
  /** Rows that come from the mempool tables. */
  readonly chosen: number;
  readonly moreFront: boolean;
  readonly moreKept: boolean;
  /** With a cursor: the place among the pending ones, the oldest 1, of the page's first pending one. */
  readonly firstPlace: number | null;
  readonly confirmed: readonly Confirmed[] | null;
  readonly waiting: readonly Waiting[] | null;
}

/** A row with what says where it stands: `seq`, null while it is pending; `id` where it is of the front. */
interface PlacedRow extends HistoryRow {
  readonly id: number | null;
  readonly seq: number | null;
}

/** @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way */
export async function readHistory(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  page: HistoryPage,
): Promise<History | null> {
  const { newestFirst, offset, from, limit } = page;
  // Oldest first, a walk that has shown nothing unconfirmed has all of it before it; newest first, none of it is left.
  const pendingId = from && (from.pendingId ?? (newestFirst ? null : -1));
  const answers = await queryChain<Answer>(db, 'history', chain, historyStatement, [
    addressKey,
    newestFirst,
    offset,
    from?.seq ?? null,
    pendingId,
    limit,
  ]);
  const answer = answers[0];
  if (!answer?.state) return null;
  const rows = rowsOf(chain, answer, newestFirst);
  return {
    state: answer.state,
    total: answer.total + answer.pending,
    offset: offsetOf(answer, page, rows[0]),
    rows: rows.map(({ delta, balance, gained, transaction }) => ({ delta, balance, gained, transaction })),
    next: nextOf(answer, page, rows),
  };
}

function rowsOf(chain: ChainCode, answer: Answer, newestFirst: boolean): PlacedRow[] {
  const waiting = (answer.waiting ?? []).map(([id, delta, gained, columns]) => ({
    ...{ id, seq: null, delta, gained, balance: null },
    transaction: storedTransaction(columns),
  }));
  const confirmed = (answer.confirmed ?? []).map(([id, seq, delta, balance, gained, columns]) => ({
    ...{ id, seq, delta, gained, balance },
    transaction: storedTransaction(columns),
  }));
  const front = [...waiting, ...confirmed.filter(({ id }) => id !== null)].sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
  const kept = confirmed.filter(({ id }) => id === null).sort((a, b) => a.seq - b.seq);
  const { lowest, highest, total, ranged, chosen } = answer;
  const expected = Math.max(0, Math.min(highest, total) - Math.max(lowest, 1) + 1);
  if (ranged !== expected) throw new MissingRowsError(chain, expected, ranged);
  if (front.length !== chosen) throw new MissingRowsError(chain, chosen, front.length);
  const oldestFirst = [...kept, ...front];
  return newestFirst ? oldestFirst.reverse() : oldestFirst;
}

function offsetOf(
  { total, pending, firstPlace }: Answer,
  { newestFirst, offset, from }: HistoryPage,
  first?: PlacedRow,
): number {
  if (!from) return offset;
  const everything = total + pending;
  if (!first) return everything;
  const rank = first.seq ?? total + (firstPlace ?? 0);
  return newestFirst ? everything - rank : rank - 1;
}

function nextOf(answer: Answer, { newestFirst, from, limit }: HistoryPage, rows: readonly PlacedRow[]) {
  const last = rows.at(-1);
  if (!last || rows.length < limit) return null;
  return newestFirst ? nextOlder(answer, from, last) : nextNewer(answer, from, last);
}

/** What is confirmed after the first page of a walk was read is not part of it. */
function nextOlder(
  { total, moreFront }: Answer,
  from: HistoryPosition | null,
  last: PlacedRow,
): HistoryPosition | null {
  if (last.id === null) return last.seq !== null && last.seq > 1 ? { seq: last.seq - 1, pendingId: null } : null;
  const seq = Math.min(from?.seq ?? total, total);
  return moreFront || seq > 0 ? { seq, pendingId: last.id } : null;
}

function nextNewer(answer: Answer, from: HistoryPosition | null, last: PlacedRow): HistoryPosition | null {
  const { total, moreFront, moreKept } = answer;
  if (last.id !== null) return moreFront ? { seq: total + 1, pendingId: last.id } : null;
  return moreKept || moreFront ? { seq: (last.seq ?? 0) + 1, pendingId: from?.pendingId ?? null } : null;
}
