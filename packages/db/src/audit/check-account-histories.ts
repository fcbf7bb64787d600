/** Histories of an account chain's addresses as blocks tell them, a bounded number of rows at a time. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import { lookOnce } from './audit-session.js';
import type { HistoryCursor, KeyRange } from './check-utxo-histories.js';
import { FINDING_COLUMNS, type Findings } from './findings.js';

/** Above every key of 20 bytes. */
const KEYS_END = 'ff'.repeat(21);

/**
 * @returns ranges that together hold every key of an account chain, in order: one for each beginning of so many bytes
 */
export function accountKeyRanges(bytes: number): KeyRange[] {
  const starts = Array.from({ length: 256 ** bytes }, (_, n) => n.toString(16).padStart(2 * bytes, '0'));
  return starts.map((start, n) => ({ from: n === 0 ? '' : start, to: starts[n + 1] ?? KEYS_END }));
}
export const ALL_ACCOUNT_KEYS: KeyRange = { from: '', to: KEYS_END };

export interface AccountHistoryStretch extends Findings {
  /** Rows looked at for the first time. */
  readonly rows: number;
  /** Addresses whose histories ended in it. */
  readonly addresses: number;
  /** Null at the end of the range. */
  readonly next: HistoryCursor | null;
}

/**
 * As the statement of `check-utxo-histories.ts` walks. Sums of deltas may be below zero: what internal transfers paid is not
 * in
 * them.
 */
const STATEMENT = (chain: ChainCode) => `
  WITH history AS MATERIALIZED (
    SELECT address_key, seq, tx_key, delta, balance, received FROM ${chain}.address_transactions
    WHERE (address_key, seq) >= (decode($1, 'hex'), $2::bigint) AND address_key < decode($3, 'hex')
    ORDER BY address_key, seq LIMIT $4),
  size AS (SELECT count(*) AS rows, count(*) = $4 AS is_full, count(*) FILTER (WHERE address_key = decode($1, 'hex') AND seq = $2::bigint) AS seen FROM history),
  edge AS (SELECT address_key, seq FROM history ORDER BY address_key DESC, seq DESC LIMIT 1),
  upto AS MATERIALIZED (SELECT CASE WHEN is_full THEN edge.address_key ELSE decode($3, 'hex') END AS key FROM size LEFT JOIN edge ON true),
  cursor AS MATERIALIZED (SELECT (height + 1)::bigint << 20 AS tx_key FROM ${chain}.sync_state),
  walk AS MATERIALIZED (
    SELECT history.*, lag(seq) OVER w AS seq_before, lag(tx_key) OVER w AS tx_key_before, lag(balance) OVER w AS balance_before,
      lag(received) OVER w AS received_before, lead(seq) OVER w IS NULL AS is_last,
      address_key = decode($1, 'hex') AND seq = $2::bigint AS is_seen
    FROM history WINDOW w AS (PARTITION BY address_key ORDER BY seq)),
  ends AS MATERIALIZED (SELECT address_key FROM walk, upto WHERE is_last AND address_key < upto.key),
  findings AS MATERIALIZED (
    SELECT problem, 'address_key ' || encode(address_key, 'hex') || coalesce(' seq ' || seq, '') AS place, expected, found FROM (
      SELECT 'rank' AS problem, address_key, seq, (coalesce(seq_before, 0) + 1)::text AS expected, seq::text AS found
      FROM walk WHERE NOT is_seen AND seq <> coalesce(seq_before, 0) + 1
      UNION ALL
      SELECT 'balance', address_key, seq, (coalesce(balance_before, 0) + delta)::text, balance::text
      FROM walk WHERE NOT is_seen AND seq = coalesce(seq_before, 0) + 1 AND balance <> coalesce(balance_before, 0) + delta
      UNION ALL
      SELECT 'received', address_key, seq, 'at least ' || coalesce(received_before, 0) + greatest(delta, 0), received::text
      FROM walk WHERE NOT is_seen AND received < coalesce(received_before, 0) + greatest(delta, 0)
      UNION ALL
      SELECT 'order', address_key, seq, 'above ' || tx_key_before, tx_key::text
      FROM walk WHERE NOT is_seen AND tx_key <= tx_key_before
      UNION ALL
      SELECT 'above-cursor', address_key, seq, 'below ' || cursor.tx_key, walk.tx_key::text
      FROM walk, cursor WHERE NOT is_seen AND walk.tx_key >= cursor.tx_key
      UNION ALL
      SELECT 'listed-twice', walk.address_key, walk.seq, 'not listed in internal_address_transactions', 'listed'
      FROM walk CROSS JOIN LATERAL (
        SELECT listed FROM ${chain}.internal_address_transactions WHERE address_key = walk.address_key AND tx_key = walk.tx_key LIMIT 1) i
      WHERE NOT is_seen AND i.listed) all_findings)
  SELECT (size.rows - size.seen)::integer AS rows, (SELECT count(*)::integer FROM ends) AS addresses,
    CASE WHEN size.is_full THEN (SELECT json_build_object('key', encode(address_key, 'hex'), 'seq', seq::text) FROM edge) END AS next,
    ${FINDING_COLUMNS}
  FROM size`;

/**
 * Looks at the next stretch of histories.
 * @param span.from its key begins a range, with FIRST_SEQ, or both are `next` of the stretch before
 * @param span.to exclusive, hex
 * @param span.limit rows in one stretch, at least 2
 */
export async function checkAccountHistories(
  session: Session,
  chain: ChainCode,
  { from, to, limit }: { readonly from: HistoryCursor; readonly to: string; readonly limit: number },
): Promise<AccountHistoryStretch> {
  return lookOnce<AccountHistoryStretch>(session, STATEMENT(chain), [from.key, from.seq, to, limit]);
}
