import type { Queryable } from '../connection.js';

/** @returns whether the database answers and holds Chaintrail's tables */
export async function readSchemaPresence(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ present: boolean }>({
    name: 'schema',
    text: `SELECT to_regclass('chaintrail.chains') IS NOT NULL AS present`,
  });
  return rows[0]?.present === true;
}
