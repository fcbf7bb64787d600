import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { type ChainState, queryChain } from '../chain-state.js';
import {
  type Extent,
  formOf,
  isExamined,
  MissingRowsError,
  OF_MENTIONS,
  partValues,
  requireWeight,
  WHOLE_HISTORY,
  walkedPage,
} from '../history-part.js';
import { cosmosHistoryStatement } from './cosmos-history-statement.js';
import type { CosmosHistory, CosmosHistoryPage, CosmosHistoryPosition } from './cosmos-read-model.js';
import { type CosmosTransactionColumns, storedCosmosTransaction } from './cosmos-transaction-columns.js';
import { denominationStatement } from './denomination-statement.js';

type Listed = readonly [
  seq: number,
  place: number,
  delta: string,
  balance: string | null,
  columns: CosmosTransactionColumns,
];

interface StatementRow {
  readonly state: ChainState | null;
  /** Those that are asked for, without looking at each. */
  readonly total: number;
  /** Rows that are gone through, and those of them that are there. */
  readonly expected: number;
  readonly ranged: number;
  /** Whether one page goes through all there is. */
  readonly isCountable: boolean;
  /** Rows that are what is asked for, as far as they were counted. */
  readonly hits: number;
  /** Where rows are looked at: how many of them, and the last one. */
  readonly end: { readonly examined: number; readonly seq: number; readonly place: number } | null;
  readonly listed: readonly Listed[] | null;
  readonly weight: number;
}

/**
 * Reads a page of the history of an address of a Cosmos chain. A page costs the same at any offset. Blocks are final: a
 * walk by `next` shows every transaction once, newest first those that were there when it began.
 * @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way
 */
export async function readCosmosHistory(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  page: CosmosHistoryPage,
): Promise<CosmosHistory | null> {
  const { newestFirst } = page;
  const [answer] = await ask(db, chain, addressKey, page);
  if (!answer?.state) return null;
  requireWeight(answer.weight, page.mostWeight ?? null);
  const { state, expected, ranged, listed } = answer;
  if (ranged !== expected) throw new MissingRowsError(chain, expected, ranged);
  const rows = [...(listed ?? [])].sort(([a], [b]) => (newestFirst ? b - a : a - b));
  return {
    state,
    ...extentOf(answer, page, rows[0]),
    rows: rows.map(([, , delta, balance, columns]) => ({
      ...{ delta, balance },
      // Made when it is asked for: those of a long page take milliseconds.
      get transaction() {
        return storedCosmosTransaction(columns);
      },
    })),
    next: nextOf(answer, page, rows.at(-1)),
  };
}

function ask(db: Queryable, chain: ChainCode, key: Buffer, page: CosmosHistoryPage): Promise<StatementRow[]> {
  const { newestFirst, from, part = WHOLE_HISTORY, mostWeight = null } = page;
  const form = formOf(page);
  const cursor = from?.seq ?? null;
  const { direction, asset } = part;
  // Changes of a denomination are listed: no entry has to be asked.
  if (asset !== null && asset !== 'native' && 'denom' in asset && direction === null) {
    const values = [key, newestFirst, cursor, ...partValues(page).slice(0, 6), asset.denom, mostWeight];
    const build = (code: ChainCode): string => denominationStatement(code, form.compact);
    return queryChain<StatementRow>(db, `denomination${form.suffix}`, chain, build, values);
  }
  const walked = walkedPage(page);
  const values = [
    key,
    newestFirst,
    walked.offset,
    cursor,
    walked.limit,
    mostWeight,
    ...partValues(page).slice(0, -OF_MENTIONS),
  ];
  return queryChain(db, `cosmos_history${form.suffix}`, chain, (code) => cosmosHistoryStatement(code, form), values);
}

/** Whether all that is asked for was looked at, so that it could be counted. */
function isCounted({ isCountable, end, total }: StatementRow): boolean {
  return isCountable && end?.examined === total;
}

function extentOf(
  answer: StatementRow,
  { newestFirst, offset, from, part = WHOLE_HISTORY }: CosmosHistoryPage,
  first?: Listed,
): Extent {
  const { total, hits } = answer;
  if (isExamined(part)) return isCounted(answer) ? { total: hits, offset } : { total: null, offset: null };
  if (!from) return { total, offset };
  return { total, offset: first === undefined ? total : newestFirst ? total - first[1] : first[1] - 1 };
}

/** A page that is not full is the last one, and so is one that ends where the history does. */
function nextOf(answer: StatementRow, page: CosmosHistoryPage, last?: Listed): CosmosHistoryPosition | null {
  const { newestFirst, limit, offset, part = WHOLE_HISTORY } = page;
  const after = (seq: number): CosmosHistoryPosition => ({ seq: newestFirst ? seq - 1 : seq + 1 });
  const isFollowed = (place: number): boolean => (newestFirst ? place > 1 : place < answer.total);
  if (!isExamined(part)) return last && isFollowed(last[1]) ? after(last[0]) : null;
  if (offset > 0 && !isCounted(answer)) return null;
  if (last && answer.hits > offset + limit) return after(last[0]);
  const { end } = answer;
  return end?.examined && isFollowed(end.place) ? after(end.seq) : null;
}
