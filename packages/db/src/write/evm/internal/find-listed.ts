import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { FIRST_INTERNAL_IDX } from '../../../tx-key.js';
import type { InternalEvents } from './internal-batch.js';
import { placesOf } from './read-internal-states.js';

/**
 * Which events are of transactions that touch the address by internal transfers alone, so that address_transactions has
 * no row of the two. Told by the transactions themselves: that table has no index that finds an address' transaction.
 * One pass over the parties of the transactions. A look-up for each event would be quadratic where a contract pays
 * hundreds and logs each payment.
 * @returns 1 or 0 for each event
 */
export async function findListed(session: Session, chain: ChainCode, events: InternalEvents): Promise<Uint8Array> {
  const { count, book, address, txKey } = events;
  const listed = new Uint8Array(count).fill(1);
  if (count === 0) return listed;
  const { rows } = await session.query<[number]>({
    name: `find_unlisted_${chain}`,
    rowMode: 'array',
    text: `
      WITH wanted AS MATERIALIZED (
        SELECT w.n::int - 1 AS n, w.tx_key, substr($1::bytea, w.place, w.length) AS key
        FROM unnest($2::int[], $3::int[], $4::bigint[]) WITH ORDINALITY AS w(place, length, tx_key, n)
      ), parties AS (
        SELECT t.tx_key, party.key FROM (SELECT DISTINCT tx_key FROM wanted) t
        CROSS JOIN LATERAL (
          SELECT unnest(ARRAY[from_key, to_key, created_contract]) AS key FROM ${chain}.transactions WHERE tx_key = t.tx_key
          UNION ALL
          SELECT unnest(ARRAY[from_key, to_key]) FROM ${chain}.transfers
          WHERE tx_key = t.tx_key AND idx < ${FIRST_INTERNAL_IDX}
        ) party
      )
      SELECT max(n) FROM (SELECT n, tx_key, key FROM wanted UNION ALL SELECT NULL, tx_key, key FROM parties) touched
      GROUP BY tx_key, key HAVING count(n) > 0 AND count(*) > count(n)`,
    values: [book.bytes.subarray(0, book.starts[book.count]), ...placesOf(book, address), [...txKey]],
  });
  for (const [n] of rows) listed[n] = 0;
  return listed;
}
