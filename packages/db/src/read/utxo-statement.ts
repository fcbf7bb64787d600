import type { ChainCode } from '@chaintrail/chains';
import { MOST, withState } from './chain-state.js';
import { BLOCK_JSON, PAYS_HOG_ADDR, spentByJson } from './transaction-json.js';

/**
 * How many unspent outputs are counted, and passed over, at most. No rank is kept of them, as histories have: every
 * output that is spent would move those before it. Counting a million took 160 to 530 ms a page, ten thousand take 5.
 */
export const COUNTED_UTXOS = 10_000;

/**
 * The statement of a page of unspent outputs. Pages have one row more, which says that something follows. Parameters:
 * - $1 address key, $2 offset, $3 limit.
 * - $4 and $5: the `tx_key` and index that confirmed ones lie below. NULL without a cursor.
 * - $6 and $7: the id and index that unconfirmed ones lie below. NULL without a cursor, and behind the last of them.
 *
 * The order is that of the index on (address_key, tx_key, vout), read backwards. An offset passes over its entries, and
 * a cursor starts in its middle. Amount and script come from the transaction. `front` has unconfirmed ones, and those
 * that a block took since the walk began, in the same order.
 */
export function utxoStatement(chain: ChainCode): string {
  const unconfirmed = `${chain}.mempool_address_transactions`;
  return `${withState(chain)}, counted AS MATERIALIZED (
    SELECT coalesce(sum(cardinality(vouts)), 0) AS pending FROM ${unconfirmed}
    WHERE $4::bigint IS NULL AND (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL
  ), front AS MATERIALIZED (
    SELECT * FROM (
      (SELECT id, vout FROM (
         SELECT a.id, o.vout FROM ${unconfirmed} a CROSS JOIN LATERAL unnest(a.vouts) AS o(vout)
         WHERE (SELECT followed FROM state) AND a.address_key = $1 AND a.tx_key IS NULL
           AND ($4 IS NULL OR $6::bigint IS NOT NULL) AND a.id <= coalesce($6, ${MOST})
           AND (a.id, o.vout) < (coalesce($6, ${MOST}), coalesce($7::integer, 0))
         ORDER BY a.address_key DESC, a.tx_key DESC, a.id DESC, o.vout DESC) pending
       OFFSET CASE WHEN $4 IS NULL THEN $2::bigint ELSE 0 END
       LIMIT $3::bigint + 1)
      UNION ALL
      (SELECT id, vout FROM (
         SELECT a.id, t.txid, o.vout
         FROM ${unconfirmed} a
         CROSS JOIN LATERAL unnest(a.vouts) AS o(vout)
         CROSS JOIN LATERAL (SELECT txid FROM ${chain}.mempool_transactions WHERE id = a.id LIMIT 1) t
         WHERE (SELECT live FROM state) AND a.address_key = $1 AND a.tx_key >= $4 AND a.id <= $6 AND (a.id, o.vout) < ($6, $7)
         ORDER BY a.id DESC, o.vout DESC OFFSET 0) taken
       CROSS JOIN LATERAL (
         SELECT FROM ${chain}.unspent_outputs WHERE txid = taken.txid AND vout = taken.vout LIMIT 1) unspent
       ORDER BY id DESC, vout DESC
       LIMIT $3 + 1)) candidates
    ORDER BY id DESC, vout DESC
    LIMIT $3 + 1
  ), page AS MATERIALIZED (
    SELECT tx_key, vout FROM ${chain}.unspent_outputs
    WHERE (SELECT live FROM state) AND address_key = $1
      AND (tx_key, vout) < (coalesce($4, ${MOST}), coalesce($5::integer, 0))
    ORDER BY tx_key DESC, vout DESC
    OFFSET CASE WHEN $4 IS NULL THEN greatest($2 - (SELECT pending FROM counted), 0) ELSE 0 END
    LIMIT $3 + 1 - (SELECT count(*) FROM front)
  )
  SELECT (SELECT json FROM state) AS state,
    CASE WHEN $4 IS NULL THEN (SELECT pending FROM counted)
      + (SELECT count(*) FROM (
          SELECT FROM ${chain}.unspent_outputs WHERE (SELECT live FROM state) AND address_key = $1
          LIMIT ${COUNTED_UTXOS} + 1) counted_ones) END::float8 AS total,
    (SELECT json_agg(json_build_array(f.id, NULL, ${outputJson(chain, 'f.vout')}))
      FROM front f
      CROSS JOIN LATERAL (
        SELECT txid, tx_key, output_values, output_scripts, output_tokens
        FROM ${chain}.mempool_transactions WHERE id = f.id LIMIT 1) t
      LEFT JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b ON true
    ) AS front,
    (SELECT json_agg(json_build_array(NULL, p.tx_key, ${outputJson(chain, 'p.vout')}))
      FROM page p
      CROSS JOIN LATERAL (
        SELECT txid, tx_key, output_values, output_scripts, output_tokens
        FROM ${chain}.transactions WHERE tx_key = p.tx_key LIMIT 1) t
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (p.tx_key >> 20)::integer LIMIT 1) b
    ) AS confirmed`;
}

/** The columns of an output from `txid` on, of transaction row `t` and block row `b`, which may be all NULL. */
function outputJson(chain: ChainCode, vout: string): string {
  return `encode(t.txid, 'hex'), ${vout}, t.output_values[${vout} + 1]::text,
        CASE WHEN b.height IS NOT NULL THEN ${BLOCK_JSON} END, encode(t.output_scripts[${vout} + 1], 'hex'),
        t.output_tokens[${vout} + 1], ${PAYS_HOG_ADDR}, ${spentByJson(chain, 't.txid', vout)}`;
}
