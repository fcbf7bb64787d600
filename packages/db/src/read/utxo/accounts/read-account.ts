/** Reads histories of an account's addresses, a part a statement, each with its state. Outside they are merged. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { txKey } from '../../../tx-key.js';
import { type ChainState, queryChain, queryState, withState } from '../../chain-state.js';

/** Addresses of one statement, at most. */
export const ADDRESSES_AT_ONCE = 1_000;

interface Uses {
  readonly state: ChainState;
  /** Confirmed transactions of each address, in their order. */
  readonly counts: readonly number[];
  /** Whether, for each address, an unconfirmed transaction is in its history. */
  readonly pending: readonly boolean[];
}

/** Parameter: $1 address keys. One probe of the index for each. */
function usesStatement(chain: ChainCode): string {
  return `${withState(chain)}, used AS MATERIALIZED (
    SELECT a.place, coalesce((
        SELECT seq FROM ${chain}.address_transactions
        WHERE (SELECT live FROM state) AND address_key = a.key ORDER BY seq DESC LIMIT 1), 0) AS count,
      (SELECT followed FROM state) AND EXISTS (
        SELECT FROM ${chain}.mempool_address_transactions WHERE address_key = a.key AND tx_key IS NULL LIMIT 1) AS pending
    FROM unnest($1::bytea[]) WITH ORDINALITY AS a(key, place)
  )
  SELECT (SELECT json FROM state) AS state, json_agg(count ORDER BY place) AS counts,
    json_agg(pending ORDER BY place) AS pending
  FROM used`;
}

export function readUses(db: Queryable, chain: ChainCode, keys: readonly Buffer[]): Promise<Uses | null> {
  return queryState<Uses>(db, 'account_uses', chain, usesStatement, [keys]);
}

/** Blocks of which rows are read: those above `above` up to that of `hash`. */
export interface AccountSpan {
  /** -1: from the first on. */
  readonly above: number;
  readonly height: number;
  readonly hash: string;
}

/** Rows of one address, oldest first, of so many bytes each: `tx_key`, net effect and what its outputs paid, as int64. */
export const ACCOUNT_ROW_BYTES = 24;
interface AddressRows {
  /** In the list that was asked for, from 0. */
  readonly place: number;
  readonly rows: Buffer;
}

/**
 * Parameters: $1 address keys, $2 and $3 the span of `tx_key`, above and below; $4 height and $5 hash of its block.
 * From the newest row of an address its history is gone through down to the span's beginning. The row before gives what
 * its outputs paid. An amount of one transaction fits 64 bits: that is 92 billion of the coin.
 */
function rowsStatement(chain: ChainCode): string {
  const history = `${chain}.address_transactions`;
  return `${withState(chain)}, known AS MATERIALIZED (
    SELECT FROM ${chain}.blocks WHERE (SELECT live FROM state) AND height = $4::integer AND hash = $5::bytea LIMIT 1
  )
  SELECT (a.place - 1)::integer AS place, r.rows
  FROM known
  CROSS JOIN LATERAL unnest($1::bytea[]) WITH ORDINALITY AS a(key, place)
  CROSS JOIN LATERAL (
    SELECT coalesce((
      SELECT seq FROM ${history} WHERE address_key = a.key AND $2::bigint >= 0 AND tx_key <= $2 ORDER BY seq DESC LIMIT 1), 0) AS base
  ) f
  CROSS JOIN LATERAL (
    SELECT string_agg(int8send(tx_key) || int8send(delta::bigint) || int8send(gained::bigint), '' ORDER BY seq) AS rows
    FROM (
      SELECT seq, tx_key, delta, received - coalesce(lag(received) OVER (ORDER BY seq), 0) AS gained
      FROM ${history} WHERE address_key = a.key AND seq >= base) h
    WHERE seq > base AND tx_key < $3::bigint
  ) r
  WHERE r.rows IS NOT NULL
  UNION ALL
  SELECT -1, NULL FROM known`;
}

/** @returns rows of those addresses that have any; null where the block of the span is not, or no more, on the chain */
export async function readAccountRows(
  db: Queryable,
  chain: ChainCode,
  keys: readonly Buffer[],
  { above, height, hash }: AccountSpan,
): Promise<readonly AddressRows[] | null> {
  const bounds = [txKey(above + 1, 0) - 1, txKey(height + 1, 0)];
  const values = [keys, ...bounds, height, Buffer.from(hash, 'hex')];
  const rows = await queryChain<AddressRows>(db, 'account_rows', chain, rowsStatement, values, keys.length);
  return rows.length === 0 ? null : rows.filter(({ place }) => place >= 0);
}

/** Effect of one unconfirmed transaction on one address. Amounts are base units in decimal. */
export interface PendingEffect {
  readonly id: number;
  /** Hex. */
  readonly key: string;
  readonly delta: string;
  readonly gained: string;
}

/** Parameter: $1 address keys. */
function pendingStatement(chain: ChainCode): string {
  return `${withState(chain)}
  SELECT (SELECT json FROM state) AS state, (
    SELECT json_agg(json_build_object(
      'id', p.id, 'key', encode(p.address_key, 'hex'), 'delta', p.delta::text, 'gained', p.received::text))
    FROM unnest($1::bytea[]) AS a(key)
    CROSS JOIN LATERAL (
      SELECT * FROM ${chain}.mempool_address_transactions WHERE address_key = a.key AND tx_key IS NULL) p
    WHERE (SELECT followed FROM state)) AS effects`;
}

export interface AccountPending {
  readonly state: ChainState;
  /** None while unconfirmed transactions are not followed. */
  readonly effects: readonly PendingEffect[];
}

export async function readAccountPending(
  db: Queryable,
  chain: ChainCode,
  keys: readonly Buffer[],
): Promise<AccountPending | null> {
  type Row = { effects: readonly PendingEffect[] | null };
  const row = await queryState<Row>(db, 'account_pending', chain, pendingStatement, [keys]);
  return row && { ...row, effects: row.effects ?? [] };
}

/** Effects of others' transactions that are looked at, at most, for those of an account. */
const MOST_NEW_EFFECTS = 5_000;

/** Parameters: $1 the id above which all are new, $2 ids that were known. */
function pendingSinceStatement(chain: ChainCode): string {
  return `${withState(chain)}, added AS MATERIALIZED (
    SELECT id, address_key, delta, received FROM ${chain}.mempool_address_transactions
    WHERE (SELECT followed FROM state) AND $1::bigint >= 0 AND id > $1 AND tx_key IS NULL LIMIT ${MOST_NEW_EFFECTS} + 1
  )
  SELECT (SELECT json FROM state) AS state, (SELECT followed FROM state) AS "isFollowed",
    coalesce((SELECT max(id) FROM ${chain}.mempool_transactions), 0)::float8 AS "newestId",
    CASE WHEN (SELECT count(*) FROM added) <= ${MOST_NEW_EFFECTS} THEN (
      SELECT coalesce(json_agg(json_build_object(
        'id', id, 'key', encode(address_key, 'hex'), 'delta', delta::text, 'gained', received::text)), '[]') FROM added) END AS effects,
    (SELECT coalesce(json_agg(m.id), '[]') FROM unnest($2::bigint[]) AS a(id)
     CROSS JOIN LATERAL (
       SELECT id FROM ${chain}.mempool_transactions WHERE id = a.id AND tx_key IS NULL LIMIT 1) m) AS still`;
}

export interface PendingNews {
  readonly state: ChainState;
  readonly isFollowed: boolean;
  /** Highest id of an unconfirmed transaction, whosever it is. */
  readonly newestId: number;
  /** Effects of all transactions above the id, of anybody; null where they are too many to look at. */
  readonly effects: readonly PendingEffect[] | null;
  /** Which of the known ones are unconfirmed still. */
  readonly still: readonly number[];
}

export async function readPendingSince(
  db: Queryable,
  chain: ChainCode,
  id: number,
  known: readonly number[],
): Promise<PendingNews | null> {
  return queryState<PendingNews>(db, 'account_pending_since', chain, pendingSinceStatement, [id, known]);
}

/** Parameters: $1 heights, $2 hashes. */
function keptStatement(chain: ChainCode): string {
  return `${withState(chain)}
  SELECT (SELECT json FROM state) AS state, (
    SELECT max(b.height) FROM unnest($1::integer[], $2::bytea[]) AS a(height, hash)
    CROSS JOIN LATERAL (
      SELECT height FROM ${chain}.blocks
      WHERE (SELECT live FROM state) AND height = a.height AND hash = a.hash LIMIT 1) b) AS height`;
}

/** @returns the state, and the highest of these blocks that is on the chain still; null for none */
export async function readKeptBlock(
  db: Queryable,
  chain: ChainCode,
  blocks: readonly { readonly height: number; readonly hash: string }[],
): Promise<{ readonly state: ChainState; readonly height: number | null } | null> {
  const values = [blocks.map(({ height }) => height), blocks.map(({ hash }) => Buffer.from(hash, 'hex'))];
  return queryState<{ readonly height: number | null }>(db, 'account_kept', chain, keptStatement, values);
}
