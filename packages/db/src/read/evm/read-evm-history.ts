import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { MOST, type PublicChainState, queryChain } from '../chain-state.js';
import { MissingRowsError } from '../read-history.js';
import { accountHistoryStatement } from './history-statement.js';
import { type KnownBalance, knownParameters } from './known-balance.js';
import type { EvmHistory, EvmHistoryPage, EvmHistoryPosition, EvmHistoryRow } from './stored.js';
import { type EvmTransactionColumns, storedEvmTransaction } from './transaction-columns.js';

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
  /** Confirmed ones. */
  readonly total: number;
  readonly pending: number;
  /** First key above the tip. */
  readonly bound: number;
  /** Confirmed ones that are older than where the page begins, from both lists. Null in a damaged index, as is `expected`. */
  readonly edge: number | null;
  readonly expected: number | null;
  readonly ranged: number;
  readonly chosen: number;
  readonly moreFront: boolean;
  readonly moreKept: boolean;
  /** With a cursor: the place among the pending ones, the oldest 1, of the page's first pending one. */
  readonly firstPlace: number | null;
  readonly confirmed: readonly Confirmed[] | null;
  readonly waiting: readonly Waiting[] | null;
  readonly wanted: BlockRef | null;
}

/** A row with what says where it stands: `rank` and `txKey`, null while it is pending; `id` where it is of the front. */
interface PlacedRow {
  readonly id: number | null;
  readonly rank: number | null;
  readonly txKey: number | null;
  readonly row: EvmHistoryRow;
}

/**
 * Reads a page of the history of an address of an account chain. A page costs the same at any offset, and a walk by `next`
 * shows every transaction once that is there all the while, whatever blocks, traces and rollbacks do meanwhile.
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
  const { newestFirst, offset, from, limit } = page;
  const txKey = from && (from.txKey ?? (newestFirst ? MOST : -1));
  // Oldest first, a walk that has shown nothing unconfirmed has all of it before it; newest first, none of it is left.
  const pendingId = from && (from.pendingId ?? (newestFirst ? null : -1));
  const answers = await queryChain<Answer>(db, 'account_history', chain, accountHistoryStatement, [
    addressKey,
    newestFirst,
    offset,
    txKey,
    pendingId,
    limit,
    ...knownParameters(known),
  ]);
  const answer = answers[0];
  if (!answer?.state) return null;
  const rows = rowsOf(chain, answer, newestFirst);
  return {
    state: answer.state,
    total: answer.total + answer.pending,
    offset: offsetOf(answer, page, rows[0]),
    rows: rows.map(({ row }) => row),
    next: nextOf(answer, page, rows),
    wanted: answer.wanted,
  };
}

function rowsOf(chain: ChainCode, answer: Answer, newestFirst: boolean): PlacedRow[] {
  const waiting = (answer.waiting ?? []).map(([id, delta, columns]) => ({
    ...{ id, rank: null, txKey: null },
    row: { delta, balance: null, transaction: storedEvmTransaction(columns) },
  }));
  const confirmed = (answer.confirmed ?? []).map(([id, rank, txKey, delta, balance, columns]) => ({
    ...{ id, rank, txKey },
    row: { delta, balance, transaction: storedEvmTransaction(columns) },
  }));
  const front = [...waiting, ...confirmed.filter(({ id }) => id !== null)].sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
  const kept = confirmed.filter(({ id }) => id === null).sort((a, b) => a.rank - b.rank);
  const { expected, ranged, chosen } = answer;
  if (ranged !== expected) throw new MissingRowsError(chain, expected ?? answer.total, ranged);
  if (front.length !== chosen) throw new MissingRowsError(chain, chosen, front.length);
  const oldestFirst = [...kept, ...front];
  return newestFirst ? oldestFirst.reverse() : oldestFirst;
}

function offsetOf(answer: Answer, { newestFirst, offset, from }: EvmHistoryPage, first?: PlacedRow): number {
  if (!from) return offset;
  const { total, pending, firstPlace } = answer;
  const everything = total + pending;
  if (!first) return everything;
  const rank = first.rank ?? total + (firstPlace ?? 0);
  return newestFirst ? everything - rank : rank - 1;
}

function nextOf(answer: Answer, page: EvmHistoryPage, rows: readonly PlacedRow[]): EvmHistoryPosition | null {
  const last = rows.at(-1);
  if (!last || rows.length < page.limit) return null;
  return page.newestFirst ? nextOlder(answer, page.from, last) : nextNewer(answer, page.from, last);
}

/** What is confirmed after the first page of a walk was read is not part of it: it goes on below the tip of then. */
function nextOlder(answer: Answer, from: EvmHistoryPosition | null, last: PlacedRow) {
  const { bound, edge, moreFront } = answer;
  if (last.id === null) return (last.rank ?? 0) > 1 ? { txKey: last.txKey, pendingId: null } : null;
  const txKey = Math.min(from?.txKey ?? bound, bound);
  return moreFront || (edge ?? 0) > 0 ? { txKey, pendingId: last.id } : null;
}

/** Among unconfirmed ones, all that is confirmed up to the tip of now was shown. */
function nextNewer(answer: Answer, from: EvmHistoryPosition | null, last: PlacedRow) {
  const { bound, moreFront, moreKept } = answer;
  if (last.id !== null) return moreFront ? { txKey: bound - 1, pendingId: last.id } : null;
  return moreKept || moreFront ? { txKey: last.txKey, pendingId: from?.pendingId ?? null } : null;
}
