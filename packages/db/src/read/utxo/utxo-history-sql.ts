import type { ChainCode } from '@chaintrail/chains';
import { endOf, type HistorySql, MOST_HITS, PART } from '../history-statement.js';
import { confirmedJson, listedWeight, pendingJson, READ_ARRAYS } from '../transaction-json.js';

/** Histories of Bitcoin and its forks. There is one asset. */
export function utxoHistorySql(chain: ChainCode): HistorySql {
  return {
    ...{ queries: '', columns: '', join: '', isByKey: false },
    head: () => 'NULL::json',
    weight: { confirmed: () => listedWeight(), pending: () => listedWeight(READ_ARRAYS.pending) },
    confirmed: (limit, compact) => confirmedJson(chain, { key: '$1', limit, spent: '(t.gained - t.delta)', compact }),
    pending: (limit, compact) => pendingJson(chain, { key: '$1', limit, spent: '(c.gained - c.delta)', compact }),
    hits: `hits AS MATERIALIZED (
    SELECT * FROM (SELECT * FROM candidates ORDER BY n OFFSET 0) c
    WHERE ${PART.direction} IS NULL OR ${PART.direction} = ${directionOf(chain)}
    ORDER BY n LIMIT ${MOST_HITS})`,
    end: endOf('candidates'),
  };
}

/** Which way row `c` of `candidates` goes, as `directionOf` of the API says it. */
function directionOf(chain: ChainCode): string {
  const fee = (table: string, which: string): string => `(SELECT fee FROM ${chain}.${table} WHERE ${which} LIMIT 1)`;
  return `CASE
      WHEN c.gained > 0 AND c.gained > c.delta AND (c.delta = 0 OR c.delta = - CASE WHEN c.tx_key IS NULL
        THEN ${fee('mempool_transactions', 'id = c.id')} ELSE ${fee('transactions', 'tx_key = c.tx_key')} END) THEN 'self'
      WHEN c.delta < 0 THEN 'out' ELSE 'in' END`;
}
