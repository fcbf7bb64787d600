/** Events of addresses since somebody was told last. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { queryChain } from '../chain-state.js';
import type { CosmosHistoryRow } from '../cosmos/cosmos-read-model.js';
import { type CosmosTransactionColumns, storedCosmosTransaction } from '../cosmos/cosmos-transaction-columns.js';
import type { EvmHistoryRow } from '../evm/evm-read-model.js';
import { type EvmTransactionColumns, storedEvmTransaction } from '../evm/evm-transaction-columns.js';
import type { Dropped } from '../transaction-statement.js';
import {
  storedUtxoTransaction,
  type UtxoHistoryRow,
  type UtxoTransactionColumns,
} from '../utxo/utxo-transaction-columns.js';
import { arrivedStatement, type NewsKind, newsStatement, touchedStatement } from './news-statement.js';
import type { StreamMarks } from './stream-marks.js';

/** A place in the order in which things are told: `at` is a `tx_key`, or the id of an unconfirmed transaction. */
export interface NewsPlace {
  readonly at: number;
  /**
   * The address that was told of it last, hex, with the `tx_key` of its deposit behind it where the outcome of that was
   * told; null: all were.
   */
  readonly key: string | null;
}

export interface NewsQuery {
  readonly kind: NewsKind;
  /** Hex. */
  readonly keys: readonly string[];
  readonly after: NewsPlace;
  /** The last place to tell of. */
  readonly to: number;
  readonly limit: number;
}

export interface NewsPage<Row> {
  readonly marks: StreamMarks;
  /** Up to where these are all; null where there are no more. */
  readonly next: NewsPlace | null;
  /** By place. */
  readonly rows: readonly TellingRow<Row>[];
}

interface TellingRow<Row> {
  /** Address, hex. */
  readonly key: string;
  readonly place: NewsPlace;
  /** Hash of the block of the place; null of what is pending. */
  readonly block: string | null;
  /** How it left the mempool; null of what did not. */
  readonly dropped: Dropped | null;
  readonly row: Row;
}

type Columns = readonly [
  ...[key: string, at: number, order: string, block: string | null, dropped: Dropped | null],
  ...row: unknown[],
];

interface StatementRow {
  readonly marks: StreamMarks | null;
  readonly more: boolean;
  readonly edge: string | null;
  readonly rows: readonly Columns[] | null;
}

/** @returns null where the database has no such chain; so do the others */
export function readUtxoNews(
  db: Queryable,
  chain: ChainCode,
  query: NewsQuery,
): Promise<NewsPage<UtxoHistoryRow> | null> {
  return readNews(db, chain, query, (delta, balance, gained, columns) => ({
    ...{ delta: delta as string, balance: balance as string | null, gained: gained as string },
    transaction: storedUtxoTransaction(columns as UtxoTransactionColumns),
  }));
}

/** Balances after transactions are not told: some would have to be asked for. */
export function readEvmNews(
  db: Queryable,
  chain: ChainCode,
  query: NewsQuery,
): Promise<NewsPage<EvmHistoryRow> | null> {
  return readNews(db, chain, query, (delta, columns) => ({
    ...{ delta: delta as string, balance: null },
    transaction: storedEvmTransaction(columns as EvmTransactionColumns),
  }));
}

export function readCosmosNews(
  db: Queryable,
  chain: ChainCode,
  query: NewsQuery,
): Promise<NewsPage<CosmosHistoryRow> | null> {
  return readNews(db, chain, query, (delta, balance, columns) => ({
    ...{ delta: delta as string, balance: balance as string | null },
    transaction: storedCosmosTransaction(columns as CosmosTransactionColumns),
  }));
}

async function readNews<Row>(
  db: Queryable,
  chain: ChainCode,
  { kind, keys, after, to, limit }: NewsQuery,
  rowOf: (...columns: unknown[]) => Row,
): Promise<NewsPage<Row> | null> {
  const values = [keys.map(bytes), after.at, after.key === null ? null : bytes(after.key), to, limit];
  const build = () => newsStatement(chain, kind);
  const [answer] = await queryChain<StatementRow>(db, `stream_${kind}`, chain, build, values);
  if (!answer?.marks) return null;
  const rows = (answer.rows ?? []).map(([key, at, order, block, dropped, ...columns]): TellingRow<Row> => {
    return { key, place: { at, key: order }, block, dropped, row: rowOf(...columns) };
  });
  return { marks: answer.marks, next: nextPlace(answer, rows, limit), rows };
}

/** A page that is full ends with its last row; another one where nothing more was looked at. */
function nextPlace<Row>(
  { more, edge }: StatementRow,
  rows: readonly TellingRow<Row>[],
  limit: number,
): NewsPlace | null {
  if (!more) return null;
  return rows.length < limit && edge !== null ? { at: Number(edge), key: null } : (rows.at(-1)?.place ?? null);
}

/** Addresses of which there may be something to tell. */
export interface TouchedKeys {
  readonly marks: StreamMarks;
  readonly keys: readonly string[];
}

/** @returns which of the addresses have anything from a place on; null where the database has no such chain */
export function readTouchedKeys(
  db: Queryable,
  chain: ChainCode,
  kind: NewsKind,
  keys: readonly string[],
  from: number,
): Promise<TouchedKeys | null> {
  const build = () => touchedStatement(chain, kind);
  return askKeys(db, chain, `stream_touched_${kind}`, build, [keys.map(bytes), from]);
}

/** @returns whose unconfirmed transactions arrived with these ids, `limit` rows of them; null: no such chain */
export function readArrivedKeys(
  db: Queryable,
  chain: ChainCode,
  from: number,
  to: number,
  limit: number,
): Promise<TouchedKeys | null> {
  return askKeys(db, chain, 'stream_arrived', arrivedStatement, [from, to, limit]);
}

async function askKeys(
  db: Queryable,
  chain: ChainCode,
  name: string,
  build: (chain: ChainCode) => string,
  values: unknown[],
): Promise<TouchedKeys | null> {
  type Row = { readonly marks: StreamMarks | null; readonly keys: readonly string[] | null };
  const [answer] = await queryChain<Row>(db, name, chain, build, values);
  return answer?.marks ? { marks: answer.marks, keys: answer.keys ?? [] } : null;
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
