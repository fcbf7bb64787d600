/** Brings a database to the schema of this version: numbered SQL files, each applied once, in one transaction each. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openSession } from './connection.js';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** Advisory lock that keeps two migrating processes apart ("chaintrail" as a number). */
const MIGRATION_LOCK = 0x63686169;

/** The schema is not what this version needs; the message says which side to change. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(MIGRATIONS + name, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies what is missing. Repeating it changes nothing; two processes may call it at once.
 * @returns the names of the migrations that were applied now
 * @throws MigrationError when the database is newer than this version, or a frozen migration was edited
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  const session = await openSession(databaseUrl, 'chaintrail-migrate');
  try {
    await session.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await session.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const { rows } = await session.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseForeignSchema(applied, migrations);
    const missing = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of missing) {
      await session.query('BEGIN');
      await session.query(migration.sql);
      await session.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
      await session.query('COMMIT');
    }
    return missing.map((migration) => migration.name);
  } finally {
    await session.end();
  }
}

function refuseForeignSchema(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of applied) {
    const expected = known.get(name);
    if (expected === undefined) {
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: run a newer Chaintrail.`,
      );
    }
    if (expected !== checksum) {
      throw new MigrationError(
        `Migration ${name} differs from the one this database was built with: restore the file, migrations are frozen.`,
      );
    }
  }
}
