/**
 * Pages of histories, of all families. Rows of an address are numbered by `seq` and sorted by `tx_key`. A cursor has
 * either: `seq` where none joins among older ones, `tx_key` where some do (`keyOf`). Families with a mempool share the
 * statements of `history-statement.ts`, too; others answer {@link WITHOUT_MEMPOOL} with one of their own.
 */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { txKey } from '../tx-key.js';
import { type ChainState, queryChain } from './chain-state.js';
import {
  type Extent,
  examinedRows,
  formOf,
  isExamined,
  MissingRowsError,
  OF_ASSETS,
  type PageRequest,
  partValues,
  requireWeight,
  WHOLE_HISTORY,
  walkedPage,
} from './history-part.js';
import { type HistorySql, historyStatement, plainHistoryStatement } from './history-statement.js';

/**
 * Where a walk through a history goes on. Newest first: what was unconfirmed when the walk began and has a lower id than
 * `pendingId` (null: all of it was shown), then the confirmed ones from `place` down. Oldest first: the confirmed ones
 * from `place` up, then the unconfirmed ones with a higher id than `pendingId` (null: none was shown). Ids rise with
 * arrival. A `place` that is a `tx_key` was passed itself; rows may have joined since.
 */
interface WalkPosition {
  readonly place: number;
  readonly pendingId: number | null;
}

export interface WalkPage extends PageRequest {
  readonly from: WalkPosition | null;
}

/** How a family's rows are made and told apart. */
export interface RowKind<Columns, Row> {
  /** @param balance the running sum after it; null while it is unconfirmed, or where it is not known */
  readonly row: (delta: string, balance: string | null, gained: string, columns: Columns) => Row;
  /** The `tx_key` of a transaction that a block has, where a `place` is one; else it is a `seq`. */
  readonly keyOf: ((columns: Columns) => number) | null;
}

/** Differences of a family with a mempool that the reader has to know. */
export interface HistoryKind<Columns, Row> extends RowKind<Columns, Row> {
  readonly sql: (chain: ChainCode) => HistorySql;
  /** Whether there are other assets than the chain's own coin. */
  readonly hasAssets: boolean;
}

export interface Walked<Row> extends Extent {
  readonly state: ChainState;
  /** In the order asked for. Where transactions are looked at one by one, a page may have fewer and be followed by others. */
  readonly rows: readonly Row[];
  /** Null when nothing follows. */
  readonly next: WalkPosition | null;
  /** As {@link HistorySql.head} says it. */
  readonly more: unknown;
}

export type Confirmed<Columns> = readonly [
  id: number | null,
  seq: number,
  place: number,
  delta: string,
  balance: string | null,
  gained: string,
  columns: Columns,
];
type Waiting<Columns> = readonly [id: number, delta: string, gained: string, columns: Columns];

export interface PageHead<Columns> {
  readonly state: ChainState;
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
  /** Rows to go through, and those that are what is asked for, as far as they were counted. */
  readonly candidates: number;
  readonly hits: number;
  /** Where rows are looked at: how many of them, and the last one. */
  readonly end: (RowPosition & { readonly examined: number }) | null;
  /** With a cursor: the place among the pending ones, the oldest 1, of the page's first pending one. */
  readonly firstPlace: number | null;
  readonly waiting: readonly Waiting<Columns>[] | null;
  readonly more: unknown;
}

/** The part of a {@link PageHead} that says nothing where nothing is ever pending. */
export const WITHOUT_MEMPOOL = {
  ...{ pending: 0, confirmed: 0, reached: 0, chosen: 0, listedFront: 0 },
  ...{ moreFront: false, firstPlace: null, waiting: null, more: null },
} satisfies Partial<PageHead<unknown>>;

/** The first row has what is said of all, each other one a confirmed transaction. */
interface AnswerRow<Columns> {
  readonly head: PageHead<Columns> | null;
  readonly row: Confirmed<Columns> | null;
}

/** `place` is among the confirmed ones that are asked for, null while it is pending; `id` where it is of the front. */
interface RowPosition {
  readonly id: number | null;
  readonly seq: number | null;
  readonly place: number | null;
  readonly txKey: number | null;
}
interface PlacedRow<Row> extends RowPosition {
  readonly row: Row;
}

/** @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way */
export async function walkHistory<Columns, Row>(
  db: Queryable,
  chain: ChainCode,
  kind: HistoryKind<Columns, Row>,
  addressKey: Buffer,
  page: WalkPage,
): Promise<Walked<Row> | null> {
  const isPlain = page.from === null && !formOf(page).part;
  const plain = isPlain ? await readPlainHistory(db, chain, kind, addressKey, page) : 'has-pending';
  return plain === 'has-pending' ? walkAnyHistory(db, chain, kind, addressKey, page) : plain;
}

type PlainRow<Columns> = readonly [seq: number, delta: string, balance: string, gained: string, transaction: Columns];

interface PlainAnswerRow<Columns> {
  /** Null but in the first row, as the next four. */
  readonly state: ChainState | null;
  readonly hasPending: boolean | null;
  readonly total: number | null;
  readonly weight: number | null;
  readonly more: unknown;
  readonly row: PlainRow<Columns> | null;
}

/** A page at an offset, of a history of which nothing is pending: nothing else is read where something is. */
async function readPlainHistory<Columns, Row>(
  db: Queryable,
  chain: ChainCode,
  { sql, row, keyOf }: HistoryKind<Columns, Row>,
  addressKey: Buffer,
  { newestFirst, offset, limit, compact = false, mostWeight = null }: PageRequest,
): Promise<Walked<Row> | 'has-pending' | null> {
  const name = `plain_history${compact ? '_compact' : ''}`;
  const build = (code: ChainCode): string => plainHistoryStatement(code, sql(code), compact);
  const values = [addressKey, newestFirst, offset, limit, mostWeight];
  const [head, ...answers] = await queryChain<PlainAnswerRow<Columns>>(db, name, chain, build, values, limit);
  if (!head?.state) return null;
  requireWeight(head.weight ?? 0, mostWeight);
  if (head.hasPending) return 'has-pending';
  const total = head.total ?? 0;
  const rows = answers.map((answer) => answer.row!).sort(([a], [b]) => (newestFirst ? b - a : a - b));
  const expected = Math.max(0, Math.min(limit, total - offset));
  if (rows.length !== expected) throw new MissingRowsError(chain, expected, rows.length);
  const last = rows.at(-1);
  const isFollowed = last && rows.length === limit && (newestFirst ? last[0] > 1 : last[0] < total);
  const place = last && (keyOf ? keyOf(last[4]) : newestFirst ? last[0] - 1 : last[0] + 1);
  return {
    ...{ state: head.state, total, offset, more: head.more },
    rows: rows.map(([, delta, balance, gained, columns]) => row(delta, balance, gained, columns)),
    next: isFollowed && place !== undefined ? { place, pendingId: null } : null,
  };
}

async function walkAnyHistory<Columns, Row>(
  db: Queryable,
  chain: ChainCode,
  kind: HistoryKind<Columns, Row>,
  addressKey: Buffer,
  page: WalkPage,
): Promise<Walked<Row> | null> {
  const { newestFirst, from, mostWeight = null } = page;
  const [walked, form] = [walkedPage(page), formOf(page)];
  // Oldest first, a walk that has shown nothing unconfirmed has all of it before it; newest first, none of it is left.
  const pendingId = from && (from.pendingId ?? (newestFirst ? null : -1));
  const values = [addressKey, newestFirst, walked.offset, from?.place ?? null, pendingId, walked.limit, mostWeight];
  const { sql } = kind;
  const [first, ...confirmed] = await queryChain<AnswerRow<Columns>>(
    db,
    `history${form.suffix}`,
    chain,
    (code) => historyStatement(code, sql(code), form),
    [...values, ...partValues(page).slice(0, kind.hasAssets ? undefined : -OF_ASSETS)],
    page.limit,
  );
  const confirmedRows = confirmed.map(({ row }) => row!);
  return pageOf(chain, kind, page, first?.head ?? null, confirmedRows);
}

/**
 * The page of what a statement answered.
 * @throws TooHeavyError, MissingRowsError
 */
export function pageOf<Columns, Row>(
  chain: ChainCode,
  kind: RowKind<Columns, Row>,
  page: WalkPage,
  answer: PageHead<Columns> | null,
  confirmed: readonly Confirmed<Columns>[],
): Walked<Row> | null {
  if (!answer?.state) return null;
  requireWeight(answer.weight, page.mostWeight ?? null);
  const rows = rowsOf(chain, kind, answer, confirmed, page.newestFirst);
  const end = endOf(answer, page, rows);
  return {
    ...{ state: answer.state, more: answer.more },
    ...extentOf(answer, page, rows[0]),
    rows: rows.map(({ row }) => row),
    next: end && positionAfter(answer, kind.keyOf !== null, page, end),
  };
}

function rowsOf<Columns, Row>(
  chain: ChainCode,
  { row, keyOf }: RowKind<Columns, Row>,
  answer: PageHead<Columns>,
  columns: readonly Confirmed<Columns>[],
  newestFirst: boolean,
): PlacedRow<Row>[] {
  const waiting = (answer.waiting ?? []).map(([id, delta, gained, transaction]) => ({
    row: row(delta, null, gained, transaction),
    ...{ id, seq: null, place: null, txKey: null },
  }));
  const confirmed = columns.map(([id, seq, place, delta, balance, gained, transaction]) => ({
    row: row(delta, balance, gained, transaction),
    ...{ id, seq, place, txKey: keyOf?.(transaction) ?? null },
  }));
  const front = [...waiting, ...confirmed.filter(({ id }) => id !== null)].sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
  const kept = confirmed.filter(({ id }) => id === null).sort((a, b) => a.seq - b.seq);
  const { lowest, highest, total, ranged, chosen, listedFront } = answer;
  const expected = Math.max(0, Math.min(highest, total) - Math.max(lowest, 1) + 1);
  if (ranged !== expected) throw new MissingRowsError(chain, expected, ranged);
  if (listedFront !== chosen) throw new MissingRowsError(chain, chosen, listedFront);
  const oldestFirst = [...kept, ...front];
  return newestFirst ? oldestFirst.reverse() : oldestFirst;
}

/** Whether all that is asked for was looked at, so that it could be counted. */
function isCounted({ isCountable, end, candidates }: PageHead<unknown>): boolean {
  return isCountable && (end?.examined ?? 0) === candidates;
}

function extentOf(
  answer: PageHead<unknown>,
  { newestFirst, offset, from, part = WHOLE_HISTORY }: WalkPage,
  first?: RowPosition,
): Extent {
  const { total, pending, firstPlace, hits } = answer;
  if (isExamined(part)) return isCounted(answer) ? { total: hits, offset } : { total: null, offset: null };
  const everything = total + pending;
  if (!from) return { total: everything, offset };
  if (!first) return { total: everything, offset: everything };
  const rank = first.place ?? total + (firstPlace ?? 0);
  return { total: everything, offset: newestFirst ? everything - rank : rank - 1 };
}

/** The last row that the page is done with; null where nothing follows. */
function endOf(answer: PageHead<unknown>, page: WalkPage, rows: readonly RowPosition[]): RowPosition | null {
  const { newestFirst, limit, offset, part = WHOLE_HISTORY } = page;
  const last = rows.at(-1);
  if (!isExamined(part)) return last && rows.length === limit && isFollowed(answer, newestFirst, last) ? last : null;
  if (offset > 0 && !isCounted(answer)) return null;
  if (last && answer.hits > offset + limit) return last;
  const { end, candidates } = answer;
  if (!end?.examined) return null;
  const isMore = candidates === examinedRows(part) && isFollowed(answer, newestFirst, end);
  return end.examined < candidates || isMore ? end : null;
}

/** Whether something comes after the last row that was gone through. */
function isFollowed(answer: PageHead<unknown>, newestFirst: boolean, last: RowPosition): boolean {
  const { moreFront, moreKept, total, reached } = answer;
  if (!newestFirst) return last.id !== null ? moreFront : moreKept || moreFront;
  return last.id === null ? (last.place ?? 0) > 1 : moreFront || Math.min(reached, total) > 0;
}

/**
 * Transactions confirmed after the first page of a walk was read are not part of it, newest first. Oldest first, among
 * unconfirmed ones, all that is confirmed up to the tip of now was shown.
 */
function positionAfter(
  { confirmed, state }: PageHead<unknown>,
  isByKey: boolean,
  { newestFirst, from }: WalkPage,
  last: RowPosition,
): WalkPosition {
  // A key above those of all blocks, or the newest rank; what comes next begins behind either.
  const [top, own, step] = isByKey
    ? [txKey((state.height ?? -1) + 1, 0), last.txKey ?? 0, 0]
    : [confirmed, last.seq ?? 0, 1];
  if (newestFirst) {
    if (last.id === null) return { place: own - step, pendingId: null };
    return { place: Math.min(from?.place ?? top, top), pendingId: last.id };
  }
  if (last.id === null) return { place: own + step, pendingId: from?.pendingId ?? null };
  return { place: isByKey ? top - 1 : top + 1, pendingId: last.id };
}
