/**
 * SQL about balances that the node said, and about what happened before and since, over the lists of
 * `history-lists.ts`.
 */
import type { ChainCode } from '@chaintrail/chains';
import { keyInA, lastOfB, rowOfA } from './history-lists.js';
import { completeAround } from './internal-status.js';

/** Parameters: balances that the caller knows of the address. */
interface KnownParameters {
  readonly balances: string;
  readonly heights: string;
  readonly hashes: string;
}

/**
 * A query `held`, of a row where a balance is stored: what and of when it is, and `is_current`. One of the tip is
 * current whatever traces may still tell. An older one is where nothing touched the address since, and traces of all
 * blocks since are there to say so.
 */
export function heldBalance(chain: ChainCode): string {
  return `held AS MATERIALIZED (
    SELECT h.balance, h.height, h.height = g.tip OR coalesce(g.complete_from <= h.height + 1 AND h.height <= g.tip
        AND coalesce(greatest(a.tx_key, b.tx_key) >> 20, 0) <= h.height, false) AS is_current
    FROM (SELECT * FROM counts CROSS JOIN tracing WHERE (SELECT live FROM state)) g
    CROSS JOIN LATERAL (SELECT balance, height FROM ${chain}.address_balances WHERE address_key = $1 LIMIT 1) h
    LEFT JOIN LATERAL (${keyInA(chain, 'g.a')}) a ON true
    LEFT JOIN LATERAL (${lastOfB(chain, 'g.bound')}) b ON true)`;
}

/**
 * A query `bases`: the balances of the address to count from. These are the stored one, and those that the caller knows
 * of blocks that are indexed. Each has the stretch of blocks around it in which all that moved is known. Ids are
 * negative.
 */
export function bases(chain: ChainCode, { balances, heights, hashes }: KnownParameters): string {
  return `bases AS MATERIALIZED (
    SELECT -n AS id, balance, height, stretch.*
    FROM (
      (SELECT 1 AS n, balance, height FROM ${chain}.address_balances WHERE address_key = $1 LIMIT 1)
      UNION ALL
      SELECT 1 + n, known.balance, known.height
      FROM unnest(${balances}::numeric[], ${heights}::integer[], ${hashes}::bytea[]) WITH ORDINALITY known(balance, height, hash, n)
      CROSS JOIN LATERAL (SELECT hash FROM ${chain}.blocks WHERE height = known.height LIMIT 1) b
      WHERE b.hash = known.hash) said
    CROSS JOIN tracing g
    CROSS JOIN LATERAL (${completeAround(chain, 'said.height')}) stretch
    WHERE said.height <= g.tip
  )`;
}

/**
 * What `seek` has to look for to know the rows of A up to the end of some blocks: those before the last row.
 * @param blocks a query (id, height)
 */
export function endsOf(chain: ChainCode, blocks: string): string {
  return `SELECT id::bigint, (height + 1)::bigint << 20 FROM (${blocks}) ended CROSS JOIN counts c
      WHERE (height + 1)::bigint << 20 <= (${keyInA(chain, 'c.a')})`;
}

/** The last row of A up to the end of the block with this id, once `seek` has looked for it; as a query. */
export function lastOfA(chain: ChainCode, id: string): string {
  return rowOfA(chain, `coalesce((SELECT a FROM found WHERE id = ${id}), (SELECT a FROM counts))`);
}

/**
 * Queries `older`, the sum of the older part of B, and `origins`, which adds `origin` to `bases`. All running sums of a
 * stretch count from its `origin`. From the first block on it is what the address had without any transaction.
 */
export function origins(chain: ChainCode): string {
  const end = '((b.height + 1)::bigint << 20) - 1';
  return `older AS MATERIALIZED (
    SELECT coalesce((
      SELECT balance FROM (${lastOfB(chain, '((g.backfill_to + 1)::bigint << 20) - 1')}) last WHERE NOT last.live), 0) AS sum
    FROM tracing g
  ), origins AS MATERIALIZED (
    SELECT b.*, b.balance - ${runningSum()} AS origin
    FROM bases b
    CROSS JOIN older o
    LEFT JOIN LATERAL (${lastOfA(chain, 'b.id')}) a ON true
    LEFT JOIN LATERAL (${lastOfB(chain, end)}) i ON true)`;
}

/**
 * The sum of all deltas up to row `a`, the last one of A, and row `i`, the last one of B. Both may be all NULL. `o` is
 * the row of `older`.
 */
function runningSum(): string {
  return '(coalesce(a.balance, 0) + coalesce(i.balance, 0) + CASE WHEN i.live THEN o.sum ELSE 0 END)';
}

/** The balance after a transaction, as text; NULL where it is not known. Rows as for {@link runningSum}. */
export function balanceAfter(key: string): string {
  return `(SELECT (origin + ${runningSum()})::text FROM origins
      WHERE ${key} >> 20 BETWEEN regular_since AND regular_until LIMIT 1)`;
}

/**
 * The block whose balance would tell those after transactions (`tx_key`) for which none of `bases` does, as JSON; NULL
 * where none would.
 */
export function wantedBase(chain: ChainCode, transactions: string): string {
  return `SELECT ${blockJson(chain, 'max(stretch.regular_until)')}
      FROM (SELECT (tx_key >> 20)::integer AS height FROM ${transactions}) t
      CROSS JOIN tracing g
      CROSS JOIN LATERAL (${completeAround(chain, 't.height')}) stretch
      WHERE t.height >= stretch.regular_since
        AND NOT EXISTS (SELECT FROM bases WHERE t.height BETWEEN regular_since AND regular_until)`;
}

/** JSON of the block at a height. */
export function blockJson(chain: ChainCode, height: string): string {
  return `(SELECT json_build_object('height', height, 'hash', encode(hash, 'hex')) FROM ${chain}.blocks WHERE height = ${height} LIMIT 1)`;
}
