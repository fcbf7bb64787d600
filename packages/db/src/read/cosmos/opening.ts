import type { ChainCode } from '@chaintrail/chains';

/**
 * A query `opening` of one row, or none: the entry of what everybody had before the first indexed block. Where there is none,
 * running sums are no balances. `unknown`: denominations of which nothing is known nevertheless, as a jsonb array or NULL.
 */
export function opening(chain: ChainCode): string {
  return `opening AS MATERIALIZED (
    SELECT tx_key, messages -> 0 -> 'unknownDenoms' AS unknown FROM ${chain}.transactions
    WHERE (SELECT live FROM state) AND txid = (SELECT convert_to('block:' || history_from || ':opening', 'UTF8') FROM state)
    LIMIT 1)`;
}
