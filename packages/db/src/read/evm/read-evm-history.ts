import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { MOST, type PublicChainState, queryChain } from '../chain-state.js';
import { type Extent, MissingRowsError } from '../history-page.js';
import { EXAMINED_ROWS, formOf, isExamined, partValues, WHOLE_HISTORY, walkedPage } from '../history-part.js';
import { requireWeight } from '../lanes.js';
import { accountHistoryStatement } from './evm-history-statement.js';
import type { EvmHistory, EvmHistoryPage, EvmHistoryPosition, EvmHistoryRow } from './evm-read-model.js';
import { type EvmTransactionColumns, storedEvmTransaction } from './evm-transaction-columns.js';
import { type KnownBalance, knownParameters } from './known-balance.js';

type Confirmed = readonly [
  id: number | null,
  rank: number,
  txKey: number,
  delta: string,
  balance: string | null,
  columns: EvmTransactionColumns,
];
type Waiting = readonly [id: number, delta: string, columns: EvmTransactionColumns];

interface Answer {
  readonly state: PublicChainState | null;
  /** Confirmed ones that are asked for, without looking at each; `base` are older. */
  readonly total: number;
  readonly base: number;
  readonly pending: number;
  readonly weight: number;
  /** First key above the tip. */
  readonly bound: number;
  /**
   * Those of `total` that are older than where the page begins, from both lists. Null in a damaged index, as is
   * `expected`.
   */
  readonly edge: number | null;
  readonly expected: number | null;
  readonly ranged: number;
  /** Rows that come from the mempool tables, and how many of them were found again. */
  readonly chosen: number;
  readonly listedFront: number;
  /** Whether one page goes through all there is. */
  readonly isCountable: boolean;
  /** Rows to go through, and those that are what is asked for, as far as they were counted. */
  readonly candidates: number;
  readonly hits: number;
  /** Where rows are looked at: how many of them, and the last one. */
  readonly end: (Place & { readonly examined: number }) | null;
  readonly moreFront: boolean;
  readonly moreKept: boolean;
  /** With a cursor: the place among the pending ones, the oldest 1, of the page's first pending one. */
  readonly firstPlace: number | null;
  readonly waiting: readonly Waiting[] | null;
  readonly wanted: BlockRef | null;
}

/** The first row has what is said of all, each other one a confirmed transaction. */
interface AnswerRow {
  readonly head: Answer | null;
  readonly row: Confirmed | null;
}

/**
 * A row with what says where it stands: `rank` and `txKey`, null while it is pending; `id` where it is of the front.
 */
interface Place {
  readonly id: number | null;
  readonly rank: number | null;
  readonly txKey: number | null;
}
interface PlacedRow extends Place {
  readonly row: EvmHistoryRow;
}

/**
 * Reads a page of the history of an address of an account chain. A page costs the same at any offset. A walk by `next`
 * shows every transaction once that stays, whatever blocks, traces and rollbacks do meanwhile.
 * @param known what nodes said of its balance beside what is stored
 * @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way
 */
export async function readEvmHistory(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  page: EvmHistoryPage,
  known: readonly KnownBalance[] = [],
): Promise<EvmHistory | null> {
  const { newestFirst, from, mostWeight = null } = page;
  const [walked, form] = [walkedPage(page), formOf(page)];
  const txKey = from && (from.txKey ?? (newestFirst ? MOST : -1));
  // Oldest first, a walk that has shown nothing unconfirmed has all of it before it; newest first, none of it is left.
  const pendingId = from && (from.pendingId ?? (newestFirst ? null : -1));
  const build = (code: ChainCode): string => accountHistoryStatement(code, form);
  const values = [addressKey, newestFirst, walked.offset, txKey, pendingId, walked.limit];
  const [first, ...confirmed] = await queryChain<AnswerRow>(
    db,
    `account_history${form.suffix}`,
    chain,
    build,
    [...values, ...knownParameters(known), mostWeight, ...partValues(page)],
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
    wanted: answer.wanted,
  };
}

function rowsOf(chain: ChainCode, answer: Answer, columns: readonly Confirmed[], newestFirst: boolean): PlacedRow[] {
  const waiting = (answer.waiting ?? []).map(([id, delta, columns]) => ({
    ...{ id, rank: null, txKey: null },
    row: rowOf(delta, null, columns),
  }));
  const confirmed = columns.map(([id, rank, txKey, delta, balance, transaction]) => ({
    ...{ id, rank, txKey },
    row: rowOf(delta, balance, transaction),
  }));
  const front = [...waiting, ...confirmed.filter(({ id }) => id !== null)].sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
  const kept = confirmed.filter(({ id }) => id === null).sort((a, b) => a.rank - b.rank);
  const { expected, ranged, chosen, listedFront } = answer;
  if (ranged !== expected) throw new MissingRowsError(chain, expected ?? answer.total, ranged);
  if (listedFront !== chosen) throw new MissingRowsError(chain, chosen, listedFront);
  const oldestFirst = [...kept, ...front];
  return newestFirst ? oldestFirst.reverse() : oldestFirst;
}

/**
 * Its transaction is made when it is asked for: those of a long page, with thousands of transfers, take milliseconds.
 */
function rowOf(delta: string, balance: string | null, columns: EvmTransactionColumns): EvmHistoryRow {
  return {
    ...{ delta, balance },
    get transaction() {
      return storedEvmTransaction(columns);
    },
  };
}

/** Whether all that is asked for was looked at, so that it could be counted. */
function isCounted({ isCountable, end, candidates }: Answer): boolean {
  return isCountable && end?.examined === candidates;
}

function extentOf(
  answer: Answer,
  { newestFirst, offset, from, part = WHOLE_HISTORY }: EvmHistoryPage,
  first?: PlacedRow,
): Extent {
  const { total, base, pending, firstPlace, hits } = answer;
  if (isExamined(part)) return isCounted(answer) ? { total: hits, offset } : { total: null, offset: null };
  const everything = total + pending;
  if (!from) return { total: everything, offset };
  if (!first) return { total: everything, offset: everything };
  const rank = first.rank === null ? total + (firstPlace ?? 0) : first.rank - base;
  return { total: everything, offset: newestFirst ? everything - rank : rank - 1 };
}

function nextOf(answer: Answer, page: EvmHistoryPage, rows: readonly PlacedRow[]): EvmHistoryPosition | null {
  const { newestFirst, limit, offset, part = WHOLE_HISTORY } = page;
  const positionAfter = newestFirst ? afterOlder : afterNewer;
  const last = rows.at(-1);
  if (!isExamined(part)) {
    return last && rows.length === limit && isFollowed(answer, newestFirst, last)
      ? positionAfter(answer, page.from, last)
      : null;
  }
  if (offset > 0 && !isCounted(answer)) return null;
  if (last && answer.hits > offset + limit) return positionAfter(answer, page.from, last);
  const { end, candidates } = answer;
  if (!end?.examined) return null;
  return end.examined < candidates || (candidates === EXAMINED_ROWS && isFollowed(answer, newestFirst, end))
    ? positionAfter(answer, page.from, end)
    : null;
}

/** Whether something comes after the last row that was gone through. */
function isFollowed({ moreFront, moreKept, base, edge }: Answer, newestFirst: boolean, last: Place): boolean {
  if (!newestFirst) return last.id !== null ? moreFront : moreKept || moreFront;
  return last.id === null ? (last.rank ?? 0) > base + 1 : moreFront || (edge ?? 0) > 0;
}

/** What is confirmed after the first page of a walk was read is not part of it: it goes on below the tip of then. */
function afterOlder({ bound }: Answer, from: EvmHistoryPosition | null, last: Place): EvmHistoryPosition {
  if (last.id === null) return { txKey: last.txKey, pendingId: null };
  return { txKey: Math.min(from?.txKey ?? bound, bound), pendingId: last.id };
}

/** Among unconfirmed ones, all that is confirmed up to the tip of now was shown. */
function afterNewer({ bound }: Answer, from: EvmHistoryPosition | null, last: Place): EvmHistoryPosition {
  if (last.id !== null) return { txKey: bound - 1, pendingId: last.id };
  return { txKey: last.txKey, pendingId: from?.pendingId ?? null };
}
