import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { queryChain } from '../chain-state.js';
import { formOf, OF_MENTIONS, partValues, WHOLE_HISTORY, walkedPage } from '../history-part.js';
import { type Confirmed, type PageHead, pageOf, type RowKind, WITHOUT_MEMPOOL } from '../walk-history.js';
import { cosmosHistoryStatement } from './cosmos-history-statement.js';
import type { CosmosHistory, CosmosHistoryPage, CosmosHistoryRow } from './cosmos-read-model.js';
import { type CosmosTransactionColumns, storedCosmosTransaction } from './cosmos-transaction-columns.js';
import { denominationStatement } from './denomination-statement.js';

type Head = PageHead<CosmosTransactionColumns>;

interface StatementRow extends Omit<Head, keyof typeof WITHOUT_MEMPOOL | 'candidates'> {
  /** Absent where they are what is {@link ranged}. */
  readonly candidates?: number;
  readonly listed: readonly Confirmed<CosmosTransactionColumns>[] | null;
}

const KIND: RowKind<CosmosTransactionColumns, CosmosHistoryRow> = {
  row: (delta, balance, _, columns) => ({
    delta,
    balance,
    // Made when it is asked for: those of a long page take milliseconds.
    get transaction() {
      return storedCosmosTransaction(columns);
    },
  }),
  keyOf: null,
};

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
  const [answer] = await ask(db, chain, addressKey, page);
  const from = page.from && { place: page.from.seq, pendingId: null };
  const head = answer ? { ...WITHOUT_MEMPOOL, candidates: answer.ranged, ...answer } : null;
  const found = pageOf(chain, KIND, { ...page, from }, head, answer?.listed ?? []);
  if (!found) return null;
  const { state, total, offset, rows, next } = found;
  return { state, total, offset, rows, next: next && { seq: next.place } };
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
