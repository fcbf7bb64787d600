import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { type ChainState, queryChain, withState } from './chain-state.js';
import type { PageRequest } from './history-part.js';
import { MissingRowsError } from './history-row.js';
import type { HistorySql } from './history-statement.js';
import { requireWeight } from './lanes.js';

/**
 * The statement of what most pages are: by offset, of a whole history of which nothing is pending. It costs half of what
 * {@link ./history-statement.ts} does, and says `hasPending`, without rows, where that has to be asked. Parameters: $1 address key,
 * $2 newest first, $3 offset, $4 limit, $5 what it may weigh besides, or NULL.
 *
 * The first row has the state and the total, each other one a transaction.
 */
export function plainHistoryStatement(chain: ChainCode, sql: HistorySql, compact = false): string {
  const history = `${chain}.address_transactions`;
  return `${withState(chain)}, ${sql.queries}front AS MATERIALIZED (
    SELECT (SELECT followed FROM state) AND EXISTS (
      SELECT FROM ${chain}.mempool_address_transactions WHERE address_key = $1 AND tx_key IS NULL LIMIT 1) AS has_pending
  ), head AS MATERIALIZED (
    SELECT seq::bigint AS total FROM ${history}
    WHERE (SELECT live FROM state) AND NOT (SELECT has_pending FROM front) AND address_key = $1
    ORDER BY seq DESC LIMIT 1
  ), range AS MATERIALIZED (
    SELECT CASE WHEN $2::boolean THEN greatest(total - $3::bigint - $4::bigint, 0) ELSE $3 END + 1 AS first,
      CASE WHEN $2 THEN total - $3 ELSE least($3 + $4, total) END AS last
    FROM head
  ), page AS MATERIALIZED (
    SELECT h.seq, h.delta, h.balance, h.gained, t.*${sql.columns}
    FROM range
    CROSS JOIN LATERAL (
      SELECT seq, tx_key, delta, balance, received - coalesce(lag(received) OVER (ORDER BY seq), 0) AS gained
      FROM ${history} WHERE address_key = $1 AND first <= last AND seq BETWEEN first - 1 AND last) h
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = h.tx_key LIMIT 1) t
    WHERE h.seq >= first
  ), page_weight AS MATERIALIZED (
    SELECT coalesce(sum(${sql.weight.confirmed('$4')}), 0) AS weight FROM page t
  )
  SELECT json AS state, (SELECT has_pending FROM front) AS "hasPending",
    coalesce((SELECT total FROM head), 0)::float8 AS total, weight::float8 AS weight, ${sql.head(false)} AS more, NULL::json AS row
  FROM state CROSS JOIN page_weight
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, json_build_array(t.seq, t.delta::text, t.balance::text, t.gained::text,
    ${sql.confirmed('$4', compact)})
  FROM page t ${sql.join}
  CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
  WHERE $5::integer IS NULL OR (SELECT weight FROM page_weight) <= $5`;
}

export interface PlainHistory<Columns> {
  readonly state: ChainState;
  /** Whether the history has unconfirmed transactions; nothing else is read of it then. */
  readonly hasPending: boolean;
  readonly total: number;
  /** As {@link HistorySql.head} says it. */
  readonly more: unknown;
  /** In the order asked for. */
  readonly rows: readonly PlainRow<Columns>[];
}

type PlainRow<Columns> = readonly [seq: number, delta: string, balance: string, gained: string, transaction: Columns];

interface AnswerRow<Columns> {
  /** Null but in the first row, as the next four. */
  readonly state: ChainState | null;
  readonly hasPending: boolean | null;
  readonly total: number | null;
  readonly weight: number | null;
  readonly more: unknown;
  readonly row: PlainRow<Columns> | null;
}

/** A page at an offset. @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way */
export async function readPlainHistory<Columns>(
  db: Queryable,
  chain: ChainCode,
  sqlOf: (chain: ChainCode) => HistorySql,
  addressKey: Buffer,
  { newestFirst, offset, limit, compact = false, mostWeight = null }: PageRequest,
): Promise<PlainHistory<Columns> | null> {
  const name = `plain_history${compact ? '_compact' : ''}`;
  const build = (code: ChainCode): string => plainHistoryStatement(code, sqlOf(code), compact);
  const values = [addressKey, newestFirst, offset, limit, mostWeight];
  const [head, ...answers] = await queryChain<AnswerRow<Columns>>(db, name, chain, build, values, limit);
  if (!head?.state) return null;
  const { state, total, weight, more } = head;
  requireWeight(weight ?? 0, mostWeight);
  const hasPending = head.hasPending === true;
  const rows = answers.map(({ row }) => row!).sort(([a], [b]) => (newestFirst ? b - a : a - b));
  const expected = hasPending ? 0 : Math.max(0, Math.min(limit, (total ?? 0) - offset));
  if (rows.length !== expected) throw new MissingRowsError(chain, expected, rows.length);
  return { state, hasPending, total: total ?? 0, more, rows };
}
