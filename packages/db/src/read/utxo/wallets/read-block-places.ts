import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { type ChainState, queryState, withState } from '../../chain-state.js';
import { requireWeight } from '../../history-part.js';
import { CONFIRMED_PLACE, type PlaceColumns, type TransactionPlace, transactionPlace } from './place-columns.js';

const HASH_DIGITS = 64;
/** Txids that take as long as a row of a history. */
const TXIDS_PER_ROW = 50;

export interface BlockTxids {
  readonly state: ChainState;
  /** Hex, in the order of the block; null where no block has the hash. */
  readonly txids: readonly string[] | null;
}

/** Parameters: $1 hash of the block, $2 the most transactions that it may have, or NULL. */
function txidsStatement(chain: ChainCode): string {
  return `${withState(chain)}, found AS MATERIALIZED (
    SELECT height::bigint << 20 AS first, tx_count FROM ${chain}.blocks
    WHERE (SELECT live FROM state) AND hash = $1::bytea LIMIT 1
  )
  SELECT (SELECT json FROM state) AS state, (SELECT tx_count FROM found) AS count, (
    SELECT string_agg(encode(txid, 'hex'), '' ORDER BY tx_key) FROM ${chain}.transactions
    WHERE tx_key >= (SELECT first FROM found WHERE $2::integer IS NULL OR tx_count <= $2)
      AND tx_key < (SELECT first + (1::bigint << 20) FROM found)) AS txids`;
}

/** @param mostWeight in rows of a history; null: no bound @throws TooHeavyError */
export async function readBlockTxids(
  db: Queryable,
  chain: ChainCode,
  hash: Buffer,
  mostWeight: number | null,
): Promise<BlockTxids | null> {
  const most = mostWeight === null ? null : mostWeight * TXIDS_PER_ROW;
  type Row = { count: number | null; txids: string | null };
  const row = await queryState<Row>(db, 'block_txids', chain, txidsStatement, [hash, most]);
  if (!row) return null;
  const { state, count, txids } = row;
  if (count === null) return { state, txids: null };
  requireWeight(Math.ceil(count / TXIDS_PER_ROW), mostWeight);
  const each = Array.from({ length: (txids?.length ?? 0) / HASH_DIGITS }, (_, at) =>
    txids!.slice(at * HASH_DIGITS, (at + 1) * HASH_DIGITS),
  );
  return { state, txids: each };
}

export interface BlockPlaces {
  readonly state: ChainState;
  /** Transactions of the block; null where no block has the hash. */
  readonly count: number | null;
  readonly places: readonly TransactionPlace[];
}

/** Parameters: $1 hash of the block, $2 place of the first, $3 limit. */
function placesStatement(chain: ChainCode): string {
  return `${withState(chain)}, found AS MATERIALIZED (
    SELECT * FROM ${chain}.blocks WHERE (SELECT live FROM state) AND hash = $1::bytea LIMIT 1
  )
  SELECT (SELECT json FROM state) AS state, (SELECT tx_count FROM found) AS count, (
    SELECT json_agg(${CONFIRMED_PLACE} ORDER BY t.tx_key)
    FROM found b CROSS JOIN LATERAL (
      SELECT tx_key, txid, fee, size FROM ${chain}.transactions
      WHERE tx_key >= (b.height::bigint << 20) + $2::integer AND tx_key < (b.height::bigint << 20) + $2 + $3::integer) t) AS places`;
}

/** Some transactions of a block, in its order. @returns null when the chain has no row in sync_state */
export async function readBlockPlaces(
  db: Queryable,
  chain: ChainCode,
  hash: Buffer,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<BlockPlaces | null> {
  type Row = { count: number | null; places: readonly PlaceColumns[] | null };
  const row = await queryState<Row>(db, 'block_places', chain, placesStatement, [hash, offset, limit]);
  return row && { ...row, places: (row.places ?? []).map(transactionPlace) };
}
