/** Queries of balances at a height, for every family. */
import type { ChainCode } from '@chaintrail/chains';
import { halveHistory } from './halve-history.js';

/** Queries: `search` has, where `low = high`, the rank of $1's last transaction up to height $2. @param low SQL */
export function lastUpTo(chain: ChainCode, low: string): string {
  // Not named seq: ORDER BY would mean the cast, which the index does not have.
  return `head AS MATERIALIZED (
    SELECT seq::bigint AS last FROM ${chain}.address_transactions WHERE (SELECT live FROM state) AND address_key = $1 ORDER BY seq DESC LIMIT 1
  ), search(low, high) AS (
    SELECT ${low}, last FROM head
    UNION ALL
    ${halveHistory(chain, 'search', { before: '($2::bigint + 1) << 20', rank: 'middle + 1' })}
  )`;
}

/** The JSON of the block at height $2; NULL where it is not indexed. */
export function blockAsked(chain: ChainCode): string {
  return `(SELECT json_build_object('height', height, 'hash', encode(hash, 'hex'), 'time', time)
     FROM ${chain}.blocks WHERE (SELECT live FROM state) AND height = $2::integer LIMIT 1)`;
}
