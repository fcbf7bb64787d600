import type { ChainCode } from '@chaintrail/chains';
import { MOST, withState } from '../chain-state.js';
import { balanceAfter, bases, endsOf, origins, wantedBase } from './balance-sql.js';
import { tracing } from './internal-status.js';
import { counts, lastOfB, ranged, rowOfA, seek, split } from './lists.js';
import { confirmedEvmJson, pendingEvmJson } from './transaction-json.js';

/**
 * The statement of a page of an account chain's history. Parameters: $1 address key, $2 newest first, $3 offset, $4 and $5
 * where a cursor continues (`tx_key` of the last confirmed one that was passed, id of the last unconfirmed one that was
 * shown; both NULL without a cursor), $6 limit, $7 to $9 balances that the caller knows: amounts, heights, hashes of blocks.
 *
 * Unconfirmed ones (`front`, `shown`, `chosen`) are as in `../history-statement.ts`, with one difference: a cursor has no rank but a
 * `tx_key`, because traces add older transactions to a history. Newest first, among unconfirmed ones, it is the first key
 * above the tip when the walk began.
 *
 * - `edge`: how many rows of each list are older than where the page begins (newest first: of the rows that it may show).
 *   An offset is split between the lists, a cursor is looked for in both: some twenty steps for a million rows.
 * - `range`: the rows of each list that the page may need if it were alone, `ranked`: both merged, with their ranks.
 * - `kept`: those of the page; oldest first without `shown`, and with one more.
 * - `listed`: with those of `front` that a block has taken. `a_rank` and `b_rank` count the rows of the lists up to it.
 */
export function accountHistoryStatement(chain: ChainCode): string {
  const unconfirmed = `${chain}.mempool_address_transactions`;
  return `${withState(chain)}, ${tracing(chain)}, ${counts(chain)}, waiting AS MATERIALIZED (
    SELECT count(*) AS pending FROM ${unconfirmed} WHERE (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL
  ), ${front(unconfirmed)}, ${split(chain, RANK)}, ${bases(chain, KNOWN)},
  ${seek(chain, `${KEYS} UNION ALL ${endsOf(chain, 'SELECT id, height FROM bases')}`)},
  edge AS MATERIALIZED (
    SELECT low AS a, rank - low AS b FROM split WHERE low = high
    UNION ALL
    SELECT a, b FROM found WHERE id IS NULL
  ), range AS MATERIALIZED (
    SELECT e.a + e.b AS edge, c.b0, size,
      CASE WHEN $2 THEN greatest(e.a - size, 0) ELSE e.a END + 1 AS a_low,
      CASE WHEN $2 THEN e.a ELSE least(e.a + size + again, c.a) END AS a_high,
      CASE WHEN $2 THEN greatest(e.b - size, 0) ELSE e.b END + 1 AS b_low,
      CASE WHEN $2 THEN e.b ELSE least(e.b + size, c.b) END AS b_high
    FROM edge e
    CROSS JOIN counts c
    CROSS JOIN (SELECT count(*) AS again FROM shown) s
    CROSS JOIN (SELECT CASE WHEN $2 THEN greatest($6 - count(*), 0) ELSE $6 + 1 END AS size FROM front) f
  ), ranged AS MATERIALIZED (${ranged(chain, RANGE)}
  ), ranked AS MATERIALIZED (
    SELECT tx_key, a_low - 1 + count(*) FILTER (WHERE NOT in_b) OVER w AS a_rank, b_low - 1 + count(*) FILTER (WHERE in_b) OVER w AS b_rank
    FROM ranged CROSS JOIN range WINDOW w AS (ORDER BY tx_key)
  ), kept AS MATERIALIZED (
    SELECT * FROM ranked WHERE tx_key NOT IN (SELECT tx_key FROM shown)
    ORDER BY CASE WHEN $2 THEN -tx_key ELSE tx_key END LIMIT (SELECT size FROM range)
  ), chosen AS MATERIALIZED (
    SELECT * FROM front ORDER BY CASE WHEN $2 THEN -id ELSE id END
    LIMIT CASE WHEN $2 THEN $6 ELSE greatest($6 - (SELECT count(*) FROM kept), 0) END
  ), listed AS MATERIALIZED (
    (SELECT NULL::bigint AS id, tx_key, a_rank, b_rank FROM kept ORDER BY tx_key LIMIT $6)
    UNION ALL
    SELECT c.id, c.tx_key, f.a + 1, f.b
    FROM chosen c
    JOIN found f ON f.id = c.id
    CROSS JOIN LATERAL (${rowOfA(chain, 'f.a + 1')}) h
    WHERE h.tx_key = c.tx_key
  ), ${origins(chain)}
  SELECT (SELECT json FROM state) AS state, total::float8, pending::float8, bound::float8, edge::float8,
    (a_high - a_low + b_high - b_low + 2)::float8 AS expected,
    (SELECT count(*) FROM ranged)::float8 AS ranged,
    (SELECT count(*) FROM chosen)::float8 AS chosen,
    (SELECT count(*) FROM front) > (SELECT count(*) FROM chosen) AS "moreFront",
    NOT $2 AND (SELECT count(*) FROM kept) > $6 AS "moreKept",
    (${confirmedRows(chain)}) AS confirmed, (${wantedBase(chain, 'listed')}) AS wanted,
    CASE WHEN $4 IS NOT NULL THEN (SELECT count(*) FROM ${unconfirmed}
      WHERE address_key = $1 AND tx_key IS NULL
        AND id <= (SELECT CASE WHEN $2 THEN max(id) ELSE min(id) END FROM chosen WHERE tx_key IS NULL)) END::float8 AS "firstPlace",
    (SELECT json_agg(json_build_array(c.id, c.delta::text, item.json))
      FROM chosen c
      CROSS JOIN tracing g
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.mempool_transactions WHERE id = c.id LIMIT 1) t
      CROSS JOIN LATERAL (SELECT ${pendingEvmJson(chain)} AS json) item
      WHERE c.tx_key IS NULL) AS waiting
  FROM counts CROSS JOIN waiting LEFT JOIN range ON true`;
}

/** Without a cursor: how many confirmed ones are older than the page's begin. */
const RANK = `SELECT CASE WHEN $2 THEN greatest(total - greatest($3::bigint - pending, 0), 0) ELSE least($3, total) END
      FROM counts CROSS JOIN waiting WHERE $4::bigint IS NULL`;

/** What is looked for in the lists: with a cursor, where it is; and what blocks took since the walk began. */
const KEYS = `SELECT NULL::bigint, CASE WHEN $2 THEN $4 ELSE least($4, bound - 1) + 1 END FROM counts WHERE $4 IS NOT NULL
      UNION ALL
      SELECT id, tx_key FROM front WHERE tx_key IS NOT NULL`;

const KNOWN = { balances: '$7', heights: '$8', hashes: '$9' } as const;

const RANGE = {
  aLow: '(SELECT a_low FROM range)',
  aHigh: '(SELECT a_high FROM range)',
  bLow: '(SELECT b_low FROM range)',
  bHigh: '(SELECT b_high FROM range)',
  b0: '(SELECT b0 FROM range)',
} as const;

function front(unconfirmed: string): string {
  return `front AS MATERIALIZED (
    SELECT * FROM (
      (SELECT id, tx_key, delta FROM ${unconfirmed}
       WHERE $2::boolean AND (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL AND id < coalesce($5::bigint, ${MOST})
         AND ($4::bigint IS NULL OR $5 IS NOT NULL)
       ORDER BY address_key DESC, tx_key DESC, id DESC
       OFFSET CASE WHEN $4 IS NULL THEN $3::bigint ELSE 0 END LIMIT $6::bigint + 1)
      UNION ALL
      (SELECT id, tx_key, delta FROM ${unconfirmed}
       WHERE $2 AND (SELECT live FROM state) AND address_key = $1 AND tx_key >= $4 AND id < $5
       ORDER BY id DESC LIMIT $6 + 1)
      UNION ALL
      (SELECT id, tx_key, delta FROM ${unconfirmed}
       WHERE NOT $2 AND (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL AND id > coalesce($5, -1)
       ORDER BY address_key, tx_key, id
       OFFSET (SELECT CASE WHEN $4 IS NULL THEN greatest($3 - total, 0) ELSE 0 END FROM counts) LIMIT $6 + 1)) candidates
    ORDER BY CASE WHEN $2 THEN -id ELSE id END LIMIT $6 + 1
  ), shown AS MATERIALIZED (
    SELECT tx_key FROM ${unconfirmed}
    WHERE NOT $2 AND $5 >= 0 AND (SELECT live FROM state) AND address_key = $1 AND tx_key > $4 AND id <= $5
  )`;
}

function confirmedRows(chain: ChainCode): string {
  const delta = `CASE WHEN a.tx_key = l.tx_key THEN a.delta ELSE 0 END + CASE WHEN i.tx_key = l.tx_key THEN i.delta ELSE 0 END`;
  return `SELECT json_agg(json_build_array(
        l.id, l.a_rank + l.b_rank, l.tx_key, (${delta})::text, ${balanceAfter('l.tx_key')}, item.json))
      FROM listed l
      CROSS JOIN tracing g
      CROSS JOIN older o
      LEFT JOIN LATERAL (${rowOfA(chain, 'l.a_rank')}) a ON true
      LEFT JOIN LATERAL (${lastOfB(chain, 'l.tx_key')}) i ON true
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = l.tx_key LIMIT 1) t
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (l.tx_key >> 20)::integer LIMIT 1) b
      CROSS JOIN LATERAL (SELECT ${confirmedEvmJson(chain, { key: '$1', limit: '$6' })} AS json) item`;
}
