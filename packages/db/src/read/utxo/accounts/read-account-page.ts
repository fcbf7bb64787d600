/** Transactions of an account's page, which its list names by `tx_key`, and by id while they are unconfirmed. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { DROPPED } from '../../../tx-key.js';
import { type ChainState, queryChain, withState } from '../../chain-state.js';
import {
  asked,
  type HistoryPart,
  partParameters,
  partValues,
  requireWeight,
  WHOLE_HISTORY,
} from '../../history-part.js';
import { OF_BLOCK } from '../../transaction-lists.js';
import { DROPPED_JSON, type Dropped } from '../../transaction-statement.js';
import {
  type StoredUtxoTransaction,
  storedUtxoTransaction,
  type UtxoTransactionColumns,
} from '../utxo-transaction-columns.js';
import { confirmedUtxoJson, listedUtxoWeight, pendingUtxoJson, READ_ARRAYS } from '../utxo-transaction-json.js';

/** Parameters: $1 keys, $2 ids, $3 what the page may weigh besides its rows, or NULL. */
function pageStatement(chain: ChainCode): string {
  return `${withState(chain)}, confirmed AS MATERIALIZED (
    SELECT t.* FROM unnest($1::bigint[]) AS a(key)
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE (SELECT live FROM state) AND tx_key = a.key LIMIT 1) t
  ), pending AS MATERIALIZED (
    SELECT t.* FROM unnest($2::bigint[]) AS a(id)
    CROSS JOIN LATERAL (
      SELECT * FROM ${chain}.mempool_transactions WHERE (SELECT live FROM state) AND id = a.id LIMIT 1) t
  ), page_weight AS MATERIALIZED (
    SELECT coalesce(sum(weight), 0) AS weight FROM (
      SELECT ${listedUtxoWeight()} AS weight FROM confirmed t
      UNION ALL SELECT ${listedUtxoWeight(READ_ARRAYS.pending)} FROM pending t) each
  ), light AS MATERIALIZED (SELECT $3::integer IS NULL OR weight <= $3 AS is_light FROM page_weight)
  SELECT (SELECT json FROM state) AS state, weight::float8, NULL::float8 AS key, NULL::float8 AS id, NULL::json AS row
  FROM page_weight
  UNION ALL
  SELECT NULL, NULL, t.tx_key::float8, NULL, ${confirmedUtxoJson(chain, OF_BLOCK)}
  FROM confirmed t
  CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
  WHERE (SELECT is_light FROM light)
  UNION ALL
  SELECT NULL, NULL, NULL, t.id::float8, ${pendingUtxoJson(chain, OF_BLOCK)} FROM pending t WHERE (SELECT is_light FROM light)`;
}

interface PageRow {
  readonly state: ChainState | null;
  readonly weight: number | null;
  readonly key: number | null;
  readonly id: number | null;
  readonly row: UtxoTransactionColumns | null;
}

/** The rows that were found: a reorg, or the mempool, may have taken others. */
export interface AccountPage {
  readonly state: ChainState;
  readonly confirmed: ReadonlyMap<number, StoredUtxoTransaction>;
  readonly pending: ReadonlyMap<number, StoredUtxoTransaction>;
}

/** @returns null when the chain has no row in sync_state @throws TooHeavyError */
export async function readAccountTransactions(
  db: Queryable,
  chain: ChainCode,
  txKeys: readonly number[],
  ids: readonly number[],
  mostWeight: number | null,
): Promise<AccountPage | null> {
  const values = [txKeys, ids, mostWeight];
  const most = txKeys.length + ids.length;
  const [head, ...rows] = await queryChain<PageRow>(db, 'account_page', chain, pageStatement, values, most + 1);
  if (!head?.state) return null;
  requireWeight(head.weight ?? 0, mostWeight);
  const confirmed = new Map<number, StoredUtxoTransaction>();
  const pending = new Map<number, StoredUtxoTransaction>();
  for (const { key, id, row } of rows) {
    if (key !== null) confirmed.set(key, storedUtxoTransaction(row!));
    else if (id !== null) pending.set(id, storedUtxoTransaction(row!));
  }
  return { state: head.state, confirmed, pending };
}

/** Parameters: those of {@link partParameters}, of which the ends alone are used. */
function rangesStatement(chain: ChainCode): string {
  return `${withState(chain)}, ${asked(chain, { part: true, compact: false }, partParameters(1))}
  SELECT (SELECT json_agg(json_build_array(lower(keys), upper(keys)))
    FROM unnest((SELECT keys FROM asked)) AS keys) AS ranges`;
}

/** Transactions of blocks in a part of time or height, as ranges of `tx_key`: from the first up to before the last. */
export type KeyRanges = readonly (readonly [from: number, below: number])[];

export async function readKeyRanges(
  db: Queryable,
  chain: ChainCode,
  { since, until }: Pick<HistoryPart, 'since' | 'until'>,
): Promise<KeyRanges> {
  if (since === null && until === null) return [[0, Number.POSITIVE_INFINITY]];
  const part = { ...WHOLE_HISTORY, since, until };
  const values = partValues({ newestFirst: true, offset: 0, limit: 1, part }).slice(0, 4);
  type Row = { ranges: readonly (readonly [number | null, number | null])[] | null };
  const [row] = await queryChain<Row>(db, 'account_ranges', chain, rangesStatement, values);
  return (row?.ranges ?? []).map(([from, below]) => [from ?? 0, below ?? Number.POSITIVE_INFINITY]);
}

/** Transactions whose fees are read at once, at most. */
export const FEES_AT_ONCE = 10_000;

const FEES_OF = {
  confirmed: { name: 'account_fees', table: 'transactions', column: 'tx_key' },
  pending: { name: 'account_pending_fees', table: 'mempool_transactions', column: 'id' },
} as const;

/** Fees by `tx_key`, or id; base units in decimal, null: not known. @param keys at most {@link FEES_AT_ONCE} */
export async function readFees(
  db: Queryable,
  chain: ChainCode,
  of: keyof typeof FEES_OF,
  keys: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const { name, table, column } = FEES_OF[of];
  const build = (code: ChainCode): string => `${withState(code)}
    SELECT t.${column}::float8 AS key, t.fee::text FROM unnest($1::bigint[]) AS a(key)
    CROSS JOIN LATERAL (
      SELECT ${column}, fee FROM ${code}.${table} WHERE (SELECT live FROM state) AND ${column} = a.key LIMIT 1) t`;
  type Row = { key: number; fee: string | null };
  const rows = await queryChain<Row>(db, name, chain, build, [keys], keys.length);
  return new Map(rows.map(({ key, fee }) => [key, fee]));
}

export interface BlockTimes {
  readonly state: ChainState;
  /** Header times of blocks by height, unix seconds, of those that are on the chain. */
  readonly times: ReadonlyMap<number, number>;
}

/** @returns null when the chain has no row in sync_state */
export async function readBlockTimes(
  db: Queryable,
  chain: ChainCode,
  heights: readonly number[],
): Promise<BlockTimes | null> {
  const build = (code: ChainCode): string => `${withState(code)}
    SELECT json AS state, (
      SELECT json_agg(json_build_array(height, time)) FROM ${code}.blocks
      WHERE (SELECT live FROM state) AND height = ANY ($1::integer[])) AS times
    FROM state`;
  type Row = { state: ChainState; times: [number, number][] | null };
  const [row] = await queryChain<Row>(db, 'block_times', chain, build, [heights]);
  return row ? { state: row.state, times: new Map(row.times) } : null;
}

/** Ids that transactions had while unconfirmed, by `tx_key`, from a key on. @param keys at most ADDRESSES_AT_ONCE */
export async function readTakenIds(
  db: Queryable,
  chain: ChainCode,
  keys: readonly Buffer[],
  from: number,
): Promise<ReadonlyMap<number, number>> {
  const build = (code: ChainCode): string => `${withState(code)}
    SELECT DISTINCT m.tx_key::float8 AS key, m.id::float8 FROM unnest($1::bytea[]) AS a(key)
    CROSS JOIN LATERAL (
      SELECT tx_key, id FROM ${code}.mempool_address_transactions
      WHERE (SELECT live FROM state) AND address_key = a.key AND tx_key >= $2::bigint) m`;
  const rows = await queryChain<{ key: number; id: number }>(db, 'account_taken', chain, build, [keys, from]);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** A transaction of the account that left the mempool without a block. */
export interface DroppedTransaction {
  readonly id: number;
  readonly txid: string;
  readonly dropped: Dropped;
}

/** Dropped transactions of these addresses, by ids above the first up to the last, in their order. */
export async function readAccountDropped(
  db: Queryable,
  chain: ChainCode,
  keys: readonly Buffer[],
  { above, to, limit }: { readonly above: number; readonly to: number; readonly limit: number },
): Promise<readonly DroppedTransaction[]> {
  const build = (code: ChainCode): string => `${withState(code)}, found AS MATERIALIZED (
    SELECT DISTINCT e.id FROM unnest($1::bytea[]) AS a(key)
    CROSS JOIN LATERAL (
      SELECT id FROM ${code}.mempool_address_transactions
      WHERE (SELECT followed FROM state) AND address_key = a.key AND tx_key = ${DROPPED} AND id > $2::bigint AND id <= $3::bigint
      ORDER BY address_key, tx_key, id LIMIT $4) e
    ORDER BY e.id LIMIT $4
  )
  SELECT t.id::float8, encode(t.txid, 'hex') AS txid, ${DROPPED_JSON} AS dropped FROM found f
  CROSS JOIN LATERAL (SELECT * FROM ${code}.mempool_transactions WHERE id = f.id LIMIT 1) t ORDER BY t.id`;
  return queryChain<DroppedTransaction>(db, 'account_dropped', chain, build, [keys, above, to, limit], limit);
}
