import type { Queryable } from '../connection.js';

/** @returns bytes of all files of the database; with Citus, of the coordinator. Looks at files' sizes alone, reads no table */
export async function readDatabaseSize(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::double precision AS bytes',
  );
  const [row] = rows;
  if (!row) throw new Error('a server did not say how large its database is');
  return row.bytes;
}
