import type { ChainCode } from '@chaintrail/chains';
import { MOST, withState } from './chain-state.js';
import { halveHistory } from './halve-history.js';
import {
  asked,
  historyTotal,
  mostHits,
  PLAIN,
  pageOfHits,
  partParameters,
  pieces,
  rankUpTo,
  type StatementForm,
} from './history-part.js';

/** Parameters from $8 on: the part of the history that is asked for. */
export const PART = partParameters(8);
/** Below every rank and id: added, it puts what comes first before the rest. */
const FIRST = '-4611686018427387904';

/** SQL of a family in {@link historyStatement} and {@link plainHistoryStatement}. */
export interface HistorySql {
  /** More queries, each with a comma behind it; they may use the address in $1. */
  readonly queries: string;
  /** JSON of what the family says of all. @param isPart whether of the key ranges in `asked` alone */
  readonly head: (isPart: boolean) => string;
  /** Whether a cursor has the `tx_key` of where the page before it ended, and not the `seq` of where it begins. */
  readonly isByKey: boolean;
  /** Columns of row `t` of `transactions`, each with a comma before it, for `weight` and `confirmed`. */
  readonly columns: string;
  /** Weight of what row `t` has besides its row, confirmed or not. @param limit SQL of how many rows there may be */
  readonly weight: Readonly<Record<'confirmed' | 'pending', (limit: string) => string>>;
  /** The JSON of row `t`, confirmed with block row `b`, of row `l` of the history. @param limit as above */
  readonly confirmed: (limit: string, compact: boolean) => string;
  readonly pending: (limit: string, compact: boolean) => string;
  /** Joined with each row. */
  readonly join: string;
  /** `hits` out of `candidates`, in their order, with `walk`. */
  readonly hits: string;
  /** How many of `candidates` were gone through and the last of them, as JSON with `examined`; NULL where nobody asks. */
  readonly end: string;
}

/**
 * The statement of what most pages are: by offset, of a whole history of which nothing is pending. It costs half of what
 * {@link historyStatement} does, and says `hasPending`, without rows, where that has to be asked. Parameters: $1 address key,
 * $2 newest first, $3 offset, $4 limit, $5 what it may weigh besides, or NULL.
 *
 * The first row has the state and the total, each other one a transaction.
 */
export function plainHistoryStatement(chain: ChainCode, sql: HistorySql, compact = false): string {
  const history = `${chain}.address_transactions`;
  return `${withState(chain)}, ${sql.queries}front AS MATERIALIZED (
    SELECT (SELECT followed FROM state) AND EXISTS (
      SELECT FROM ${chain}.mempool_address_transactions WHERE address_key = $1 AND tx_key IS NULL LIMIT 1) AS has_pending
  ), ${historyTotal(chain, ' AND NOT (SELECT has_pending FROM front)')}, range AS MATERIALIZED (
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

/**
 * The statement of a page of a history. Parameters: $1 address key, $2 newest first, $3 offset, $4 and $5 where a cursor
 * continues (`seq` or `tx_key`, id of the last unconfirmed one that was shown; both NULL without a cursor), $6 limit, $7 what the page may
 * weigh besides or NULL,
 * from $8 on the part of the history that is asked for. Of a part by direction or asset, $3 and $6 are of what is gone through.
 *
 * - `cursor_rank`: by halving, how many rows are older than a `tx_key` that a cursor has. Rows may have joined below it.
 * - `walk`: totals, and the `tx_key` up to which the history was the same when the cursor was made. Ranks (`place`) and
 *   `total` count what lies in the blocks that are asked for, `confirmed` counts all.
 * - `front`: the page's part of what the mempool tables hold of the address, and one more. With an offset, what is pending
 *   now; newest first with a cursor, what was pending when the walk began, whatever became of it since; oldest first, what
 *   is pending and was not shown. Their index begins with address and `tx_key`: the pending ones lie together, in order of
 *   arrival, and what blocks took lies in order of those, so that only what they took since the walk began is looked at.
 * - `shown`: oldest first, confirmed ones that an earlier page of the walk showed while they were pending.
 * - `range`: the page's part of the confirmed ones, as a range of ranks, so every offset costs the same. `ranged` takes in
 *   the row before it, from which `lag` gives the gross amounts; `kept` is without `shown`, and with one more.
 * - `search` halves a range of `seq` until it has found those of `front` that a block has taken: the address's rows are
 *   sorted by tx_key, too.
 * - `candidates`: all that is gone through, in the order of the page; `hits`: those that are asked for, as many as the page
 *   needs and one more, or all of them where they can be counted; `page`: those that are shown.
 *
 * What comes first decides how many of the other part fit: newest first that is `front`, else `kept`.
 */
export function historyStatement(chain: ChainCode, sql: HistorySql, form: StatementForm = PLAIN): string {
  const { part, compact } = form;
  const at = sql.isByKey ? CURSOR_BY_KEY : '$4';
  const history = `${chain}.address_transactions`;
  const unconfirmed = `${chain}.mempool_address_transactions`;
  const list = part ? PART.limit : '$6';
  return `${withState(chain)}, ${sql.queries}${asked(chain, form, PART)}, ${historyTotal(chain)}, ${pieces(chain, form)}, ${sql.isByKey ? cursorByKey(chain) : ''}walk AS MATERIALIZED (
    SELECT *, is_open AND (SELECT followed FROM state) AS has_pending, $4::bigint IS NULL AND total + pending <= $6::bigint AS is_countable,
      coalesce((SELECT tx_key FROM ${history}
        WHERE address_key = $1 AND seq = CASE WHEN $2::boolean THEN least(${at}, confirmed) ELSE ${at} - 1 END LIMIT 1), -1) AS edge
    FROM (SELECT is_open,
      coalesce((SELECT total FROM head), 0) AS confirmed,
      coalesce((SELECT sum(top - base)::bigint FROM pieces), 0) AS total,
      CASE WHEN $4::bigint IS NULL THEN (SELECT sum(top - base)::bigint FROM pieces)
        ELSE ${rankUpTo(`CASE WHEN $2::boolean THEN ${at} ELSE ${at} - 1 END`)} END AS reached,
      (SELECT count(*) FROM ${unconfirmed} WHERE is_open AND (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL) AS pending
      FROM asked) counted
  ), front AS MATERIALIZED (
    SELECT * FROM (
      (SELECT id, tx_key, delta, received FROM ${unconfirmed}
       WHERE $2 AND (SELECT has_pending FROM walk) AND address_key = $1 AND tx_key IS NULL AND id < coalesce($5::bigint, ${MOST})
         AND ($4 IS NULL OR $5 IS NOT NULL)
       ORDER BY address_key DESC, tx_key DESC, id DESC
       OFFSET CASE WHEN $4 IS NULL THEN $3::bigint ELSE 0 END LIMIT $6::bigint + 1)
      UNION ALL
      (SELECT id, tx_key, delta, received FROM ${unconfirmed}
       WHERE $2 AND $4 IS NOT NULL AND (SELECT live FROM state)
         AND address_key = $1 AND tx_key > (SELECT edge FROM walk) AND id < $5${part ? ' AND (SELECT keys FROM asked) @> tx_key' : ''}
       ORDER BY id DESC LIMIT $6 + 1)
      UNION ALL
      (SELECT id, tx_key, delta, received FROM ${unconfirmed}
       WHERE NOT $2 AND (SELECT has_pending FROM walk) AND address_key = $1 AND tx_key IS NULL AND id > coalesce($5, -1)
       ORDER BY address_key, tx_key, id
       OFFSET (SELECT CASE WHEN $4 IS NULL THEN greatest($3 - total, 0) ELSE 0 END FROM walk) LIMIT $6 + 1)) candidates
    ORDER BY CASE WHEN $2 THEN -id ELSE id END LIMIT $6 + 1
  ), shown AS MATERIALIZED (
    SELECT tx_key FROM ${unconfirmed}
    WHERE NOT $2 AND $5 >= 0 AND address_key = $1 AND tx_key > (SELECT edge FROM walk) AND id <= $5
  ), range AS MATERIALIZED (
    SELECT lowest, lowest + size - 1 AS highest
    FROM walk
    CROSS JOIN LATERAL (SELECT
      CASE WHEN $2 THEN greatest($6 - (SELECT count(*) FROM front), 0)
      ELSE $6 + 1 + (SELECT count(*) FROM shown) END AS size) s
    CROSS JOIN LATERAL (SELECT CASE
      WHEN NOT $2 THEN CASE WHEN $4 IS NULL THEN $3 ELSE reached END + 1
      WHEN $4 IS NULL THEN total - greatest($3 - pending, 0) - size + 1
      ELSE reached - size + 1 END AS lowest) l
  ), ranged AS MATERIALIZED (
    SELECT before + seq - base AS place, seq::bigint, tx_key, delta, balance, gained
    FROM range
    CROSS JOIN LATERAL (
      SELECT base, before, base + greatest(lowest - before, 1) AS first, least(base + highest - before, top) AS last FROM pieces) p
    CROSS JOIN LATERAL (
      SELECT seq, tx_key, delta, balance, received - coalesce(lag(received) OVER (ORDER BY seq), 0) AS gained
      FROM ${history} WHERE address_key = $1 AND first <= last AND seq BETWEEN first - 1 AND last) h
    WHERE seq >= first
  ), kept AS MATERIALIZED (
    SELECT * FROM ranged WHERE tx_key NOT IN (SELECT tx_key FROM shown) ORDER BY seq LIMIT $6 + 1
  ), chosen AS MATERIALIZED (
    SELECT * FROM front ORDER BY CASE WHEN $2 THEN -id ELSE id END
    LIMIT CASE WHEN $2 THEN $6 ELSE greatest($6 - (SELECT count(*) FROM kept), 0) END
  ), search(id, tx_key, gained, low, high) AS (
    SELECT c.id, c.tx_key, c.received, least(${at}, w.confirmed) + 1, w.confirmed
    FROM chosen c CROSS JOIN walk w WHERE c.tx_key IS NOT NULL
    UNION ALL
    ${halveHistory(chain, 'search', { carried: 'id, tx_key, gained', before: 'search.tx_key', rank: 'middle' })}
  ), candidates AS MATERIALIZED (
    SELECT CASE WHEN $2 THEN coalesce(${FIRST} - id, -seq) ELSE coalesce(id - ${FIRST}, seq) END AS n, *
    FROM (
      (SELECT NULL::bigint AS id, place, seq::bigint, tx_key, delta, balance, gained FROM kept ORDER BY seq LIMIT $6)
      UNION ALL
      SELECT s.id, ${rankUpTo('s.low')}, s.low, s.tx_key, h.delta, h.balance, s.gained
      FROM search s
      CROSS JOIN LATERAL (SELECT * FROM ${history} WHERE address_key = $1 AND seq = s.low LIMIT 1) h
      WHERE s.low = s.high AND h.tx_key = s.tx_key
      UNION ALL
      SELECT id, NULL, NULL, NULL, delta, NULL, received FROM chosen WHERE tx_key IS NULL) gone_through
  ), ${part ? `${sql.hits}, ${pageOfHits('walk', PART)}` : 'page AS MATERIALIZED (SELECT * FROM candidates)'}, read AS MATERIALIZED (
    SELECT l.id AS front_id, l.seq, l.place, l.delta, l.balance, l.gained, t.*${sql.columns}
    FROM page l CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = l.tx_key LIMIT 1) t
  ), page_weight AS MATERIALIZED (
    SELECT coalesce(sum(weight), 0) AS weight FROM (
      SELECT ${sql.weight.confirmed(list)} AS weight FROM read t
      UNION ALL
      SELECT ${sql.weight.pending(list)}
      FROM page l CROSS JOIN LATERAL (SELECT * FROM ${chain}.mempool_transactions WHERE id = l.id LIMIT 1) t
      WHERE l.tx_key IS NULL) each
  ), light AS MATERIALIZED (SELECT $7::integer IS NULL OR weight <= $7 AS is_light FROM page_weight)
  SELECT to_json(head) AS head, NULL::json AS row FROM (
  SELECT (SELECT json FROM state) AS state, total::float8, pending::float8, confirmed::float8, reached::float8,
    lowest::float8, highest::float8, is_countable AS "isCountable",
    (SELECT weight FROM page_weight)::float8 AS weight, ${part ? examined(sql) : UNEXAMINED}, ${sql.head(part)} AS more,
    (SELECT count(*) FROM ranged)::float8 AS ranged,
    (SELECT count(*) FROM chosen)::float8 AS chosen,
    (SELECT count(*) FROM candidates WHERE id IS NOT NULL)::float8 AS "listedFront",
    (SELECT count(*) FROM front) > (SELECT count(*) FROM chosen) AS "moreFront",
    NOT $2 AND (SELECT count(*) FROM kept) > $6 AS "moreKept",
    CASE WHEN $4 IS NOT NULL THEN (SELECT count(*) FROM ${unconfirmed}
      WHERE address_key = $1 AND tx_key IS NULL
        AND id <= (SELECT CASE WHEN $2 THEN max(id) ELSE min(id) END FROM chosen WHERE tx_key IS NULL)) END::float8 AS "firstPlace",
    (SELECT json_agg(json_build_array(c.id, c.delta::text, c.gained::text, item.json))
      FROM page c ${sql.join}
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.mempool_transactions WHERE id = c.id LIMIT 1) t
      CROSS JOIN LATERAL (SELECT ${sql.pending(list, compact)} AS json) item
      WHERE c.tx_key IS NULL AND (SELECT is_light FROM light)) AS waiting
  FROM walk CROSS JOIN range) head
  UNION ALL
  SELECT NULL, json_build_array(t.front_id, t.seq, t.place, t.delta::text, t.balance::text, t.gained::text,
    ${sql.confirmed(list, compact)})
  FROM read t ${sql.join}
  CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
  WHERE (SELECT is_light FROM light)`;
}

/** The `seq` that a page begins with, from a `tx_key`. */
const CURSOR_BY_KEY = '(SELECT CASE WHEN $2 THEN low ELSE low + 1 END FROM cursor_rank WHERE low = high)';

function cursorByKey(chain: ChainCode): string {
  return `cursor_rank(key, low, high) AS (
    SELECT CASE WHEN $2::boolean THEN $4::bigint ELSE $4 + 1 END, 0::bigint, coalesce((SELECT total FROM head), 0)
    WHERE $4::bigint IS NOT NULL
    UNION ALL
    ${halveHistory(chain, 'cursor_rank', { carried: 'key', before: 'cursor_rank.key', rank: 'middle + 1' })}
  ), `;
}

const examined = ({ end }: HistorySql): string => `(SELECT count(*) FROM candidates)::float8 AS candidates,
    (SELECT count(*) FROM hits)::float8 AS hits, (${end}) AS "end"`;
const UNEXAMINED = '0 AS candidates, 0 AS hits, NULL AS "end"';

/** Limit of {@link HistorySql.hits}. */
export const MOST_HITS = mostHits('walk', PART);

/** SQL of a {@link HistorySql.end}. @param from a query's name and a condition: rows that were gone through */
export const endOf = (from: string): string => `SELECT json_build_object('examined', (SELECT count(*) FROM ${from}),
        'id', id, 'seq', seq, 'place', place, 'txKey', tx_key) FROM ${from} ORDER BY n DESC LIMIT 1`;
