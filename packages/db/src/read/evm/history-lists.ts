/**
 * SQL over the two lists that make the history of an account chain's address. A is `address_transactions`, what blocks
 * tell. B is the listed rows of `internal_address_transactions`, what only traces tell. No transaction is in both. Both
 * rise with `tx_key`, and rows are found by rank. The rank is `seq` in A; in B the newer part counts on from the older
 * one.
 */
import type { ChainCode } from '@chaintrail/chains';

const blocksTell = (chain: ChainCode): string => `${chain}.address_transactions`;
const tracesTell = (chain: ChainCode): string => `${chain}.internal_address_transactions`;

/**
 * A query `counts` of one row: the lengths `a`, `b` and `total`, and `bound`, the first `tx_key` above the tip. `b0`
 * and `b1` are the parts of B; the older one counts when it is done. Needs `state`, `tracing` and the address key in
 * $1.
 */
export function counts(chain: ChainCode): string {
  const part = (live: boolean): string => `SELECT seq FROM ${tracesTell(chain)}
      WHERE (SELECT live FROM state) AND address_key = $1 AND listed AND live = ${live}`;
  return `counts AS MATERIALIZED (
    SELECT *, b0 + b1 AS b, a + b0 + b1 AS total FROM (SELECT
      coalesce((SELECT seq FROM ${blocksTell(chain)}
        WHERE (SELECT live FROM state) AND address_key = $1 ORDER BY seq DESC LIMIT 1), 0) AS a,
      coalesce((${part(false)} AND (SELECT is_done FROM tracing) ORDER BY seq DESC LIMIT 1), 0) AS b0,
      coalesce((${part(true)} ORDER BY seq DESC LIMIT 1), 0) AS b1,
      coalesce((SELECT (height + 1)::bigint << 20 FROM state), 0) AS bound) known)`;
}

/** `tx_key` of the row of A with this rank, as a query. */
export function keyInA(chain: ChainCode, rank: string): string {
  return `SELECT tx_key FROM ${blocksTell(chain)} WHERE address_key = $1 AND seq = ${rank} LIMIT 1`;
}

/** The same in B; row `c` of `counts` is there. */
export function keyInB(chain: ChainCode, rank: string): string {
  return `SELECT tx_key FROM ${tracesTell(chain)} WHERE address_key = $1 AND listed AND live = (${rank} > c.b0)
        AND seq = CASE WHEN ${rank} > c.b0 THEN ${rank} - c.b0 ELSE ${rank} END LIMIT 1`;
}

/**
 * A recursive query `seek`: how many rows of a list have a lower `tx_key` than `key`, found by halving. The answers are
 * its rows with `low = high`.
 * @param keys a query (id, key): what to look for; each is looked for in both lists
 * @param found name of the query of what was found: (id, a, b)
 */
export function seek(chain: ChainCode, keys: string, name = 'seek', found = 'found'): string {
  return `${name}(id, in_b, key, low, high) AS (
    SELECT k.id, l.in_b, k.key, 0::bigint, CASE WHEN l.in_b THEN c.b ELSE c.a END
    FROM (${keys}) k(id, key) CROSS JOIN (VALUES (false), (true)) l(in_b) CROSS JOIN counts c
    UNION ALL
    SELECT s.id, s.in_b, s.key, CASE WHEN is_before THEN middle + 1 ELSE low END, CASE WHEN is_before THEN high ELSE middle END
    FROM ${name} s
    CROSS JOIN counts c
    CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) m
    CROSS JOIN LATERAL (
      SELECT tx_key < s.key AS is_before FROM (
        (SELECT * FROM (${keyInA(chain, '(middle + 1)')}) a WHERE NOT s.in_b)
        UNION ALL
        (SELECT * FROM (${keyInB(chain, '(middle + 1)')}) b WHERE s.in_b)) probed) probe
    WHERE low < high
  ), ${found} AS MATERIALIZED (
    SELECT id, max(low) FILTER (WHERE NOT in_b) AS a, max(low) FILTER (WHERE in_b) AS b FROM ${name} WHERE low = high GROUP BY id)`;
}

/**
 * A recursive query `split`: how many of the `rank` oldest transactions of both lists are in A, found by halving. It is
 * the lowest number for which the last one of B is older than the next one of A. The answer is the row with `low =
 * high`.
 * @param rank a query of one row or none
 */
export function split(chain: ChainCode, rank: string): string {
  return `split(rank, low, high) AS (
    SELECT r.rank, greatest(r.rank - c.b, 0), least(r.rank, c.a) FROM (${rank}) r(rank) CROSS JOIN counts c
    UNION ALL
    SELECT rank, CASE WHEN is_enough THEN low ELSE middle + 1 END, CASE WHEN is_enough THEN middle ELSE high END
    FROM split
    CROSS JOIN counts c
    CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) m
    CROSS JOIN LATERAL (
      SELECT (${keyInB(chain, '(rank - middle)')}) < (${keyInA(chain, '(middle + 1)')}) AS is_enough) probe
    WHERE low < high AND is_enough IS NOT NULL
  )`;
}

/**
 * Queries over `asked`, as in `../history-part.ts`, whose ranges are one. `part`, of one row, has the ranks of the
 * blocks that are asked for. In A they are `a_base` < rank <= `a_top`, in B likewise, in both together from `base` to
 * `top`. `total` counts them.
 */
export function partOfLists(chain: ChainCode, isPart: boolean): string {
  if (!isPart) {
    return `part AS MATERIALIZED (
    SELECT 0::bigint AS a_base, 0::bigint AS b_base, a AS a_top, b AS b_top, 0::bigint AS base, total AS top, total FROM counts)`;
  }
  const ends = `SELECT e.id, e.key FROM asked CROSS JOIN counts c
      CROSS JOIN LATERAL (VALUES (0::bigint, lower(range_merge(keys))), (1, upper(range_merge(keys)))) e(id, key)
      WHERE e.key > 0 AND e.key < c.bound`;
  return `${seek(chain, ends, 'part_seek', 'part_found')}, part AS MATERIALIZED (
    SELECT *, a_base + b_base AS base, a_top + b_top AS top, a_top + b_top - a_base - b_base AS total
    FROM (
      SELECT
        CASE WHEN begins_above THEN c.a ELSE coalesce(l.a, 0) END AS a_base, CASE WHEN begins_above THEN c.b ELSE coalesce(l.b, 0) END AS b_base,
        CASE WHEN begins_above THEN c.a ELSE coalesce(h.a, c.a) END AS a_top, CASE WHEN begins_above THEN c.b ELSE coalesce(h.b, c.b) END AS b_top
      FROM (SELECT isempty(keys) OR lower(keys) >= (SELECT bound FROM counts) AS begins_above FROM asked) o
      CROSS JOIN counts c
      LEFT JOIN part_found l ON l.id = 0
      LEFT JOIN part_found h ON h.id = 1) placed
  )`;
}

/** Rows of both lists within ranks, which are SQL expressions. @returns a query (tx_key, delta, in_b) */
export function ranged(chain: ChainCode, range: Record<'aLow' | 'aHigh' | 'bLow' | 'bHigh' | 'b0', string>): string {
  const { aLow, aHigh, bLow, bHigh, b0 } = range;
  const part = (live: boolean, low: string, high: string): string =>
    `SELECT tx_key, delta, true FROM ${tracesTell(chain)}
      WHERE (SELECT live FROM state) AND address_key = $1 AND listed AND live = ${live} AND seq BETWEEN ${low} AND ${high}`;
  return `SELECT tx_key, delta, false AS in_b FROM ${blocksTell(chain)}
      WHERE (SELECT live FROM state) AND address_key = $1 AND seq BETWEEN ${aLow} AND ${aHigh}
    UNION ALL ${part(false, bLow, `least(${bHigh}, ${b0})`)}
    UNION ALL ${part(true, `${bLow} - ${b0}`, `${bHigh} - ${b0}`)}`;
}

/**
 * The last row of B, listed or not, with a `tx_key` up to this one, where its part counts; as a query. For running
 * sums. Rows of the older part that do not count lie below all others.
 */
export function lastOfB(chain: ChainCode, key: string): string {
  return `SELECT * FROM (
      SELECT tx_key, delta, balance, received, live FROM ${tracesTell(chain)}
      WHERE address_key = $1 AND tx_key <= ${key} ORDER BY tx_key DESC LIMIT 1) last
    WHERE last.live OR (SELECT is_done FROM tracing)`;
}

/**
 * What internal transfers of a transaction did to the address, where that counts, beside what A tells of it; as an
 * expression.
 */
export function unlistedDelta(chain: ChainCode, key: string): string {
  return `coalesce((SELECT delta FROM ${tracesTell(chain)}
      WHERE address_key = $1 AND tx_key = ${key} AND (live OR (SELECT is_done FROM tracing)) LIMIT 1), 0)`;
}

/** The row of A with this rank, as a query. */
export function rowOfA(chain: ChainCode, rank: string): string {
  return `SELECT * FROM ${blocksTell(chain)} WHERE address_key = $1 AND seq = ${rank} LIMIT 1`;
}
