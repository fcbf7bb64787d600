/** What internal transfers do to addresses, a bounded number of rows at a time, in the order of their index. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import { lookOnce } from './audit-session.js';
import { FINDING_COLUMNS, type Findings } from './findings.js';

/** Below every tx_key. */
export const FIRST_TX_KEY = '-1';

/** Where a walk through internal histories is: the last row that was looked at, which the next stretch begins with. */
export interface InternalCursor {
  /** Hex. */
  readonly key: string;
  readonly txKey: string;
}

export interface InternalStretch extends Findings {
  /** Rows looked at for the first time. */
  readonly rows: number;
  /** Null at the end of the range. */
  readonly next: InternalCursor | null;
}

/**
 * Each address has two parts that count by themselves, the older one first. Rows of the older part are written by key:
 * an address has all of them or none. So they are checked also while older blocks are being traced.
 */
const STATEMENT = (chain: ChainCode) => `
  WITH history AS MATERIALIZED (
    SELECT address_key, live, seq, listed, tx_key, delta, balance, received FROM ${chain}.internal_address_transactions
    WHERE (address_key, tx_key) >= (decode($1, 'hex'), $2::bigint) AND address_key < decode($3, 'hex')
    ORDER BY address_key, tx_key LIMIT $4),
  size AS (SELECT count(*) AS rows, count(*) = $4 AS is_full, count(*) FILTER (WHERE address_key = decode($1, 'hex') AND tx_key = $2::bigint) AS seen FROM history),
  edge AS (SELECT address_key, tx_key FROM history ORDER BY address_key DESC, tx_key DESC LIMIT 1),
  traced AS MATERIALIZED (
    SELECT live_from::bigint << 20 AS live_from, (live_to + 1)::bigint << 20 AS above, backfill_from::bigint << 20 AS backfill_from
    FROM ${chain}.internal_sync),
  gaps AS MATERIALIZED (
    SELECT from_height, to_height, from_height::bigint << 20 AS first, (to_height + 1)::bigint << 20 AS above
    FROM ${chain}.internal_gaps),
  walk AS MATERIALIZED (
    SELECT history.*, lag(live) OVER a AS live_before_it, lag(seq) OVER p AS seq_before, lag(balance) OVER p AS balance_before,
      lag(received) OVER p AS received_before, address_key = decode($1, 'hex') AND tx_key = $2::bigint AS is_seen
    FROM history WINDOW a AS (PARTITION BY address_key ORDER BY tx_key), p AS (PARTITION BY address_key, live ORDER BY tx_key)),
  findings AS MATERIALIZED (
    SELECT 'internal-' || problem AS problem, 'address_key ' || encode(address_key, 'hex') || ' tx_key ' || tx_key AS place, expected, found FROM (
      SELECT 'rank' AS problem, address_key, tx_key, (coalesce(seq_before, 0) + listed::integer)::text AS expected, seq::text AS found
      FROM walk WHERE NOT is_seen AND seq <> coalesce(seq_before, 0) + listed::integer
      UNION ALL
      SELECT 'balance', address_key, tx_key, (coalesce(balance_before, 0) + delta)::text, balance::text
      FROM walk WHERE NOT is_seen AND balance <> coalesce(balance_before, 0) + delta
      UNION ALL
      SELECT 'received', address_key, tx_key, 'at least ' || coalesce(received_before, 0) + greatest(delta, 0), received::text
      FROM walk WHERE NOT is_seen AND received < coalesce(received_before, 0) + greatest(delta, 0)
      UNION ALL
      SELECT 'order', address_key, tx_key, 'the part traced after the fact first', 'behind the other part'
      FROM walk WHERE NOT is_seen AND live_before_it AND NOT live
      UNION ALL
      SELECT 'outside', address_key, tx_key, 'between ' || CASE WHEN live THEN live_from ELSE backfill_from END || ' and ' || CASE WHEN live THEN above ELSE live_from END,
        'a row of the ' || CASE WHEN live THEN 'newer part' ELSE 'older part' END
      FROM walk LEFT JOIN traced ON true
      WHERE NOT is_seen AND NOT coalesce(CASE WHEN live THEN tx_key >= live_from AND tx_key < above ELSE tx_key >= backfill_from AND tx_key < live_from END, false)
      UNION ALL
      SELECT 'outside', address_key, tx_key, 'none of blocks ' || from_height || ' to ' || to_height || ', which were left out', 'a row'
      FROM walk JOIN gaps ON tx_key >= first AND tx_key < above
      WHERE NOT is_seen) all_findings)
  SELECT (size.rows - size.seen)::integer AS rows,
    CASE WHEN size.is_full THEN (SELECT json_build_object('key', encode(address_key, 'hex'), 'txKey', tx_key::text) FROM edge) END AS next,
    ${FINDING_COLUMNS}
  FROM size`;

/**
 * Looks at the next stretch of internal histories.
 * @param span.from its key begins a range, with FIRST_TX_KEY, or both are `next` of the stretch before
 * @param span.to exclusive, hex
 * @param span.limit rows in one stretch, at least 2
 */
export async function checkInternalHistories(
  session: Session,
  chain: ChainCode,
  { from, to, limit }: { readonly from: InternalCursor; readonly to: string; readonly limit: number },
): Promise<InternalStretch> {
  return lookOnce<InternalStretch>(session, STATEMENT(chain), [from.key, from.txKey, to, limit]);
}
