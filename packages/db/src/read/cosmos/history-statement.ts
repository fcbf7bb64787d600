import type { ChainCode } from '@chaintrail/chains';
import { withState } from '../chain-state.js';
import { opening } from './opening.js';
import { cosmosJson } from './transaction-json.js';

/**
 * The statement of a page of a history. Parameters: $1 address key, $2 newest first, $3 offset, $4 rank that a cursor continues
 * at, or NULL, $5 limit.
 *
 * `range`: the page as a range of `seq`, so every offset costs the same.
 */
export function cosmosHistoryStatement(chain: ChainCode): string {
  const history = `${chain}.address_transactions`;
  return `${withState(chain)}, ${opening(chain)}, head AS MATERIALIZED (
    SELECT seq::bigint AS total FROM ${history}
    WHERE (SELECT live FROM state) AND address_key = $1
    ORDER BY seq DESC LIMIT 1
  ), range AS MATERIALIZED (
    SELECT total, CASE WHEN $2::boolean THEN greatest(edge - $5::bigint + 1, 1) ELSE edge END AS lowest,
      CASE WHEN $2 THEN edge ELSE least(edge + $5 - 1, total) END AS highest
    FROM (SELECT coalesce((SELECT total FROM head), 0) AS total) counted
    CROSS JOIN LATERAL (SELECT CASE
      WHEN NOT $2 THEN coalesce($4::bigint, $3::bigint + 1)
      ELSE least(coalesce($4, total - $3), total) END AS edge) e
  ), ranged AS MATERIALIZED (
    SELECT seq, tx_key, delta, balance FROM ${history}
    WHERE (SELECT live FROM state) AND address_key = $1
      AND seq BETWEEN (SELECT lowest FROM range) AND (SELECT highest FROM range)
  )
  SELECT (SELECT json FROM state) AS state, total::float8, greatest(highest - lowest + 1, 0)::float8 AS expected,
    (SELECT json_agg(json_build_array(l.seq, l.delta::text, CASE WHEN EXISTS (SELECT FROM opening) THEN l.balance::text END, item.json))
      FROM ranged l
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = l.tx_key LIMIT 1) t
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (l.tx_key >> 20)::integer LIMIT 1) b
      CROSS JOIN LATERAL (SELECT ${cosmosJson(chain, { key: '$1', limit: '$5' })} AS json) item
    ) AS listed
  FROM range`;
}
