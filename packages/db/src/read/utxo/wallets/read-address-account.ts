import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { txKey } from '../../../tx-key.js';
import { type ChainState, queryState, withState } from '../../chain-state.js';
import { halveHistory } from '../../halve-history.js';
import {
  CONFIRMED_PLACE,
  PENDING_PLACE,
  type PlaceColumns,
  type TransactionPlace,
  transactionPlace,
} from './place-columns.js';

/** A page by its offset, of the whole history or of a range of heights, both ends in it. */
export interface AddressAccountRequest {
  readonly fromHeight: number | null;
  readonly toHeight: number | null;
  /** Newer confirmed transactions of the range to pass over. */
  readonly offset: number;
  readonly limit: number;
  /** Most unconfirmed ones, the newest. */
  readonly pending: number;
}

/** Amounts are base units in decimal. */
export interface AddressAccount {
  readonly state: ChainState;
  readonly balance: string;
  readonly received: string;
  /** Confirmed transactions of the whole history. */
  readonly total: number;
  /** Transactions of the range. */
  readonly count: number;
  /** Null while unconfirmed transactions are not followed. */
  readonly unconfirmed: { readonly count: number; readonly delta: string } | null;
  /** Newest first, as is {@link confirmed}. */
  readonly pending: readonly TransactionPlace[];
  readonly confirmed: readonly TransactionPlace[];
}

interface AnswerRow extends Omit<AddressAccount, 'state' | 'pending' | 'confirmed'> {
  readonly pending: readonly (readonly [id: number, place: PlaceColumns])[] | null;
  readonly confirmed: readonly (readonly [seq: number, place: PlaceColumns])[] | null;
}

/**
 * Parameters: $1 address key; $2 and $3 the keys of transactions that the range lies between, NULL for no end; $4 offset;
 * $5 limit; $6 most unconfirmed ones. Ends of the range are found by halving.
 */
function addressAccountStatement(chain: ChainCode): string {
  const history = `${chain}.address_transactions`;
  const end = (key: string): string => `(SELECT low FROM ends WHERE key = ${key}::bigint AND low = high LIMIT 1)`;
  return `${withState(chain)}, head AS MATERIALIZED (
    SELECT seq::bigint AS total, balance, received FROM ${history}
    WHERE (SELECT live FROM state) AND address_key = $1 ORDER BY seq DESC LIMIT 1
  ), ends(key, low, high) AS (
    SELECT key, 0::bigint, total FROM head CROSS JOIN (VALUES ($2::bigint), ($3::bigint)) AS k(key) WHERE key IS NOT NULL
    UNION ALL
    ${halveHistory(chain, 'ends', { carried: 'key', before: 'ends.key', rank: 'middle + 1' })}
  ), span AS MATERIALIZED (
    SELECT coalesce(${end('$2')}, 0) AS base, coalesce(${end('$3')}, total) AS top FROM head
  ), page AS MATERIALIZED (
    SELECT seq, tx_key FROM ${history}
    WHERE (SELECT live FROM state) AND address_key = $1
      AND seq > (SELECT base FROM span) AND seq <= (SELECT top FROM span) - $4::bigint
      AND seq > (SELECT top FROM span) - $4 - $5::bigint
  )
  SELECT (SELECT json FROM state) AS state, coalesce((SELECT balance FROM head), 0)::text AS balance,
    coalesce((SELECT received FROM head), 0)::text AS received, coalesce((SELECT total FROM head), 0)::float8 AS total,
    coalesce((SELECT greatest(top - base, 0) FROM span), 0)::float8 AS count,
    CASE WHEN (SELECT followed FROM state) THEN (
      SELECT json_build_object('count', count(*), 'delta', coalesce(sum(delta), 0)::text)
      FROM ${chain}.mempool_address_transactions WHERE address_key = $1 AND tx_key IS NULL) END AS unconfirmed, (
    SELECT json_agg(json_build_array(p.id, ${PENDING_PLACE}))
    FROM (
      SELECT id FROM ${chain}.mempool_address_transactions
      WHERE (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL
      ORDER BY address_key DESC, tx_key DESC, id DESC LIMIT $6::integer) p
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.mempool_transactions WHERE id = p.id LIMIT 1) t) AS pending, (
    SELECT json_agg(json_build_array(p.seq, ${CONFIRMED_PLACE}))
    FROM page p
    CROSS JOIN LATERAL (
      SELECT tx_key, txid, fee, size FROM ${chain}.transactions WHERE tx_key = p.tx_key LIMIT 1) t
    CROSS JOIN LATERAL (
      SELECT height, hash, time FROM ${chain}.blocks WHERE height = (p.tx_key >> 20)::integer LIMIT 1) b) AS confirmed`;
}

/** @returns null when the chain has no row in sync_state; no transactions while its first sync is under way */
export async function readAddressAccount(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  { fromHeight, toHeight, offset, limit, pending }: AddressAccountRequest,
): Promise<AddressAccount | null> {
  const ends = [fromHeight === null ? null : txKey(fromHeight, 0), toHeight === null ? null : txKey(toHeight + 1, 0)];
  const values = [addressKey, ...ends, offset, limit, pending];
  const row = await queryState<AnswerRow>(db, 'address_account', chain, addressAccountStatement, values);
  if (!row) return null;
  const newestFirst = (rows: readonly (readonly [number, PlaceColumns])[] | null): TransactionPlace[] =>
    [...(rows ?? [])].sort(([a], [b]) => b - a).map(([, columns]) => transactionPlace(columns));
  return { ...row, pending: newestFirst(row.pending), confirmed: newestFirst(row.confirmed) };
}

/** Sums of a stretch of time. `time` is its first second; amounts are base units in decimal. */
export interface BalanceChange {
  readonly time: number;
  readonly count: number;
  readonly received: string;
  readonly sent: string;
  /** Part of {@link received} that it paid itself. */
  readonly toSelf: string;
}

/** Rows of a history that are added up in one go. A longer one is not. */
export const MOST_CHANGES_ROWS = 50_000;

/** Parameters: $1 address key, $2 and $3 unix seconds that the blocks lie between, both in it, $4 seconds of a stretch. */
function changesStatement(chain: ChainCode): string {
  return `${withState(chain)}, head AS MATERIALIZED (
    SELECT seq FROM ${chain}.address_transactions
    WHERE (SELECT live FROM state) AND address_key = $1 ORDER BY seq DESC LIMIT 1
  ), rows AS MATERIALIZED (
    SELECT tx_key, delta, received::numeric - lag(received::numeric, 1, 0::numeric) OVER (ORDER BY seq) AS received
    FROM ${chain}.address_transactions
    WHERE address_key = $1 AND (SELECT seq FROM head) <= ${MOST_CHANGES_ROWS} AND seq <= (SELECT seq FROM head)
  ), changes AS MATERIALIZED (
    SELECT b.time - b.time % $4::integer AS time, r.received, r.received - r.delta AS sent
    FROM rows r
    CROSS JOIN LATERAL (SELECT time FROM ${chain}.blocks WHERE height = (r.tx_key >> 20)::integer LIMIT 1) b
    WHERE b.time >= $2::bigint AND b.time <= $3::bigint
  )
  SELECT (SELECT json FROM state) AS state, coalesce((SELECT seq FROM head), 0)::float8 AS total, (
    SELECT json_agg(json_build_object('time', time, 'count', count, 'received', received::text, 'sent', sent::text,
      'toSelf', to_self::text) ORDER BY time)
    FROM (
      SELECT time, count(*) AS count, sum(received) AS received, sum(sent) AS sent,
        coalesce(sum(received) FILTER (WHERE sent > 0), 0) AS to_self
      FROM changes GROUP BY time) grouped) AS changes`;
}

export interface BalanceChanges {
  readonly state: ChainState;
  /** Transactions of the whole history; none is added up above {@link MOST_CHANGES_ROWS}. */
  readonly total: number;
  /** Oldest first. */
  readonly changes: readonly BalanceChange[];
}

export async function readBalanceChanges(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  { from, to, seconds }: { readonly from: number; readonly to: number; readonly seconds: number },
): Promise<BalanceChanges | null> {
  type Row = { total: number; changes: readonly BalanceChange[] | null };
  const values = [addressKey, from, to, seconds];
  const row = await queryState<Row>(db, 'balance_changes', chain, changesStatement, values);
  return row && { ...row, changes: row.changes ?? [] };
}
