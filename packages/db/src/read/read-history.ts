import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { type PublicChainState, prepared, withState } from './chain-state.js';
import {
  type StoredTransaction,
  storedTransaction,
  type TransactionColumns,
  transactionJson,
} from './transaction-columns.js';

/** Which part of a history to read. `seq` counts an address's transactions from 1, the oldest. */
export interface HistoryPage {
  readonly newestFirst: boolean;
  /** Transactions to pass over, from the end that the order starts at. Ignored with `fromSeq`. */
  readonly offset: number;
  /** Where a cursor continues: the first transaction of the page in its order. */
  readonly fromSeq: number | null;
  readonly limit: number;
}

/** One transaction of a history. Amounts are base units in decimal. */
export interface HistoryRow {
  readonly seq: number;
  readonly delta: string;
  readonly balance: string;
  /** Sum of the outputs that paid the address. */
  readonly gained: string;
  readonly transaction: StoredTransaction;
}

export interface History {
  readonly state: PublicChainState;
  /** Confirmed transactions of the address. */
  readonly total: number;
  /** The place of the page: the seq it would start with, in its order. May lie outside 1 … total. */
  readonly firstSeq: number;
  /** In the order asked for. */
  readonly rows: readonly HistoryRow[];
}

/** The tables contradict each other. A page with a gap would be worse than none. */
class MissingRowsError extends Error {
  override readonly name = 'MissingRowsError';
  constructor(chain: ChainCode, expected: number, found: number) {
    super(
      `${chain}: a history page has ${found} of its ${expected} transactions: the index is damaged, sync the chain again`,
    );
  }
}

interface Row {
  readonly state: PublicChainState;
  readonly total: number;
  readonly lowest: number;
  readonly highest: number;
  readonly page: readonly (readonly [number, string, string, string, TransactionColumns])[] | null;
}

/**
 * A page is a range of `seq`, so every offset costs the same. `lag` gives the gross amounts, so the range takes in the
 * row before it.
 */
function statement(chain: ChainCode): string {
  return `${withState(chain)}, head AS MATERIALIZED (
    SELECT seq AS total FROM address_transactions_${chain}
    WHERE (SELECT live FROM state) AND address_key = $1
    ORDER BY seq DESC LIMIT 1
  ), page AS MATERIALIZED (
    SELECT total, lowest, lowest + $5::integer - 1 AS highest
    FROM (SELECT coalesce((SELECT total FROM head), 0) AS total) counted
    CROSS JOIN LATERAL (SELECT CASE
      WHEN NOT $2::boolean THEN coalesce($4::bigint, $3::bigint + 1)
      WHEN $4 IS NULL THEN total - $3 - $5::integer + 1
      ELSE least($4, total) - $5 + 1 END AS lowest) start
  ), ranged AS (
    SELECT seq, tx_key, delta, balance, received - coalesce(lag(received) OVER (ORDER BY seq), 0) AS gained
    FROM address_transactions_${chain}
    WHERE (SELECT live FROM state) AND address_key = $1
      AND seq BETWEEN (SELECT lowest - 1 FROM page) AND (SELECT highest FROM page)
  )
  SELECT (SELECT json FROM state) AS state, total::float8, lowest::float8, highest::float8, (
    SELECT json_agg(json_build_array(r.seq, r.delta::text, r.balance::text, r.gained::text, item.json))
    FROM ranged r
    CROSS JOIN LATERAL (SELECT * FROM transactions_${chain} WHERE tx_key = r.tx_key LIMIT 1) t
    CROSS JOIN LATERAL (SELECT * FROM blocks_${chain} WHERE height = (r.tx_key >> 20)::integer LIMIT 1) b
    CROSS JOIN LATERAL (SELECT ${transactionJson(chain, { key: '$1', spent: '(r.gained - r.delta)' })} AS json) item
    WHERE r.seq >= page.lowest) AS page
  FROM page`;
}

/** @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way */
export async function readHistory(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  page: HistoryPage,
): Promise<History | null> {
  const { rows } = await db.query<Row>({
    ...prepared('history', chain, statement),
    values: [addressKey, page.newestFirst, page.offset, page.fromSeq, page.limit],
  });
  const row = rows[0];
  if (!row?.state) return null;
  const found = (row.page ?? []).map(([seq, delta, balance, gained, columns]) => ({
    ...{ seq, delta, balance, gained },
    transaction: storedTransaction(columns),
  }));
  const expected = Math.max(0, Math.min(row.highest, row.total) - Math.max(row.lowest, 1) + 1);
  if (found.length !== expected) throw new MissingRowsError(chain, expected, found.length);
  found.sort((a, b) => (page.newestFirst ? b.seq - a.seq : a.seq - b.seq));
  return { state: row.state, total: row.total, firstSeq: page.newestFirst ? row.highest : row.lowest, rows: found };
}
