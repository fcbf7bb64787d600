/** `chaintrail.migrations`: which files each schema was made by. */
import type { Queryable, Session } from '../connection.js';
import type { Migration } from './read-migrations.js';
import { MigrationError } from './read-migrations.js';

export async function noteMigration(session: Session, schema: string, { name, checksum }: Migration): Promise<void> {
  await session.query('INSERT INTO chaintrail.migrations (schema, name, checksum) VALUES ($1, $2, $3)', [
    schema,
    name,
    checksum,
  ]);
}

/**
 * @returns those that the schema has not had
 * @throws MigrationError where the schema was made by other files than these
 */
export async function missingMigrations(
  db: Queryable,
  schema: string,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await db.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM chaintrail.migrations WHERE schema = $1',
    [schema],
  );
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of rows) {
    const expected = known.get(name);
    if (expected === undefined) {
      throw new MigrationError(
        `The database has migration ${name} of ${schema}, which this version does not know: run a newer Chaintrail.`,
      );
    }
    if (expected !== checksum) {
      throw new MigrationError(
        `Migration ${name} differs from the one this database was built with: restore the file, migrations are frozen.`,
      );
    }
  }
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}
