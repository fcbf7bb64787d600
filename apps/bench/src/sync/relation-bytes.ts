import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { textTable } from '../harness/figures.js';

/** Bytes by table and index: `transactions`, `transactions_txid`, `transactions_toast`. */
export type RelationBytes = Readonly<Record<string, number>>;

/** Reads the size of every table and index of a chain that holds anything, tables first, each before its indexes. */
export async function readRelationBytes(session: Session, chain: ChainCode): Promise<RelationBytes> {
  const { rows } = await session.query<{ name: string; bytes: string }>(
    `WITH heaps AS (
       SELECT oid, relname, reltoastrelid FROM pg_class
       WHERE relkind = 'r' AND relnamespace = $1::regnamespace)
     SELECT name, bytes FROM (
       SELECT relname AS of, 0 AS place, relname::text AS name, pg_relation_size(oid) AS bytes FROM heaps
       UNION ALL SELECT relname, 1, relname || '_toast', pg_total_relation_size(reltoastrelid) FROM heaps WHERE reltoastrelid <> 0
       UNION ALL SELECT h.relname, 2, i.relname, pg_relation_size(i.oid)
         FROM heaps h JOIN pg_index x ON x.indrelid = h.oid JOIN pg_class i ON i.oid = x.indexrelid) AS relations
     WHERE bytes > 0 ORDER BY of, place, name`,
    [chain],
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

export function totalBytes(bytes: RelationBytes): number {
  return Object.values(bytes).reduce((sum, value) => sum + value, 0);
}

/** Megabytes and bytes a transaction, one line each and their sum. */
export function bytesTable(bytes: RelationBytes, transactions: number): string {
  const lines = [...Object.entries(bytes), ['all', totalBytes(bytes)] as const].map(([name, value]) => [
    ...[name, (value / 2 ** 20).toFixed(1), (value / transactions).toFixed(1)],
  ]);
  return textTable([['table or index', 'MB', 'bytes/transaction'], ...lines]);
}
