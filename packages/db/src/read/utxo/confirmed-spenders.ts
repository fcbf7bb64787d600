/**
 * Which confirmed transactions spend the outputs of a transaction that are shown. No index has all of them. Of an output
 * without an address, `unaddressed_spends` has it. Any other one's is in the history of its address.
 */
import type { ChainCode } from '@chaintrail/chains';

/** Bound on what the search looks at: rows of histories, and transactions. It is shared by the addresses, */
const SOUGHT = { rows: 10_000, transactions: 1_000 } as const;
/** and each has so much at least. */
const LEAST = { rows: 50, transactions: 5 } as const;
/** Most addresses that have all that one can have, of each. */
export const WELL_SOUGHT = SOUGHT.transactions / 10;

/** SQL: what each of the addresses has. */
function share(of: keyof typeof SOUGHT): string {
  return `greatest(${SOUGHT[of]} / k.addresses, ${LEAST[of]})`;
}

/** The first row of history `k.key`, from `from` to `to`, of which `isBefore` is false: by halves. */
function bisect(history: string, name: string, from: string, to: string, isBefore: string): string {
  return `${name}(low, high) AS (
      SELECT ${from}, ${to}
      UNION ALL
      SELECT CASE WHEN m.before THEN middle + 1 ELSE low END, CASE WHEN m.before THEN high ELSE middle END
      FROM ${name}
      CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) p
      CROSS JOIN LATERAL (SELECT ${isBefore} AS before FROM ${history} AND seq = p.middle LIMIT 1) m
      WHERE low < high)`;
}

/**
 * Queries up to `spenders` of rows (vout, txid, vin), which follow a query `shown` of outputs (vout, key, value, unspent)
 * of row `t`. In the history of an address:
 * - Rows before the block that made the output do not spend it. Rows of that block may stand before it, since Bitcoin
 *   Cash orders a block by txid.
 * - What the address ever sent, `received - balance`, never falls. So it is at least the output's amount more when the
 *   output is spent, and halving finds the first row with that. What arrives at an address meanwhile costs nothing.
 * - From there on the rows that send as much are looked at, one transaction once for all of the outputs.
 * @param from,to range of outputs that are shown, the last one excluded
 */
export function confirmedSpenders(chain: ChainCode, from: string, to: string): string {
  const history = `${chain}.address_transactions WHERE address_key = k.key`;
  const one = (name: string): string => `(SELECT low FROM ${name} WHERE low = high)`;
  return `addresses AS MATERIALIZED (
    SELECT key, least, count(*) OVER () AS addresses FROM (
      SELECT key, min(value) AS least FROM shown WHERE NOT unspent AND key IS NOT NULL GROUP BY key) x
  ), spending AS MATERIALIZED (
    SELECT DISTINCT h.tx_key FROM addresses k CROSS JOIN LATERAL (
      WITH RECURSIVE newest AS MATERIALIZED (
        -- Not named seq: ORDER BY would mean this cast, which the index does not have.
        SELECT seq::bigint AS last FROM ${history} ORDER BY seq DESC LIMIT 1
      ), ${bisect(history, 'made', '1::bigint', '(SELECT last FROM newest)', 'tx_key < t.tx_key >> 20 << 20')},
      earlier AS MATERIALIZED (
        SELECT coalesce((SELECT received - balance FROM ${history} AND seq = ${one('made')} - 1 LIMIT 1), 0) AS sent
      ), ${bisect(history, 'sending', one('made'), '(SELECT last FROM newest)', 'received - balance < (SELECT sent FROM earlier) + k.least')}
      SELECT tx_key FROM (
        SELECT seq, tx_key, received - lag(received) OVER (ORDER BY seq) - delta AS sent
        FROM ${history} AND seq >= ${one('sending')} ORDER BY seq LIMIT ${share('rows')}) rows
      WHERE coalesce(sent >= k.least, true) ORDER BY seq LIMIT ${share('transactions')}) h
  ), spenders AS (
    SELECT i.vout, s.txid, i.n - 1 AS vin FROM spending
    CROSS JOIN LATERAL (
      SELECT txid, input_tx_keys, input_vouts FROM ${chain}.transactions
      WHERE tx_key = spending.tx_key AND t.tx_key = ANY (input_tx_keys) LIMIT 1) s
    CROSS JOIN LATERAL unnest(s.input_tx_keys, s.input_vouts) WITH ORDINALITY AS i(tx_key, vout, n)
    WHERE i.tx_key = t.tx_key AND i.vout >= ${from} AND i.vout < ${to}
    UNION ALL
    SELECT u.vout, s.txid, u.vin FROM ${chain}.unaddressed_spends u
    CROSS JOIN LATERAL (SELECT txid FROM ${chain}.transactions WHERE tx_key = u.tx_key LIMIT 1) s
    WHERE u.made_tx_key = t.tx_key AND u.vout >= ${from} AND u.vout < ${to}
  )`;
}
