/** Histories of addresses, a bounded number of rows at a time, in the order of their index. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import { tableBytes } from '../write/chain-tables.js';
import { lookOnce } from './audit-session.js';
import { FINDING_COLUMNS, type Findings } from './findings.js';

/** Below every seq, also one that is wrong. */
export const FIRST_SEQ = '-9223372036854775808';
/** Above every address key: kinds end at 0x20. */
const KEYS_END = 'ff';

/** A range of address keys, in hex: `from` inclusive, `to` exclusive. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** Kinds that nearly all addresses are of: a range for each first byte of their hash. */
const COMMON_KINDS = [0x00, 0x01, 0x10, 0x11];

/** Ranges that together hold every key, in order; as many as let a small part of a large chain be looked at. */
export const KEY_RANGES: readonly KeyRange[] = rangesOf(COMMON_KINDS);
export const ALL_KEYS: KeyRange = { from: '', to: KEYS_END };

function rangesOf(kinds: readonly number[]): KeyRange[] {
  const starts = [''];
  for (const kind of kinds) {
    for (let byte = 0; byte < 256; byte++) starts.push(hex(kind) + (byte === 0 ? '' : hex(byte)));
    if (!kinds.includes(kind + 1)) starts.push(hex(kind + 1));
  }
  const distinct = [...new Set(starts)];
  return distinct.map((from, n) => ({ from, to: distinct[n + 1] ?? KEYS_END }));
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** Where a walk through histories is: the last row that was looked at, which the next stretch begins with. */
export interface HistoryCursor {
  /** Hex. */
  readonly key: string;
  readonly seq: string;
}

export interface HistoryStretch extends Findings {
  /** Rows looked at for the first time. */
  readonly rows: number;
  /** Addresses whose histories ended in it. */
  readonly addresses: number;
  /** Sum of their last balances, and of the unspent outputs in the same range of keys. */
  readonly balances: string;
  readonly unspent: string;
  /** Null at the end of the range. */
  readonly next: HistoryCursor | null;
}

interface Options {
  readonly from: HistoryCursor;
  /** Exclusive. */
  readonly to: string;
  /** Rows in one stretch, at least 2. */
  readonly limit: number;
  /** False where the history starts later than the chain: what was there before is in no balance. */
  readonly isWhole: boolean;
}

/**
 * A stretch that is full ends within an address, perhaps: the ends of histories are looked at for the addresses before
 * it.
 * Its last row begins the next stretch, so that every row is compared with the one before it, also in an address of
 * millions. Balances and unspent outputs are of one snapshot, so blocks that arrive between two stretches do not
 * matter.
 * A balance may be negative within a block: Bitcoin Cash orders transactions by txid, so one may spend what a later one
 * makes (BCHN src/validation.cpp, canonical transaction order).
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
      lag(received) OVER w AS received_before, lead(tx_key) OVER w AS tx_key_after, lead(seq) OVER w IS NULL AS is_last,
      address_key = decode($1, 'hex') AND seq = $2::bigint AS is_seen
    FROM history WINDOW w AS (PARTITION BY address_key ORDER BY seq)),
  ends AS MATERIALIZED (SELECT address_key, balance FROM walk, upto WHERE is_last AND address_key < upto.key),
  unspent AS MATERIALIZED (
    SELECT address_key, sum(value) AS total FROM ${chain}.unspent_outputs
    WHERE address_key >= decode($1, 'hex') AND address_key < (SELECT key FROM upto) GROUP BY address_key),
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
      SELECT 'negative', address_key, seq, '0 or more', balance::text FROM walk, upto
      WHERE $5 AND balance < 0 AND CASE WHEN is_last THEN address_key < upto.key ELSE tx_key_after >> 20 <> tx_key >> 20 END
      UNION ALL
      SELECT 'unspent-outputs', address_key, NULL, coalesce(ends.balance, 0)::text, coalesce(unspent.total, 0)::text
      FROM ends FULL JOIN unspent USING (address_key)
      WHERE ends.address_key IS NULL OR $5 AND ends.balance <> coalesce(unspent.total, 0)) all_findings)
  SELECT (size.rows - size.seen)::integer AS rows, (SELECT count(*)::integer FROM ends) AS addresses,
    (SELECT coalesce(sum(balance), 0)::text FROM ends) AS balances, (SELECT coalesce(sum(total), 0)::text FROM unspent) AS unspent,
    CASE WHEN size.is_full THEN (SELECT json_build_object('key', encode(address_key, 'hex'), 'seq', seq::text) FROM edge) END AS next,
    ${FINDING_COLUMNS}
  FROM size`;

/** Looks at the next stretch of histories. */
export async function checkHistories(session: Session, chain: ChainCode, options: Options): Promise<HistoryStretch> {
  const { from, to, limit, isWhole } = options;
  return lookOnce<HistoryStretch>(session, STATEMENT(chain), [from.key, from.seq, to, limit, isWhole]);
}

/** About how many rows the histories of a chain have, from the size of their table: 90 bytes a row. */
export async function estimateHistoryRows(session: Session, chain: ChainCode): Promise<number> {
  const { bytes } = await lookOnce<{ bytes: string }>(
    session,
    `SELECT ${tableBytes(`${chain}.address_transactions`)} AS bytes`,
  );
  return Math.ceil(Number(bytes) / 90);
}
