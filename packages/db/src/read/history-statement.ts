import type { ChainCode } from '@chaintrail/chains';
import { MOST, withState } from './chain-state.js';
import { confirmedJson, pendingJson } from './transaction-json.js';

/**
 * The statement of a page of a history. Parameters: $1 address key, $2 newest first, $3 offset, $4 and $5 where a cursor
 * continues (seq, id of the last unconfirmed one that was shown; both NULL without a cursor), $6 limit.
 *
 * - `walk`: totals, and the `tx_key` up to which the history was the same when the cursor was made.
 * - `front`: the page's part of what the mempool tables hold of the address, and one more. With an offset, what is pending
 *   now; newest first with a cursor, what was pending when the walk began, whatever became of it since; oldest first, what
 *   is pending and was not shown. Their index begins with address and `tx_key`: the pending ones lie together, in order of
 *   arrival, and what blocks took lies in order of those, so that only what they took since the walk began is looked at.
 * - `shown`: oldest first, confirmed ones that an earlier page of the walk showed while they were pending.
 * - `range`: the page's part of the confirmed ones, as a range of `seq`, so every offset costs the same. `ranged` takes in
 *   the row before it, from which `lag` gives the gross amounts; `kept` is without `shown`, and with one more.
 * - `search` halves a range of `seq` until it has found those of `front` that a block has taken: the address's rows are
 *   sorted by tx_key, too.
 *
 * What comes first decides how many of the other part fit: newest first that is `front`, else `kept`.
 */
export function historyStatement(chain: ChainCode): string {
  const history = `${chain}.address_transactions`;
  const unconfirmed = `${chain}.mempool_address_transactions`;
  return `${withState(chain)}, head AS MATERIALIZED (
    SELECT seq::bigint AS total FROM ${history}
    WHERE (SELECT live FROM state) AND address_key = $1
    ORDER BY seq DESC LIMIT 1
  ), walk AS MATERIALIZED (
    SELECT total,
      (SELECT count(*) FROM ${unconfirmed} WHERE (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL) AS pending,
      coalesce((SELECT tx_key FROM ${history}
        WHERE address_key = $1 AND seq = CASE WHEN $2::boolean THEN least($4::bigint, total) ELSE $4 - 1 END LIMIT 1), -1) AS edge
    FROM (SELECT coalesce((SELECT total FROM head), 0) AS total) counted
  ), front AS MATERIALIZED (
    SELECT * FROM (
      (SELECT id, tx_key, delta, received FROM ${unconfirmed}
       WHERE $2 AND (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL AND id < coalesce($5::bigint, ${MOST})
         AND ($4 IS NULL OR $5 IS NOT NULL)
       ORDER BY address_key DESC, tx_key DESC, id DESC
       OFFSET CASE WHEN $4 IS NULL THEN $3::bigint ELSE 0 END LIMIT $6::bigint + 1)
      UNION ALL
      (SELECT id, tx_key, delta, received FROM ${unconfirmed}
       WHERE $2 AND $4 IS NOT NULL AND (SELECT live FROM state)
         AND address_key = $1 AND tx_key > (SELECT edge FROM walk) AND id < $5
       ORDER BY id DESC LIMIT $6 + 1)
      UNION ALL
      (SELECT id, tx_key, delta, received FROM ${unconfirmed}
       WHERE NOT $2 AND (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL AND id > coalesce($5, -1)
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
      WHEN NOT $2 THEN coalesce($4, $3 + 1)
      WHEN $4 IS NULL THEN total - greatest($3 - pending, 0) - size + 1
      ELSE least($4, total) - size + 1 END AS lowest) l
  ), ranged AS MATERIALIZED (
    SELECT seq, tx_key, delta, balance, received - coalesce(lag(received) OVER (ORDER BY seq), 0) AS gained
    FROM ${history}
    WHERE (SELECT live FROM state) AND address_key = $1
      AND seq BETWEEN (SELECT lowest - 1 FROM range) AND (SELECT highest FROM range)
  ), kept AS MATERIALIZED (
    SELECT * FROM ranged
    WHERE seq >= (SELECT lowest FROM range) AND tx_key NOT IN (SELECT tx_key FROM shown)
    ORDER BY seq LIMIT $6 + 1
  ), chosen AS MATERIALIZED (
    SELECT * FROM front ORDER BY CASE WHEN $2 THEN -id ELSE id END
    LIMIT CASE WHEN $2 THEN $6 ELSE greatest($6 - (SELECT count(*) FROM kept), 0) END
  ), search(id, tx_key, gained, low, high) AS (
    SELECT c.id, c.tx_key, c.received, least($4, w.total) + 1, w.total
    FROM chosen c CROSS JOIN walk w WHERE c.tx_key IS NOT NULL
    UNION ALL
    SELECT id, tx_key, gained, CASE WHEN is_before THEN middle + 1 ELSE low END, CASE WHEN is_before THEN high ELSE middle END
    FROM search
    CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) m
    CROSS JOIN LATERAL (
      SELECT h.tx_key < search.tx_key AS is_before FROM ${history} h WHERE address_key = $1 AND seq = middle LIMIT 1) probe
    WHERE low < high
  ), listed AS (
    (SELECT NULL::bigint AS id, seq, tx_key, delta, balance, gained FROM kept ORDER BY seq LIMIT $6)
    UNION ALL
    SELECT s.id, s.low, s.tx_key, h.delta, h.balance, s.gained
    FROM search s
    CROSS JOIN LATERAL (SELECT * FROM ${history} WHERE address_key = $1 AND seq = s.low LIMIT 1) h
    WHERE s.low = s.high AND h.tx_key = s.tx_key
  )
  SELECT (SELECT json FROM state) AS state, total::float8, pending::float8, lowest::float8, highest::float8,
    (SELECT count(*) FROM ranged WHERE seq >= lowest)::float8 AS ranged,
    (SELECT count(*) FROM chosen)::float8 AS chosen,
    (SELECT count(*) FROM front) > (SELECT count(*) FROM chosen) AS "moreFront",
    NOT $2 AND (SELECT count(*) FROM kept) > $6 AS "moreKept",
    (SELECT json_agg(json_build_array(l.id, l.seq, l.delta::text, l.balance::text, l.gained::text, item.json))
      FROM listed l
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = l.tx_key LIMIT 1) t
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (l.tx_key >> 20)::integer LIMIT 1) b
      CROSS JOIN LATERAL (SELECT ${confirmedJson(chain, { key: '$1', spent: '(l.gained - l.delta)' })} AS json) item
    ) AS confirmed,
    CASE WHEN $4 IS NOT NULL THEN (SELECT count(*) FROM ${unconfirmed}
      WHERE address_key = $1 AND tx_key IS NULL
        AND id <= (SELECT CASE WHEN $2 THEN max(id) ELSE min(id) END FROM chosen WHERE tx_key IS NULL)) END::float8 AS "firstPlace",
    (SELECT json_agg(json_build_array(c.id, c.delta::text, c.received::text, item.json))
      FROM chosen c
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.mempool_transactions WHERE id = c.id LIMIT 1) t
      CROSS JOIN LATERAL (SELECT ${pendingJson(chain, { key: '$1', spent: '(c.received - c.delta)' })} AS json) item
      WHERE c.tx_key IS NULL) AS waiting
  FROM walk CROSS JOIN range`;
}
