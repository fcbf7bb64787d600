/** Common part of the checks of transfers: effects of a block on addresses, against their histories. */
import type { ChainCode } from '@chaintrail/chains';
import { halveHistory } from '../read/halve-history.js';
import type { Findings } from '../tables/findings.js';

export interface TransferCheck extends Findings {
  readonly transfers: number;
  /** Pairs of a transaction and an address that it touches. */
  readonly touched: number;
}

/** Both ends are included. One block at a time where blocks are full: each pair costs some twenty index probes. */
export interface BlockSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Queries: for each pair (key, tx_key) of `told` its row of `address_transactions`. That table has no index by
 * transaction, so the row is found by halving the ranks: some twenty index probes.
 * @param last SQL of the last rank to look at; `head.seq` is that of the newest row
 */
export function historyRowsOf(chain: ChainCode, last = 'head.seq'): string {
  return `search(key, tx_key, low, high) AS (
    SELECT t.key, t.tx_key, 1::bigint, ${last}
    FROM told t CROSS JOIN LATERAL (SELECT seq FROM ${chain}.address_transactions WHERE address_key = t.key ORDER BY seq DESC LIMIT 1) head
    UNION ALL
    ${halveHistory(chain, 'search', { carried: 'key, search.tx_key', before: 'search.tx_key', rank: 'middle', address: 'search.key' })}),
  rows_found AS MATERIALIZED (
    SELECT s.key, s.tx_key, h.delta, h.received - coalesce(before.received, 0) AS paid FROM search s
    CROSS JOIN LATERAL (
      SELECT tx_key, delta, received FROM ${chain}.address_transactions WHERE address_key = s.key AND seq = s.low LIMIT 1) h
    LEFT JOIN LATERAL (
      SELECT received FROM ${chain}.address_transactions WHERE address_key = s.key AND seq = s.low - 1 LIMIT 1) before ON true
    WHERE s.low = s.high AND h.tx_key = s.tx_key)`;
}

/**
 * Differences between `told` and `rows_found`.
 * @param more SQL of columns behind the key
 * @param isRight condition on the deltas of `t`, which is told, and `r`, which is found
 */
export function historyFindings(more = '', isRight = 'r.delta = t.delta'): string {
  const found = 'JOIN rows_found r ON r.key = t.key AND r.tx_key = t.tx_key';
  return `SELECT 'not-in-history', t.tx_key, t.key, ${more}'a row in address_transactions', 'none'
      FROM told t LEFT ${found} WHERE r.key IS NULL
      UNION ALL
      SELECT 'delta', t.tx_key, t.key, ${more}t.delta::text, r.delta::text FROM told t ${found} WHERE NOT (${isRight})
      UNION ALL
      SELECT 'paid', t.tx_key, t.key, ${more}t.paid::text, r.paid::text FROM told t ${found} WHERE r.paid <> t.paid`;
}
