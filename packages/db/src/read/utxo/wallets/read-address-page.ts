import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { type ChainState, queryState, withState } from '../../chain-state.js';
import { halveHistory } from '../../halve-history.js';
import {
  CONFIRMED_PLACE,
  PENDING_PLACE,
  type PlaceColumns,
  type TransactionPlace,
  transactionPlace,
} from './place-columns.js';

/** Which part of a history: confirmed transactions from a rank down, behind a transaction, or from the newest on. */
export interface AddressPageRequest {
  /** 32 bytes in display order. */
  readonly after?: Buffer;
  /** Rank of the first, the oldest is 1. */
  readonly from?: number;
  readonly limit: number;
  /** Most unconfirmed ones, the newest. */
  readonly pending: number;
}

/** A confirmed transaction of an address. `delta` is base units, signed. */
interface AddressPlace extends TransactionPlace {
  readonly seq: number;
  readonly delta: string;
}

export interface AddressPage {
  readonly state: ChainState;
  /** Newest first. */
  readonly pending: readonly (TransactionPlace & { readonly delta: string })[];
  /** Newest first; empty where `after` is none of the address's. */
  readonly confirmed: readonly AddressPlace[];
  /** Whether the address has confirmed transactions, and `after` among them where that is given. */
  readonly isKnown: boolean;
}

interface AnswerRow {
  readonly pending: readonly (readonly [id: number, delta: string, place: PlaceColumns])[] | null;
  readonly confirmed: readonly (readonly [seq: number, delta: string, place: PlaceColumns])[] | null;
  readonly isKnown: boolean;
}

/** Parameters: $1 address key, $2 `after`, $3 `from`, $4 limit, $5 most unconfirmed ones. Ranks behind `after` are found by halving. */
function addressPageStatement(chain: ChainCode): string {
  const history = `${chain}.address_transactions`;
  return `${withState(chain)}, edge AS MATERIALIZED (
    SELECT tx_key FROM (
      SELECT tx_key FROM ${chain}.transactions WHERE (SELECT live FROM state) AND txid = $2::bytea OFFSET 0) same
    ORDER BY tx_key DESC LIMIT 1
  ), head AS MATERIALIZED (
    SELECT seq::bigint AS last FROM ${history} WHERE (SELECT live FROM state) AND address_key = $1 ORDER BY seq DESC LIMIT 1
  ), search(low, high) AS (
    SELECT 1::bigint, last FROM head WHERE EXISTS (SELECT FROM edge)
    UNION ALL
    ${halveHistory(chain, 'search', { before: '(SELECT tx_key FROM edge)', rank: 'middle' })}
  ), top AS MATERIALIZED (
    SELECT CASE WHEN $3::bigint IS NOT NULL THEN $3 WHEN $2 IS NULL THEN (SELECT last FROM head) ELSE (
      SELECT low - 1 FROM search WHERE low = high AND EXISTS (
        SELECT FROM ${history} WHERE address_key = $1 AND seq = low AND tx_key = (SELECT tx_key FROM edge))) END AS last
  ), page AS MATERIALIZED (
    SELECT seq, tx_key, delta FROM ${history}
    WHERE (SELECT live FROM state) AND address_key = $1
      AND seq <= (SELECT last FROM top) AND seq > (SELECT last FROM top) - $4::bigint
  )
  SELECT (SELECT json FROM state) AS state, (
    SELECT json_agg(json_build_array(p.id, p.delta::text, ${PENDING_PLACE}))
    FROM (
      SELECT id, delta FROM ${chain}.mempool_address_transactions
      WHERE (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL
      ORDER BY address_key DESC, tx_key DESC, id DESC LIMIT $5::integer) p
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.mempool_transactions WHERE id = p.id LIMIT 1) t) AS pending, (
    SELECT json_agg(json_build_array(p.seq, p.delta::text, ${CONFIRMED_PLACE}))
    FROM page p
    CROSS JOIN LATERAL (
      SELECT tx_key, txid, fee, size FROM ${chain}.transactions WHERE tx_key = p.tx_key LIMIT 1) t
    CROSS JOIN LATERAL (
      SELECT height, hash, time FROM ${chain}.blocks WHERE height = (p.tx_key >> 20)::integer LIMIT 1) b) AS confirmed,
    (SELECT last IS NOT NULL FROM top) AS "isKnown"`;
}

/** @returns null when the chain has no row in sync_state; no transactions while its first sync is under way */
export async function readAddressPage(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  { after, from, limit, pending }: AddressPageRequest,
): Promise<AddressPage | null> {
  const values = [addressKey, after ?? null, from ?? null, limit, pending];
  const row = await queryState<AnswerRow>(db, 'address_page', chain, addressPageStatement, values);
  if (!row) return null;
  const newestFirst = <T extends readonly [number, ...unknown[]]>(rows: readonly T[] | null): T[] =>
    [...(rows ?? [])].sort(([a], [b]) => b - a);
  return {
    state: row.state,
    isKnown: row.isKnown,
    pending: newestFirst(row.pending).map(([, delta, columns]) => ({ ...transactionPlace(columns), delta })),
    confirmed: newestFirst(row.confirmed).map(([seq, delta, columns]) => ({
      ...transactionPlace(columns),
      ...{ seq, delta },
    })),
  };
}
