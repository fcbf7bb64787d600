import type { ChainCode } from '@chaintrail/chains';
import { MOST, withState } from '../chain-state.js';
import { BLOCK_JSON } from '../transaction-lists.js';
import { listedUtxoWeight, PAYS_HOG_ADDR, READ_ARRAYS, spentByJson } from './utxo-transaction-json.js';

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
 * - $8: what the page may weigh besides its rows (`listedWeight`), or NULL.
 *
 * The order is that of the index on (address_key, tx_key, vout), read backwards. An offset passes over its entries, and
 * a cursor starts in its middle. Scripts and tokens come from the transaction, whose arrays are
 * read once for all of its rows. Of an account $1 is an array of keys, and rows name theirs. `front` has unconfirmed ones, and those
 * that a block took since the walk began, in the same order.
 */
export function utxoStatement(chain: ChainCode, of: 'address' | 'account' = 'address'): string {
  const isAccount = of === 'account';
  const own = isAccount ? 'address_key = ANY ($1::bytea[])' : 'address_key = $1';
  const keys = isAccount ? ', array_agg(address_key) AS keys' : '';
  const unconfirmed = `${chain}.mempool_address_transactions`;
  return `${withState(chain)}, counted AS MATERIALIZED (
    SELECT coalesce(sum(cardinality(vouts)), 0) AS pending FROM ${unconfirmed}
    WHERE $4::bigint IS NULL AND (SELECT followed FROM state) AND ${own} AND tx_key IS NULL
  ), front AS MATERIALIZED (
    SELECT * FROM (
      (SELECT id, vout, address_key FROM (
         SELECT a.id, o.vout, a.address_key FROM ${unconfirmed} a CROSS JOIN LATERAL unnest(a.vouts) AS o(vout)
         WHERE (SELECT followed FROM state) AND a.${own} AND a.tx_key IS NULL
           AND ($4 IS NULL OR $6::bigint IS NOT NULL) AND a.id <= coalesce($6, ${MOST})
           AND (a.id, o.vout) < (coalesce($6, ${MOST}), coalesce($7::integer, 0))
         ORDER BY ${isAccount ? '' : 'a.address_key DESC, a.tx_key DESC, '}a.id DESC, o.vout DESC) pending
       OFFSET CASE WHEN $4 IS NULL THEN $2::bigint ELSE 0 END
       LIMIT $3::bigint + 1)
      UNION ALL
      (SELECT id, vout, address_key FROM (
         SELECT a.id, t.txid, o.vout, a.address_key
         FROM ${unconfirmed} a
         CROSS JOIN LATERAL unnest(a.vouts) AS o(vout)
         CROSS JOIN LATERAL (SELECT txid FROM ${chain}.mempool_transactions WHERE id = a.id LIMIT 1) t
         WHERE (SELECT live FROM state) AND a.${own} AND a.tx_key >= $4 AND a.id <= $6 AND (a.id, o.vout) < ($6, $7)
         ORDER BY a.id DESC, o.vout DESC OFFSET 0) taken
       CROSS JOIN LATERAL (
         SELECT FROM ${chain}.unspent_outputs WHERE txid = taken.txid AND vout = taken.vout LIMIT 1) unspent
       ORDER BY id DESC, vout DESC
       LIMIT $3 + 1)) candidates
    ORDER BY id DESC, vout DESC
    LIMIT $3 + 1
  ), page AS MATERIALIZED (
    SELECT tx_key, vout, value, address_key FROM ${chain}.unspent_outputs
    WHERE (SELECT live FROM state) AND ${own}
      AND (tx_key, vout) < (coalesce($4, ${MOST}), coalesce($5::integer, 0))
    ORDER BY tx_key DESC, vout DESC
    OFFSET CASE WHEN $4 IS NULL THEN greatest($2 - (SELECT pending FROM counted), 0) ELSE 0 END
    LIMIT $3 + 1 - (SELECT count(*) FROM front)
  ), made AS MATERIALIZED (
    SELECT f.*, t.*
    FROM (SELECT id, array_agg(vout) AS vouts${keys} FROM front GROUP BY id) f
    CROSS JOIN LATERAL (
      SELECT txid, tx_key, size, output_values, output_scripts, output_tokens
      FROM ${chain}.mempool_transactions WHERE id = f.id LIMIT 1) t
  ), confirmed AS MATERIALIZED (
    SELECT p.*, t.*
    FROM (SELECT tx_key, array_agg(vout) AS vouts, array_agg(value) AS amounts${keys} FROM page GROUP BY tx_key) p
    CROSS JOIN LATERAL (
      SELECT txid, size, output_scripts, output_tokens FROM ${chain}.transactions WHERE tx_key = p.tx_key LIMIT 1) t
  ), page_weight AS MATERIALIZED (
    SELECT coalesce(sum(weight), 0) AS weight FROM (
      SELECT ${listedUtxoWeight(READ_ARRAYS.unspent)} AS weight FROM confirmed t
      UNION ALL
      SELECT ${listedUtxoWeight(READ_ARRAYS.pendingUnspent)} FROM made t) each
  )
  SELECT (SELECT json FROM state) AS state, (SELECT weight FROM page_weight)::float8 AS weight,
    CASE WHEN $4 IS NULL THEN (SELECT pending FROM counted)
      + (SELECT count(*) FROM (
          SELECT FROM ${chain}.unspent_outputs WHERE (SELECT live FROM state) AND ${own}
          LIMIT ${COUNTED_UTXOS} + 1) counted_ones) END::float8 AS total,
    (SELECT json_agg(json_build_array(t.id, NULL, ${outputJson(chain, 't.amounts[o.vout + 1]', isAccount)}))
      FROM (
        SELECT id, vouts${isAccount ? ', keys' : ''}, txid, tx_key, output_values[1:] AS amounts, output_scripts[1:] AS output_scripts, output_tokens[1:] AS output_tokens
        FROM made WHERE ${IS_LIGHT} OFFSET 0) t
      LEFT JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b ON true
      CROSS JOIN LATERAL unnest(t.vouts${isAccount ? ', t.keys' : ''}) AS o(vout${isAccount ? ', key' : ''})
    ) AS front,
    (SELECT json_agg(json_build_array(NULL, t.tx_key, ${outputJson(chain, 'o.amount', isAccount)}))
      FROM (
        SELECT tx_key, vouts, amounts${isAccount ? ', keys' : ''}, txid, output_scripts[1:] AS output_scripts, output_tokens[1:] AS output_tokens
        FROM confirmed WHERE ${IS_LIGHT} OFFSET 0) t
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
      CROSS JOIN LATERAL unnest(t.vouts, t.amounts${isAccount ? ', t.keys' : ''}) AS o(vout, amount${isAccount ? ', key' : ''})
    ) AS confirmed`;
}

const IS_LIGHT = '($8::integer IS NULL OR (SELECT weight FROM page_weight) <= $8)';

/** The columns of output `o.vout` from `txid` on, of transaction row `t` and block row `b`, which may be all NULL. */
function outputJson(chain: ChainCode, amount: string, hasKey: boolean): string {
  return `encode(t.txid, 'hex'), o.vout, ${amount}::text,
        CASE WHEN b.height IS NOT NULL THEN ${BLOCK_JSON} END, encode(t.output_scripts[o.vout + 1], 'hex'),
        t.output_tokens[o.vout + 1], ${PAYS_HOG_ADDR}, ${spentByJson(chain, 't.txid', 'o.vout')}${hasKey ? ", encode(o.key, 'hex')" : ''}`;
}
