import type { ChainCode } from '@chaintrail/chains';
import { MOST, opening, withState } from '../chain-state.js';
import { halveHistory } from '../halve-history.js';
import { asked, EXAMINED_ROWS, historyTotal, partParameters } from '../history-part.js';
import { cosmosJson, LISTED_ROW, lightRows } from './cosmos-transaction-json.js';

const PART = partParameters(4);
const DENOM = '$10::text';

/**
 * The statement of a page of what changed an address's balance of one denomination, which `token_history` lists:
 * nothing else is looked at. Parameters: $1 address key, $2 newest first, $3 rank that a cursor continues at, or NULL,
 * $10 the denomination, $11 what the page may weigh besides its rows, or NULL. From $4 on the ends of the part, offset and limit. The answer is as that of
 * `cosmosHistoryStatement`.
 *
 * - `keys`: the entries from where the page begins or its cursor is, as many as are counted and one more.
 * - `search` halves the range of `seq` until it has found those of the page in the history.
 */
export function denominationStatement(chain: ChainCode, compact: boolean): string {
  const history = `${chain}.address_transactions`;
  const changes = `SELECT tx_key FROM ${chain}.token_history
      WHERE (SELECT live FROM state) AND address_key = $1 AND asset = ${DENOM}
        AND tx_key >= (SELECT low FROM bounds) AND tx_key < (SELECT high FROM bounds)`;
  return `${withState(chain)}, ${opening(chain)}, ${asked(chain, { part: true, compact }, PART)}, ${historyTotal(chain)}, bounds AS MATERIALIZED (
    SELECT CASE WHEN $2::boolean THEN low ELSE greatest(low, key) END AS low, CASE WHEN $2 THEN least(high, key + 1) ELSE high END AS high
    FROM (SELECT coalesce(lower(keys), ${MOST}) AS low, coalesce(upper(keys), ${MOST}) AS high FROM asked) ends
    CROSS JOIN (SELECT (SELECT tx_key FROM ${history} WHERE address_key = $1 AND seq = $3::bigint LIMIT 1) AS key) at
  ), keys AS MATERIALIZED (
    (${changes} AND $2 ORDER BY address_key DESC, asset DESC, tx_key DESC LIMIT ${EXAMINED_ROWS} + 1)
    UNION ALL
    (${changes} AND NOT $2 ORDER BY address_key, asset, tx_key LIMIT ${EXAMINED_ROWS} + 1)
  ), counted AS MATERIALIZED (
    SELECT count(*) AS hits, $3 IS NULL AND count(*) <= ${EXAMINED_ROWS} AS is_countable FROM keys
  ), page AS MATERIALIZED (
    SELECT tx_key FROM keys ORDER BY CASE WHEN $2 THEN -tx_key ELSE tx_key END
    OFFSET CASE WHEN (SELECT is_countable FROM counted) THEN ${PART.offset} ELSE 0 END LIMIT ${PART.limit}
  ), search(tx_key, low, high) AS (
    SELECT p.tx_key, 1::bigint, h.total FROM page p CROSS JOIN head h
    UNION ALL
    ${halveHistory(chain, 'search', { carried: 'tx_key', before: 'search.tx_key', rank: 'middle' })}
  ), found AS MATERIALIZED (
    SELECT h.* FROM search s
    CROSS JOIN LATERAL (SELECT seq, seq AS place, tx_key, delta, balance FROM ${history} WHERE address_key = $1 AND seq = s.low LIMIT 1) h
    WHERE s.low = s.high AND h.tx_key = s.tx_key
  ), ${lightRows(chain, 'found', { limit: PART.limit, most: '$11' })}
  SELECT (SELECT json FROM state) AS state, hits::float8 AS total, hits::float8 AS hits, hits::float8 AS candidates,
    is_countable AS "isCountable", 1 AS lowest, (SELECT count(*) FROM page)::float8 AS highest, (SELECT count(*) FROM found)::float8 AS ranged,
    -- Nothing follows what was looked at.
    false AS "moreKept", json_build_object('examined', hits, 'id', NULL, 'seq', 0, 'place', 0) AS "end",
    (SELECT json_agg(${LISTED_ROW})
      FROM light l
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = l.tx_key LIMIT 1) t
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (l.tx_key >> 20)::integer LIMIT 1) b
      CROSS JOIN LATERAL (SELECT ${cosmosJson(chain, { key: '$1', limit: PART.limit, compact })} AS json) item
    ) AS listed, (SELECT weight FROM page_weight)::float8 AS weight
  FROM counted`;
}
