import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { type PublicChainState, queryChain } from './chain-state.js';
import { type Extent, type HistoryRow, historyRow, MissingRowsError } from './history-page.js';
import {
  EXAMINED_ROWS,
  formOf,
  isExamined,
  type PageRequest,
  partValues,
  WHOLE_HISTORY,
  walkedPage,
} from './history-part.js';
import { historyStatement } from './history-statement.js';
import { requireWeight } from './lanes.js';
import { type PlainHistory, readPlainHistory } from './plain-history.js';
import type { TransactionColumns } from './transaction-columns.js';

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

/** Which page of a history to read. */
export interface HistoryPage extends PageRequest {
  readonly from: HistoryPosition | null;
}

export interface History extends Extent {
  readonly state: PublicChainState;
  /** In the order asked for. Where transactions are looked at one by one, a page may have fewer and be followed by others. */
  readonly rows: readonly HistoryRow[];
  /** Null when nothing follows. */
  readonly next: HistoryPosition | null;
}

type Confirmed = readonly [
  id: number | null,
  seq: number | null,
  place: number,
  delta: string,
  balance: string,
  gained: string,
  columns: TransactionColumns,
];
type Waiting = readonly [id: number, delta: string, gained: string, columns: TransactionColumns];

interface Answer {
  readonly state: PublicChainState;
  /** Confirmed ones that are asked for, without looking at each. */
  readonly total: number;
  readonly pending: number;
  /** All confirmed ones. */
  readonly confirmed: number;
  /** With a cursor: those of `total` that are not newer than it, oldest first those that are older. */
  readonly reached: number;
  readonly lowest: number;
  readonly highest: number;
  /** Whether one page looks at all there is. */
  readonly isCountable: boolean;
  readonly weight: number;
  /** Rows of the range, those that are not shown again included. */
  readonly ranged: number;
  /** Rows that come from the mempool tables, and how many of them were found again. */
  readonly chosen: number;
  readonly listedFront: number;
  readonly moreFront: boolean;
  readonly moreKept: boolean;
  /** Rows that were gone through, the last of them, and how many of them are what is asked for, as far as they were counted. */
  readonly examined: number;
  readonly end: Place | null;
  readonly hits: number;
  /** With a cursor: the place among the pending ones, the oldest 1, of the page's first pending one. */
  readonly firstPlace: number | null;
  readonly waiting: readonly Waiting[] | null;
}

/** The first row has what is said of all, each other one a confirmed transaction. */
interface AnswerRow {
  readonly head: Answer | null;
  readonly row: Confirmed | null;
}

/** Where a row stands: `seq`, and `place` among the confirmed ones that are asked for, null while it is pending; `id` where it is of the front. */
interface Place {
  readonly id: number | null;
  readonly seq: number | null;
  readonly place: number | null;
}
interface PlacedRow extends Place {
  readonly row: HistoryRow;
}

/** @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way */
export async function readHistory(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  page: HistoryPage,
): Promise<History | null> {
  if (page.from !== null || formOf(page).part) return readAnyHistory(db, chain, addressKey, page);
  const plain = await readPlainHistory(db, chain, addressKey, page);
  return plain?.hasPending ? readAnyHistory(db, chain, addressKey, page) : plain && plainHistory(plain, page);
}

function plainHistory({ state, total, rows }: PlainHistory, { newestFirst, offset, limit }: HistoryPage): History {
  const last = rows.at(-1);
  const isFollowed = last && rows.length === limit && (newestFirst ? last.seq > 1 : last.seq < total);
  const next = isFollowed ? { seq: newestFirst ? last.seq - 1 : last.seq + 1, pendingId: null } : null;
  return { state, total, offset, rows: rows.map(({ row }) => row), next };
}

async function readAnyHistory(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  page: HistoryPage,
): Promise<History | null> {
  const { newestFirst, from } = page;
  const [walked, form] = [walkedPage(page), formOf(page)];
  // Oldest first, a walk that has shown nothing unconfirmed has all of it before it; newest first, none of it is left.
  const pendingId = from && (from.pendingId ?? (newestFirst ? null : -1));
  const { mostWeight = null } = page;
  const values = [addressKey, newestFirst, walked.offset, from?.seq ?? null, pendingId, walked.limit, mostWeight];
  const [first, ...confirmed] = await queryChain<AnswerRow>(
    db,
    `history${form.suffix}`,
    chain,
    (code) => historyStatement(code, form),
    // There is one asset.
    [...values, ...partValues(page).slice(0, 7)],
    page.limit,
  );
  const answer = first?.head;
  if (!answer?.state) return null;
  requireWeight(answer.weight, mostWeight);
  const rows = rowsOf(
    chain,
    answer,
    confirmed.map(({ row }) => row!),
    newestFirst,
  );
  return {
    state: answer.state,
    ...extentOf(answer, page, rows[0]),
    rows: rows.map(({ row }) => row),
    next: nextOf(answer, page, rows),
  };
}

function rowsOf(chain: ChainCode, answer: Answer, columns: readonly Confirmed[], newestFirst: boolean): PlacedRow[] {
  const waiting = (answer.waiting ?? []).map(([id, delta, gained, transaction]) => ({
    ...{ id, seq: null, place: null },
    row: historyRow(delta, null, gained, transaction),
  }));
  const confirmed = columns.map(([id, seq, place, delta, balance, gained, transaction]) => ({
    ...{ id, seq, place },
    row: historyRow(delta, balance, gained, transaction),
  }));
  const front = [...waiting, ...confirmed.filter(({ id }) => id !== null)].sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
  const kept = confirmed.filter(({ id }) => id === null).sort((a, b) => a.place - b.place);
  const { lowest, highest, total, ranged, chosen, listedFront } = answer;
  const expected = Math.max(0, Math.min(highest, total) - Math.max(lowest, 1) + 1);
  if (ranged !== expected) throw new MissingRowsError(chain, expected, ranged);
  if (listedFront !== chosen) throw new MissingRowsError(chain, chosen, listedFront);
  const oldestFirst = [...kept, ...front];
  return newestFirst ? oldestFirst.reverse() : oldestFirst;
}

function extentOf(
  answer: Answer,
  { newestFirst, offset, from, part = WHOLE_HISTORY }: HistoryPage,
  first?: PlacedRow,
): Extent {
  const { total, pending, firstPlace, isCountable, hits } = answer;
  if (isExamined(part)) return isCountable ? { total: hits, offset } : { total: null, offset: null };
  const everything = total + pending;
  if (!from) return { total: everything, offset };
  if (!first) return { total: everything, offset: everything };
  const rank = first.place ?? total + (firstPlace ?? 0);
  return { total: everything, offset: newestFirst ? everything - rank : rank - 1 };
}

function nextOf(answer: Answer, page: HistoryPage, rows: readonly PlacedRow[]): HistoryPosition | null {
  const { newestFirst, limit, offset, part = WHOLE_HISTORY } = page;
  const positionAfter = newestFirst ? afterOlder : afterNewer;
  const last = rows.at(-1);
  if (!isExamined(part)) {
    return last && rows.length === limit && isFollowed(answer, newestFirst, last)
      ? positionAfter(answer, page.from, last)
      : null;
  }
  if (!answer.isCountable && offset > 0) return null;
  if (last && answer.hits > offset + limit) return positionAfter(answer, page.from, last);
  const { end, examined } = answer;
  return end && examined === EXAMINED_ROWS && isFollowed(answer, newestFirst, end)
    ? positionAfter(answer, page.from, end)
    : null;
}

/** Whether something comes after the last row that was gone through. */
function isFollowed({ moreFront, moreKept, total, reached }: Answer, newestFirst: boolean, last: Place): boolean {
  if (!newestFirst) return last.id !== null ? moreFront : moreKept || moreFront;
  return last.id === null ? (last.place ?? 0) > 1 : moreFront || Math.min(reached, total) > 0;
}

/** What is confirmed after the first page of a walk was read is not part of it. */
function afterOlder({ confirmed }: Answer, from: HistoryPosition | null, last: Place): HistoryPosition {
  if (last.id === null) return { seq: (last.seq ?? 0) - 1, pendingId: null };
  return { seq: Math.min(from?.seq ?? confirmed, confirmed), pendingId: last.id };
}

function afterNewer({ confirmed }: Answer, from: HistoryPosition | null, last: Place): HistoryPosition {
  if (last.id !== null) return { seq: confirmed + 1, pendingId: last.id };
  return { seq: (last.seq ?? 0) + 1, pendingId: from?.pendingId ?? null };
}
