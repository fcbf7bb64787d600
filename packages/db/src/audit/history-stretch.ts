/** A stretch of histories: a bounded number of rows of `address_transactions`, in the order of their index. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import { tableBytes } from '../tables/chain-tables.js';
import { FINDING_COLUMNS, type Findings } from '../tables/findings.js';
import { lookOnce } from './audit-session.js';

/** Below every seq, also one that is wrong. */
export const FIRST_SEQ = '-9223372036854775808';

/** A range of address keys, in hex: `from` inclusive, `to` exclusive. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** Above every key of 20 bytes, as EVM chains and most of Cosmos have them. */
const KEYS_END = 'ff'.repeat(21);

/** @returns ranges that hold every key of an account chain, in order: one a beginning of so many bytes */
export function accountKeyRanges(bytes: number): KeyRange[] {
  const starts = Array.from({ length: 256 ** bytes }, (_, n) => n.toString(16).padStart(2 * bytes, '0'));
  return starts.map((start, n) => ({ from: n === 0 ? '' : start, to: starts[n + 1] ?? KEYS_END }));
}
export const ALL_ACCOUNT_KEYS: KeyRange = { from: '', to: KEYS_END };

/** Where a walk through histories is: the last row that was looked at, which the next stretch begins with. */
export interface HistoryCursor {
  /** Hex. */
  readonly key: string;
  readonly seq: string;
}

export interface HistorySpan {
  /** Its key begins a range, with {@link FIRST_SEQ}; or `next` of the stretch before. */
  readonly from: HistoryCursor;
  /** Exclusive, hex. */
  readonly to: string;
  /** Rows in one stretch, at least 2. */
  readonly limit: number;
}

export interface HistoryStretch extends Findings {
  /** Rows looked at for the first time. */
  readonly rows: number;
  /** Addresses whose histories ended in it. */
  readonly addresses: number;
  /** Null at the end of the range. */
  readonly next: HistoryCursor | null;
}

/** SQL that a family adds to {@link historyStatement}. */
interface FamilyChecks {
  /** Queries in front, with a comma behind the last one. */
  readonly queries?: string;
  /** Rows of `walk` that paid nothing, as a condition. */
  readonly unpaid?: string;
  /** Queries between the walk and the findings. */
  readonly facts?: string;
  /** Queries (problem, address_key, seq, expected, found). */
  readonly findings: readonly string[];
  /** More columns of the answer. */
  readonly columns?: string;
}

/**
 * The statement of a stretch. Parameters: $1 and $2 cursor, $3 end of the range, $4 rows.
 *
 * A full stretch may end within an address, so `ends` has the addresses before that one. Its last row begins the next
 * stretch: every row is compared with the one before it, also in an address of millions.
 */
export function historyStatement(chain: ChainCode, family: FamilyChecks): string {
  const { queries = 'WITH', unpaid = 'false', facts = '', findings, columns = '' } = family;
  return `
  ${queries} history AS MATERIALIZED (
    SELECT address_key, seq, tx_key, delta, balance, received FROM ${chain}.address_transactions
    WHERE (address_key, seq) >= (decode($1, 'hex'), $2::bigint) AND address_key < decode($3, 'hex')
    ORDER BY address_key, seq LIMIT $4),
  size AS (SELECT count(*) AS rows, count(*) = $4 AS is_full, count(*) FILTER (WHERE address_key = decode($1, 'hex') AND seq = $2::bigint) AS seen FROM history),
  edge AS (SELECT address_key, seq FROM history ORDER BY address_key DESC, seq DESC LIMIT 1),
  upto AS MATERIALIZED (SELECT CASE WHEN is_full THEN edge.address_key ELSE decode($3, 'hex') END AS key FROM size LEFT JOIN edge ON true),
  cursor AS MATERIALIZED (SELECT (height + 1)::bigint << 20 AS tx_key FROM ${chain}.sync_state),
  walk AS MATERIALIZED (
    SELECT history.*, coalesce(lag(seq) OVER w, 0) AS seq_before, lag(tx_key) OVER w AS tx_key_before, lead(tx_key) OVER w AS tx_key_after,
      coalesce(lag(balance) OVER w, 0) AS balance_before, coalesce(lag(received) OVER w, 0) AS received_before,
      lead(seq) OVER w IS NULL AS is_last, address_key = decode($1, 'hex') AND seq = $2::bigint AS is_seen
    FROM history WINDOW w AS (PARTITION BY address_key ORDER BY seq)),
  ends AS MATERIALIZED (SELECT address_key, balance FROM walk, upto WHERE is_last AND address_key < upto.key),
  ${facts}findings AS MATERIALIZED (
    SELECT problem, 'address_key ' || encode(address_key, 'hex') || coalesce(' seq ' || seq, '') AS place, expected, found FROM (
      SELECT 'rank' AS problem, address_key, seq, (seq_before + 1)::text AS expected, seq::text AS found
      FROM walk WHERE NOT is_seen AND seq <> seq_before + 1
      UNION ALL
      SELECT 'balance', address_key, seq, (balance_before + delta)::text, balance::text
      FROM walk WHERE NOT is_seen AND seq = seq_before + 1 AND balance <> balance_before + delta
      UNION ALL
      SELECT 'received', address_key, seq, 'at least ' || received_before + greatest(delta, 0), received::text
      FROM walk WHERE NOT is_seen AND NOT ${unpaid} AND received < received_before + greatest(delta, 0)
      UNION ALL
      SELECT 'order', address_key, seq, 'above ' || tx_key_before, tx_key::text
      FROM walk WHERE NOT is_seen AND tx_key <= tx_key_before
      UNION ALL
      SELECT 'above-cursor', address_key, seq, 'below ' || cursor.tx_key, walk.tx_key::text
      FROM walk, cursor WHERE NOT is_seen AND walk.tx_key >= cursor.tx_key
      ${findings.map((finding) => `UNION ALL\n      ${finding}`).join('\n      ')}) all_findings)
  SELECT (size.rows - size.seen)::integer AS rows, (SELECT count(*)::integer FROM ends) AS addresses, ${columns}
    CASE WHEN size.is_full THEN (SELECT json_build_object('key', encode(address_key, 'hex'), 'seq', seq::text) FROM edge) END AS next,
    ${FINDING_COLUMNS}
  FROM size`;
}

/** Looks at the next stretch by a {@link historyStatement}. @param more parameters from $5 on */
export function lookAtHistories<Stretch extends HistoryStretch>(
  session: Session,
  statement: string,
  { from, to, limit }: HistorySpan,
  more: readonly unknown[] = [],
): Promise<Stretch> {
  return lookOnce<Stretch>(session, statement, [from.key, from.seq, to, limit, ...more]);
}

/** About how many rows the histories of a chain have, from the size of their table: 90 bytes a row. */
export async function estimateHistoryRows(session: Session, chain: ChainCode): Promise<number> {
  const { bytes } = await lookOnce<{ bytes: string }>(
    session,
    `SELECT ${tableBytes(`${chain}.address_transactions`)} AS bytes`,
  );
  return Math.ceil(Number(bytes) / 90);
}
