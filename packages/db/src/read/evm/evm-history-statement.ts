import type { ChainCode } from '@chaintrail/chains';
import { MOST, withState } from '../chain-state.js';
import { asked, EXAMINED_TRANSFERS, PLAIN, partParameters } from '../history-part.js';
import { LOOKED_AT_PER_ROW, lookedAt } from '../transaction-json.js';
import { balanceAfter, bases, endsOf, origins, wantedBase } from './balance-sql.js';
import {
  type AccountList,
  confirmedEvmJson,
  listedTransfers,
  movesToken,
  pendingEvmJson,
  transferCount,
} from './evm-transaction-json.js';
import { counts, lastOfB, partOfLists, ranged, rowOfA, seek, split, unlistedDelta } from './history-lists.js';
import { internalStatus, tracing } from './internal-status.js';

const PART = partParameters(11);
const LIST = { key: '$1', limit: PART.limit } as const;
/** Below every rank and id: added, it puts what comes first before the rest. */
const FIRST = '-4611686018427387904';

/**
 * The statement of a page of an account chain's history. Parameters:
 * - $1 address key, $2 newest first, $3 offset, $6 limit. Of a part by direction or asset, $3 and $6 are of what is
 *   gone through.
 * - $4 `tx_key` of the last confirmed one that was passed, $5 id of the last unconfirmed one that was shown. Both are
 *   NULL without a cursor.
 * - $7 to $9 balances that the caller knows: amounts, heights, hashes of blocks.
 * - $10 what the page may weigh besides its rows, or NULL.
 * - From $11 on the part of the history that is asked for.
 *
 * Unconfirmed ones (`front`, `shown`, `chosen`) and `candidates`, `hits`, `page` are as in `../history-statement.ts`,
 * but for the cursor. It has a `tx_key` and no rank, because traces add older transactions to a history. Newest first,
 * among unconfirmed ones, it is the first key above the tip when the walk began.
 *
 * - `edge`: how many rows of each list are older than where the page begins (newest first: of the rows that it may
 *   show). An offset is split between the lists, a cursor is looked for in both: some twenty steps for a million rows.
 * - `range`: the rows of each list that the page may need if it were alone, `ranked`: both merged, with their ranks.
 * - `kept`: those of the page; oldest first without `shown`, and with one more.
 * - `candidates`: with those of `front` that a block has taken, and those that wait. `a_rank` and `b_rank` count the
 *   rows of the lists up to it.
 */
export function accountHistoryStatement(chain: ChainCode, form = PLAIN): string {
  const { part, compact } = form;
  const unconfirmed = `${chain}.mempool_address_transactions`;
  const list = { key: '$1', limit: part ? PART.limit : '$6', compact };
  return `${withState(chain)}, ${asked(chain, form, PART)}, ${tracing(chain)}, ${counts(chain)}, ${partOfLists(chain, part)}, waiting AS MATERIALIZED (
    SELECT is_open AND (SELECT followed FROM state) AS has_pending, (
      SELECT count(*) FROM ${unconfirmed} WHERE is_open AND (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL) AS pending
    FROM asked
  ), ${front(unconfirmed, part)}, ${split(chain, RANK)}, ${bases(chain, KNOWN)},
  ${seek(chain, `${KEYS} UNION ALL ${endsOf(chain, 'SELECT id, height FROM bases')}`)},
  edge AS MATERIALIZED (
    SELECT least(greatest(at.a, a_base), a_top) AS a, least(greatest(at.b, b_base), b_top) AS b
    FROM part CROSS JOIN (
      SELECT low AS a, rank - low AS b FROM split WHERE low = high
      UNION ALL
      SELECT a, b FROM found WHERE id IS NULL) at
  ), range AS MATERIALIZED (
    SELECT e.a + e.b - base AS edge, c.b0, size,
      CASE WHEN $2 THEN greatest(e.a - size, a_base) ELSE e.a END + 1 AS a_low,
      CASE WHEN $2 THEN e.a ELSE least(e.a + size + again, a_top) END AS a_high,
      CASE WHEN $2 THEN greatest(e.b - size, b_base) ELSE e.b END + 1 AS b_low,
      CASE WHEN $2 THEN e.b ELSE least(e.b + size, b_top) END AS b_high
    FROM edge e
    CROSS JOIN counts c
    CROSS JOIN part
    CROSS JOIN (SELECT count(*) AS again FROM shown) s
    CROSS JOIN (SELECT CASE WHEN $2 THEN greatest($6 - count(*), 0) ELSE $6 + 1 END AS size FROM front) f
  ), ranged AS MATERIALIZED (${ranged(chain, RANGE)}
  ), ranked AS MATERIALIZED (
    SELECT tx_key, delta, in_b, a_low - 1 + count(*) FILTER (WHERE NOT in_b) OVER w AS a_rank, b_low - 1 + count(*) FILTER (WHERE in_b) OVER w AS b_rank
    FROM ranged CROSS JOIN range WINDOW w AS (ORDER BY tx_key)
  ), kept AS MATERIALIZED (
    SELECT * FROM ranked WHERE tx_key NOT IN (SELECT tx_key FROM shown)
    ORDER BY CASE WHEN $2 THEN -tx_key ELSE tx_key END LIMIT (SELECT size FROM range)
  ), chosen AS MATERIALIZED (
    SELECT * FROM front ORDER BY CASE WHEN $2 THEN -id ELSE id END
    LIMIT CASE WHEN $2 THEN $6 ELSE greatest($6 - (SELECT count(*) FROM kept), 0) END
  ), candidates AS MATERIALIZED (
    SELECT CASE WHEN $2 THEN coalesce(${FIRST} - id, -tx_key) ELSE coalesce(id - ${FIRST}, tx_key) END AS n, *
    FROM (
      (SELECT NULL::bigint AS id, tx_key, a_rank, b_rank, delta, in_b FROM kept ORDER BY tx_key LIMIT $6)
      UNION ALL
      SELECT c.id, c.tx_key, f.a + 1, f.b, h.delta, false
      FROM chosen c
      JOIN found f ON f.id = c.id
      CROSS JOIN LATERAL (${rowOfA(chain, 'f.a + 1')}) h
      WHERE h.tx_key = c.tx_key
      UNION ALL
      SELECT id, NULL, NULL, NULL, delta, NULL FROM chosen WHERE tx_key IS NULL) gone_through
  ), ${part ? hitsAndPage(chain) : 'page AS (SELECT * FROM candidates'}
  ), listed AS MATERIALIZED (
    SELECT t.*, internal.status, (${transferCount(chain)})::integer AS transfer_count
    FROM (SELECT * FROM page WHERE tx_key IS NOT NULL) t
    CROSS JOIN tracing g
    CROSS JOIN LATERAL (SELECT ${internalStatus(chain, '(t.tx_key >> 20)')} AS status OFFSET 0) internal
  ), page_weight AS MATERIALIZED (
    SELECT coalesce(sum(least(transfer_count, ${lookedAt(list)}) / ${LOOKED_AT_PER_ROW}), 0) AS weight FROM listed
  ), ${origins(chain)}
  SELECT to_json(head) AS head, NULL::json AS row FROM (
  SELECT (SELECT json FROM state) AS state, part.total::float8, pending::float8, part.base::float8, (SELECT weight FROM page_weight)::float8 AS weight, bound::float8, edge::float8,
    (a_high - a_low + b_high - b_low + 2)::float8 AS expected,
    (SELECT count(*) FROM ranged)::float8 AS ranged,
    (SELECT count(*) FROM chosen)::float8 AS chosen,
    (SELECT count(*) FROM candidates WHERE id IS NOT NULL)::float8 AS "listedFront",
    (SELECT count(*) FROM front) > (SELECT count(*) FROM chosen) AS "moreFront",
    NOT $2 AND (SELECT count(*) FROM kept) > $6 AS "moreKept",
    ${part ? EXAMINED : UNEXAMINED},
    (${wantedBase(chain, 'listed')}) AS wanted,
    CASE WHEN $4 IS NOT NULL THEN (SELECT count(*) FROM ${unconfirmed}
      WHERE address_key = $1 AND tx_key IS NULL
        AND id <= (SELECT CASE WHEN $2 THEN max(id) ELSE min(id) END FROM chosen WHERE tx_key IS NULL)) END::float8 AS "firstPlace",
    (SELECT json_agg(json_build_array(c.id, c.delta::text, item.json))
      FROM page c
      CROSS JOIN tracing g
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.mempool_transactions WHERE id = c.id LIMIT 1) t
      CROSS JOIN LATERAL (SELECT ${pendingEvmJson(chain)} AS json) item
      WHERE c.tx_key IS NULL) AS waiting
  FROM counts CROSS JOIN waiting CROSS JOIN part LEFT JOIN range ON true) head
  UNION ALL
  ${confirmedRows(chain, list)}`;
}

/** Whether no transaction has to be looked at. */
const ALL = `(${PART.direction} IS NULL AND NOT ${PART.isNative} AND ${PART.asset}::bytea IS NULL)`;

/** Whether one page goes through all that is asked for. */
const IS_COUNTABLE = '($4::bigint IS NULL AND (SELECT total + pending <= $6 FROM part CROSS JOIN waiting))';

/** The end is not asked for where the page is full: rows behind it are not even weighed. */
const EXAMINED = `(SELECT count(*) FROM candidates)::float8 AS candidates, (SELECT count(*) FROM hits)::float8 AS hits, ${IS_COUNTABLE} AS "isCountable",
    CASE WHEN NOT ${ALL} AND (${IS_COUNTABLE} OR (SELECT count(*) FROM hits) <= ${PART.limit}) THEN (
      SELECT json_build_object('examined', count(*), 'id', (array_agg(id ORDER BY n DESC))[1],
        'rank', (array_agg(a_rank + b_rank ORDER BY n DESC))[1], 'txKey', (array_agg(tx_key ORDER BY n DESC))[1])
      FROM weighed WHERE looked < ${EXAMINED_TRANSFERS}) END AS "end"`;
const UNEXAMINED = '0 AS candidates, 0 AS hits, false AS "isCountable", NULL AS "end"';

/**
 * `weighed`: rows with what they do to the balance (`moved`), and how many transfers are looked at for those before
 * them.
 */
function hitsAndPage(chain: ChainCode): string {
  const count = (most?: string): string => `SELECT ${transferCount(chain, most)}
          FROM (SELECT m.tx_key) t
          CROSS JOIN (SELECT ${internalStatus(chain, '(m.tx_key >> 20)')} AS status FROM tracing g OFFSET 0) internal`;
  const looked = `CASE WHEN m.tx_key IS NULL THEN 0 WHEN ${PART.asset}::bytea IS NOT NULL THEN (${count()})
          WHEN ${PART.direction} IS NOT NULL AND m.moved = 0 THEN (${count(lookedAt(LIST))}) ELSE 0 END`;
  return `weighed AS MATERIALIZED (
    SELECT m.*, coalesce(sum(${looked}) OVER (ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS looked
    FROM (
      SELECT c.*, CASE WHEN in_b OR tx_key IS NULL OR ${ALL} THEN delta ELSE delta + ${unlistedDelta(chain, 'c.tx_key')} END AS moved
      FROM candidates c ORDER BY n OFFSET 0) m
    ORDER BY n
  ), hits AS MATERIALIZED (
    SELECT * FROM weighed c
    WHERE looked < ${EXAMINED_TRANSFERS} AND (${ALL} OR (
      (NOT ${PART.isNative} OR c.moved <> 0)
      AND (${PART.asset}::bytea IS NULL OR (c.tx_key IS NOT NULL AND ${movesToken(chain, 'c.tx_key', '$1', PART.asset)}))
      AND (${PART.direction} IS NULL OR ${PART.direction} = CASE
        WHEN c.moved > 0 THEN 'in'
        WHEN c.tx_key IS NULL THEN (${pendingDirection(chain)})
        ELSE (${confirmedDirection(chain)}) END)))
    ORDER BY n
    LIMIT CASE WHEN ${IS_COUNTABLE} THEN NULL ELSE ${PART.limit} + 1 END
  ), page AS MATERIALIZED (
    SELECT * FROM hits ORDER BY n OFFSET CASE WHEN ${IS_COUNTABLE} THEN ${PART.offset} ELSE 0 END LIMIT ${PART.limit}`;
}

/** Which way the confirmed transaction of row `c` goes; a fee is never below 0, so that it is no `self` that gains. */
function confirmedDirection(chain: ChainCode): string {
  const sides = `(
        SELECT bool_or(from_key = $1) AS gives, bool_or(to_key = $1) AS gets
        FROM (SELECT ${internalStatus(chain, '(t.tx_key >> 20)')} AS status FROM tracing g OFFSET 0) internal
        CROSS JOIN LATERAL (${listedTransfers(chain, LIST)}) x)`;
  return `SELECT ${directionOf('t.fee', sides)}
    FROM (SELECT tx_key, from_key, to_key, fee FROM ${chain}.transactions WHERE tx_key = c.tx_key LIMIT 1) t`;
}

/** The same of an unconfirmed one: nothing has moved yet. */
function pendingDirection(chain: ChainCode): string {
  return `SELECT ${directionOf('NULL::numeric', '(SELECT false AS gives, false AS gets)')}
    FROM (SELECT from_key, to_key FROM ${chain}.mempool_transactions WHERE id = c.id LIMIT 1) t`;
}

/** Which way row `t` goes that does `c.moved`, as `directionOf` of the API says it of what is listed. */
function directionOf(fee: string, sides: string): string {
  return `CASE
        WHEN t.from_key = $1 AND t.to_key = $1 AND (c.moved = 0 OR c.moved = -${fee}) THEN 'self'
        WHEN c.moved < 0 THEN 'out' WHEN c.moved > 0 THEN 'in'
        ELSE (SELECT CASE
            WHEN (coalesce(t.from_key = $1, false) OR coalesce(gives, false)) AND (coalesce(t.to_key = $1, false) OR coalesce(gets, false)) THEN 'self'
            WHEN coalesce(t.from_key = $1, false) OR coalesce(gives, false) THEN 'out' ELSE 'in' END
          FROM ${sides} sides) END`;
}

/** Without a cursor: how many confirmed ones are older than the page's begin. */
const RANK = `SELECT CASE WHEN $2 THEN greatest(top - greatest($3::bigint - pending, 0), base) ELSE least(base + $3, top) END
      FROM part CROSS JOIN waiting WHERE $4::bigint IS NULL`;

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

function front(unconfirmed: string, isPart: boolean): string {
  return `front AS MATERIALIZED (
    SELECT * FROM (
      (SELECT id, tx_key, delta FROM ${unconfirmed}
       WHERE $2::boolean AND (SELECT has_pending FROM waiting) AND address_key = $1 AND tx_key IS NULL AND id < coalesce($5::bigint, ${MOST})
         AND ($4::bigint IS NULL OR $5 IS NOT NULL)
       ORDER BY address_key DESC, tx_key DESC, id DESC
       OFFSET CASE WHEN $4 IS NULL THEN $3::bigint ELSE 0 END LIMIT $6::bigint + 1)
      UNION ALL
      (SELECT id, tx_key, delta FROM ${unconfirmed}
       WHERE $2 AND (SELECT live FROM state) AND address_key = $1 AND tx_key >= $4 AND id < $5${isPart ? ' AND (SELECT keys FROM asked) @> tx_key' : ''}
       ORDER BY id DESC LIMIT $6 + 1)
      UNION ALL
      (SELECT id, tx_key, delta FROM ${unconfirmed}
       WHERE NOT $2 AND (SELECT has_pending FROM waiting) AND address_key = $1 AND tx_key IS NULL AND id > coalesce($5, -1)
       ORDER BY address_key, tx_key, id
       OFFSET (SELECT CASE WHEN $4 IS NULL THEN greatest($3 - total, 0) ELSE 0 END FROM part) LIMIT $6 + 1)) candidates
    ORDER BY CASE WHEN $2 THEN -id ELSE id END LIMIT $6 + 1
  ), shown AS MATERIALIZED (
    SELECT tx_key FROM ${unconfirmed}
    WHERE NOT $2 AND $5 >= 0 AND (SELECT live FROM state) AND address_key = $1 AND tx_key > $4 AND id <= $5
  )`;
}

function confirmedRows(chain: ChainCode, list: AccountList): string {
  const delta = `CASE WHEN a.tx_key = l.tx_key THEN a.delta ELSE 0 END + CASE WHEN i.tx_key = l.tx_key THEN i.delta ELSE 0 END`;
  return `SELECT NULL, json_build_array(
        l.id, l.a_rank + l.b_rank, l.tx_key, (${delta})::text, ${balanceAfter('l.tx_key')}, item.json)
      FROM listed l
      CROSS JOIN tracing g
      CROSS JOIN older o
      LEFT JOIN LATERAL (${rowOfA(chain, 'l.a_rank')}) a ON true
      LEFT JOIN LATERAL (${lastOfB(chain, 'l.tx_key')}) i ON true
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = l.tx_key LIMIT 1) t
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (l.tx_key >> 20)::integer LIMIT 1) b
      CROSS JOIN LATERAL (SELECT ${confirmedEvmJson(chain, list, { status: 'l.status', count: 'l.transfer_count' })} AS json) item
      WHERE $10::integer IS NULL OR (SELECT weight FROM page_weight) <= $10`;
}
