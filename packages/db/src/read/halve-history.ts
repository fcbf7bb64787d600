import type { ChainCode } from '@chaintrail/chains';

interface HistorySearch {
  /** Other columns of the query, as they are. */
  readonly carried?: string;
  /** SQL of the `tx_key` that is looked for. */
  readonly before: string;
  /**
   * Rank of the row that is looked at. `middle` ends at the first row that is not before, between 1 and the last;
   * `middle + 1` at the number of rows before, between 0 and all.
   */
  readonly rank: 'middle' | 'middle + 1';
  /** SQL of the address key. */
  readonly address?: string;
}

/**
 * The step of a recursive query over ranks of an address's history, with columns `low` and `high`, the last ones. Each
 * halves what is between them, until both are the same. Rows of an address are sorted by `tx_key`, too: twenty index
 * probes find one among a million.
 */
export function halveHistory(
  chain: ChainCode,
  query: string,
  { carried, before, rank, address = '$1' }: HistorySearch,
): string {
  return `SELECT ${carried === undefined ? '' : `${carried}, `}CASE WHEN is_before THEN middle + 1 ELSE low END, CASE WHEN is_before THEN high ELSE middle END
    FROM ${query}
    CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) m
    CROSS JOIN LATERAL (
      SELECT h.tx_key < ${before} AS is_before FROM ${chain}.address_transactions h WHERE address_key = ${address} AND seq = ${rank} LIMIT 1) probe
    WHERE low < high`;
}
