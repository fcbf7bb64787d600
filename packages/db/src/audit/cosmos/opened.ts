import type { ChainCode } from '@chaintrail/chains';

/**
 * A query named `opened`: the entry that a history begins with, of what everybody had before, and the denominations that it does not
 * know of. Without a row where there is no such entry: then it is not known what anybody has.
 */
export function opened(chain: ChainCode): string {
  return `opened AS MATERIALIZED (
    SELECT t.tx_key, coalesce(t.messages -> 0 -> 'unknownDenoms', '[]') AS unknown
    FROM ${chain}.sync_state s JOIN ${chain}.transactions t ON t.tx_key = s.history_from::bigint << 20
    WHERE t.txid = convert_to('block:' || s.history_from || ':opening', 'LATIN1'))`;
}
