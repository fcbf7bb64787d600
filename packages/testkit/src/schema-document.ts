import { createPool, describeSchema } from '@chaintrail/db';
import { createTestDatabase, startTestPostgres } from './postgres.js';

/** `docs/schema.md`, from a database that was just migrated. */
export async function schemaDocument(): Promise<string> {
  const postgres = await startTestPostgres();
  try {
    const database = await createTestDatabase(postgres.url);
    const pool = createPool(database.url, { max: 1, applicationName: 'chaintrail-schema' });
    try {
      return await describeSchema(pool);
    } finally {
      await pool.end();
    }
  } finally {
    await postgres.stop();
  }
}
