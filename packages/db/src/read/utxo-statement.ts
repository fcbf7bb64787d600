import type { ChainCode } from '@chaintrail/chains';
import { withState } from './chain-state.js';
import { BLOCK_JSON, PAYS_HOG_ADDR, spentByJson } from './transaction-json.js';

/**
 * The statement of a page of unspent outputs. Parameters: $1 address key, $2 offset, $3 limit, $4 and $5 the `tx_key` and
 * index that the confirmed ones of the page lie below, $6 and $7 the id and index that the unconfirmed ones lie below
 * (NULL without a cursor, $6 and $7 also when the cursor lies behind them). Pages have one row more, which says that
 * something follows.
 *
 * The order is that of the index on (address_key, tx_key, vout), read backwards: an offset passes over its entries without
 * looking at rows, and a cursor starts in its middle. Amount and script come from the transaction.
 */
export function utxoStatement(chain: ChainCode): string {
  return `${withState(chain)}, unconfirmed AS MATERIALIZED (
    SELECT t.id, t.tx_key, t.txid, (o.n - 1)::integer AS vout
    FROM mempool_address_transactions_${chain} a
    CROSS JOIN LATERAL (SELECT id, tx_key, txid, output_keys FROM mempool_transactions_${chain} WHERE id = a.id LIMIT 1) t
    CROSS JOIN LATERAL unnest(array_positions(t.output_keys, $1)) AS o(n)
    WHERE (SELECT followed FROM state) AND a.address_key = $1 AND a.received > 0
      AND CASE WHEN $4::bigint IS NULL THEN t.tx_key IS NULL ELSE t.tx_key IS NULL OR t.tx_key >= $4 END
      AND CASE WHEN $4 IS NULL THEN true ELSE (a.id, o.n - 1) < ($6::bigint, $7::integer) END
  ), front AS MATERIALIZED (
    SELECT * FROM unconfirmed u
    WHERE tx_key IS NULL
      OR (SELECT true FROM unspent_outputs_${chain} WHERE txid = u.txid AND vout = u.vout LIMIT 1)
    ORDER BY id DESC, vout DESC
    OFFSET CASE WHEN $4 IS NULL THEN $2::bigint ELSE 0 END
    LIMIT $3::bigint + 1
  ), page AS MATERIALIZED (
    SELECT tx_key, vout FROM unspent_outputs_${chain}
    WHERE (SELECT live FROM state) AND address_key = $1
      AND (tx_key, vout) < (coalesce($4, 9223372036854775807), coalesce($5::integer, 0))
    ORDER BY tx_key DESC, vout DESC
    OFFSET CASE WHEN $4 IS NULL THEN greatest($2 - (SELECT count(*) FROM unconfirmed), 0) ELSE 0 END
    LIMIT $3 + 1 - (SELECT count(*) FROM front)
  )
  SELECT (SELECT json FROM state) AS state,
    CASE WHEN $4 IS NULL THEN (SELECT count(*) FROM unconfirmed)
      + (SELECT count(*) FROM unspent_outputs_${chain} WHERE (SELECT live FROM state) AND address_key = $1) END::float8 AS total,
    (SELECT json_agg(json_build_array(f.id, NULL, ${outputJson(chain, 'f.vout')}))
      FROM front f
      CROSS JOIN LATERAL (
        SELECT txid, tx_key, output_values, output_scripts, output_tokens
        FROM mempool_transactions_${chain} WHERE id = f.id LIMIT 1) t
      LEFT JOIN LATERAL (SELECT * FROM blocks_${chain} WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b ON true
    ) AS front,
    (SELECT json_agg(json_build_array(NULL, p.tx_key, ${outputJson(chain, 'p.vout')}))
      FROM page p
      CROSS JOIN LATERAL (
        SELECT txid, tx_key, output_values, output_scripts, output_tokens
        FROM transactions_${chain} WHERE tx_key = p.tx_key LIMIT 1) t
      CROSS JOIN LATERAL (SELECT * FROM blocks_${chain} WHERE height = (p.tx_key >> 20)::integer LIMIT 1) b
    ) AS confirmed`;
}

/** The columns of an output from `txid` on, of transaction row `t` and block row `b`, which may be all NULL. */
function outputJson(chain: ChainCode, vout: string): string {
  return `encode(t.txid, 'hex'), ${vout}, t.output_values[${vout} + 1]::text,
        CASE WHEN b.height IS NOT NULL THEN ${BLOCK_JSON} END, encode(t.output_scripts[${vout} + 1], 'hex'),
        t.output_tokens[${vout} + 1], ${PAYS_HOG_ADDR}, ${spentByJson(chain, 't.txid', vout)}`;
}
