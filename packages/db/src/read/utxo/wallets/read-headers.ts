import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { type ChainState, queryState, withState } from '../../chain-state.js';

/** A block without its transactions. Hashes are hex in display order, times unix seconds. */
export interface StoredHeader {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: number;
  readonly txCount: number;
  readonly size: number;
  /** Null on chains without witnesses. */
  readonly weight: number | null;
  /** Hex, as it goes over the wire: 80 bytes, of Zcash the 140 before the solution; null in rows of an older version. */
  readonly header: string | null;
  /** Median of its time and those of the ten before it (bitcoin src/chain.h GetMedianTimePast). */
  readonly medianTime: number;
  /** Hex; null at the tip. */
  readonly nextHash: string | null;
}

type HeaderColumns = readonly [
  height: number,
  hash: string,
  parentHash: string,
  time: number,
  txCount: number,
  size: number,
  weight: number | null,
  header: string | null,
  times: readonly number[],
  nextHash: string | null,
];

export interface Headers {
  readonly state: ChainState;
  /** From the highest down. */
  readonly headers: readonly StoredHeader[];
}

/** Which blocks: one by its hash, or some from a height down (null: from the tip). */
export type HeaderRequest = { readonly hash: Buffer } | { readonly from: number | null; readonly count: number };

/** Parameters: $1 hash, $2 height, $3 count. */
function headersStatement(chain: ChainCode): string {
  return `${withState(chain)}, found AS MATERIALIZED (
    (SELECT * FROM ${chain}.blocks WHERE (SELECT live FROM state) AND hash = $1::bytea LIMIT 1)
    UNION ALL
    (SELECT * FROM ${chain}.blocks
     WHERE (SELECT live FROM state) AND $1 IS NULL AND height <= coalesce($2::integer, (SELECT height FROM state))
     ORDER BY height DESC LIMIT $3::integer)
  )
  SELECT (SELECT json FROM state) AS state, (
    SELECT json_agg(json_build_array(f.height, encode(f.hash, 'hex'), encode(f.parent_hash, 'hex'), f.time, f.tx_count,
      f.size, f.weight, encode(f.header, 'hex'),
      (SELECT json_agg(time) FROM ${chain}.blocks WHERE height > f.height - 11 AND height <= f.height),
      (SELECT encode(hash, 'hex') FROM ${chain}.blocks WHERE height = f.height + 1 LIMIT 1)))
    FROM found f) AS headers`;
}

/** @returns null when the chain has no row in sync_state; no headers while its first sync is under way */
export async function readHeaders(db: Queryable, chain: ChainCode, request: HeaderRequest): Promise<Headers | null> {
  const values = 'hash' in request ? [request.hash, null, 1] : [null, request.from, request.count];
  type Row = { headers: readonly HeaderColumns[] | null };
  const row = await queryState<Row>(db, 'headers', chain, headersStatement, values);
  return row && { ...row, headers: (row.headers ?? []).map(storedHeader).sort((a, b) => b.height - a.height) };
}

function storedHeader(columns: HeaderColumns): StoredHeader {
  const [height, hash, parentHash, time, txCount, size, weight, header, times, nextHash] = columns;
  const sorted = [...times].sort((a, b) => a - b);
  const medianTime = sorted[sorted.length >> 1]!;
  return { ...{ height, hash, parentHash, time, txCount, size, weight, header }, medianTime, nextHash };
}
