import type { ChainCode } from '@chaintrail/chains';
import { opening, withState } from '../chain-state.js';
import { directionSql } from '../direction-sql.js';
import {
  asked,
  EXAMINED_TRANSFERS,
  historyTotal,
  mostHits,
  PLAIN,
  pageOfHits,
  partParameters,
  pieces,
  rankUpTo,
} from '../history-part.js';
import { lookedAt } from '../transaction-lists.js';
import { cosmosJson, LISTED_ROW, lightRows, listedTransfers, transferCount } from './cosmos-transaction-json.js';

const PART = partParameters(7);
const LIST = { key: '$1', limit: PART.limit } as const;

/**
 * The statement of a page of a history. Parameters: $1 address key, $2 newest first, $3 offset, $4 rank that a cursor
 * continues at, or NULL, $5 limit, $6 what the page may weigh besides its rows, or NULL. From $7 on the part of the history that is asked for. Of a part by direction or
 * asset, $3 and $5 are of what is gone through. The rest is as in `../history-statement.ts`.
 *
 * `range`: the page as a range of ranks (`place`), so every offset costs the same.
 */
export function cosmosHistoryStatement(chain: ChainCode, form = PLAIN): string {
  const { part, compact } = form;
  const history = `${chain}.address_transactions`;
  const list = part ? PART.limit : '$5';
  return `${withState(chain)}, ${opening(chain)}, ${asked(chain, form, PART)}, ${historyTotal(chain)}, ${pieces(chain, form)}, range AS MATERIALIZED (
    SELECT total, $4::bigint IS NULL AND total <= $5::bigint AS is_countable,
      CASE WHEN $2::boolean THEN greatest(edge - $5 + 1, 1) ELSE edge END AS lowest,
      CASE WHEN $2 THEN edge ELSE least(edge + $5 - 1, total) END AS highest
    FROM (SELECT coalesce((SELECT sum(top - base)::bigint FROM pieces), 0) AS total) counted
    CROSS JOIN LATERAL (SELECT CASE
      WHEN NOT $2::boolean THEN CASE WHEN $4::bigint IS NULL THEN $3::bigint ELSE ${rankUpTo('$4 - 1')} END + 1
      ELSE least(CASE WHEN $4 IS NULL THEN total - $3::bigint ELSE ${rankUpTo('$4')} END, total) END AS edge) e
  ), ranged AS MATERIALIZED (
    SELECT CASE WHEN $2 THEN -seq ELSE seq END AS n, before + seq - base AS place, seq, tx_key, delta, balance
    FROM range
    CROSS JOIN LATERAL (
      SELECT base, before, base + greatest(lowest - before, 1) AS first, least(base + highest - before, top) AS last FROM pieces) p
    CROSS JOIN LATERAL (
      SELECT seq, tx_key, delta, balance FROM ${history} WHERE address_key = $1 AND seq BETWEEN first AND last) h
  ), ${part ? hitsAndPage(chain) : 'page AS (SELECT * FROM ranged)'}, ${lightRows(chain, 'page', { limit: list, most: '$6' })}
  SELECT (SELECT json FROM state) AS state, total::float8, lowest::float8, highest::float8,
    is_countable AS "isCountable", NOT $2 AND highest < total AS "moreKept",
    (SELECT count(*) FROM ranged)::float8 AS ranged, ${part ? EXAMINED : UNEXAMINED},
    (SELECT json_agg(${LISTED_ROW})
      FROM light l
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = l.tx_key LIMIT 1) t
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (l.tx_key >> 20)::integer LIMIT 1) b
      CROSS JOIN LATERAL (SELECT ${cosmosJson(chain, { key: '$1', limit: list, compact })} AS json) item
    ) AS listed, (SELECT weight FROM page_weight)::float8 AS weight
  FROM range`;
}

/** Whether no transaction has to be looked at. */
const ALL = `(${PART.direction} IS NULL AND NOT ${PART.isNative} AND ${PART.asset}::text IS NULL)`;

/** The end is not asked for where the page is full: rows behind it are not even weighed. */
const EXAMINED = `(SELECT count(*) FROM hits)::float8 AS hits,
    CASE WHEN NOT ${ALL} AND (is_countable OR (SELECT count(*) FROM hits) <= ${PART.limit}) THEN (
      SELECT json_build_object('examined', count(*), 'id', NULL, 'seq', CASE WHEN $2 THEN min(seq) ELSE max(seq) END,
        'place', CASE WHEN $2 THEN min(place) ELSE max(place) END)
      FROM weighed WHERE looked < ${EXAMINED_TRANSFERS}) END AS "end"`;
const UNEXAMINED = '0 AS hits, NULL AS "end"';

/** `weighed`: rows with how many transfers are looked at for those before them. */
function hitsAndPage(chain: ChainCode): string {
  const looked = `CASE WHEN ${PART.direction} IS NULL THEN 0 ELSE least(${transferCount(chain, 'r.tx_key')}, ${lookedAt(LIST)}) END`;
  return `weighed AS MATERIALIZED (
    SELECT r.*, coalesce(sum(${looked}) OVER (ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS looked
    FROM ranged r ORDER BY n
  ), hits AS MATERIALIZED (
    SELECT * FROM weighed c
    WHERE looked < ${EXAMINED_TRANSFERS} AND (${ALL} OR (
      (${PART.direction} IS NULL OR ${PART.direction} = (${directionOf(chain)}))
      AND (NOT ${PART.isNative} OR c.delta <> 0)
      AND (${PART.asset}::text IS NULL OR EXISTS (
        SELECT FROM ${chain}.token_history WHERE address_key = $1 AND asset = ${PART.asset} AND tx_key = c.tx_key))))
    ORDER BY n
    LIMIT ${mostHits('range', PART)}
  ), ${pageOfHits('range', PART)}`;
}

/** Direction of row `c`. Transfers are read to see whether it paid itself where the fee was lost alone. */
function directionOf(chain: ChainCode): string {
  const listed = `(${listedTransfers(chain, LIST)}) x`;
  const toItself = `c.delta = -t.fee AND EXISTS (SELECT FROM ${listed} WHERE from_key = $1 AND to_key = $1)`;
  const sides = `SELECT coalesce(t.from_key = $1, false) OR coalesce(bool_or(from_key = $1), false) AS gives, coalesce(bool_or(to_key = $1), false) AS gets
              FROM ${listed}`;
  return `SELECT ${directionSql({ delta: 'c.delta', fee: 't.fee', toItself, sides })}
    FROM (SELECT tx_key, fee, from_key FROM ${chain}.transactions WHERE tx_key = c.tx_key LIMIT 1) t`;
}
