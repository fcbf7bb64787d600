/** Brings a database to the schemas of this version: numbered SQL files, each applied once, in one transaction a schema. */
import type { ChainCode } from '@chaintrail/chains';
import { openSession, type Session } from '../connection.js';
import { inTransaction } from '../write/transaction.js';
import { applyChainMigrations, MigrationError, noteMigration, requirePlace, versionOf } from './chain-schema.js';
import { type Migration, readChainMigrations, readSharedMigrations, statementsOf } from './read-migrations.js';

/** Advisory lock that keeps two migrating processes apart ("chaintrail" as a number). */
const MIGRATION_LOCK = 0x63686169;

/**
 * Applies what is missing: to the schema `chaintrail`, and to that of every chain the database has. Repeating it changes
 * nothing; two processes may call it at once.
 * @returns what was applied now, as `<schema>: <migration>`
 * @throws MigrationError when the database is newer than this version or has the layout of an older one, or a frozen migration was edited
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const session = await openSession(databaseUrl, 'chaintrail-migrate');
  try {
    await session.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseOldLayout(session);
    const applied = await migrateShared(session);
    const { rows } = await session.query<{ code: ChainCode; network: string }>(
      'SELECT code, network FROM chaintrail.chains ORDER BY code',
    );
    for (const { code, network } of rows) applied.push(...(await migrateChain(session, code, network)));
    return applied;
  } finally {
    await session.end();
  }
}

/** Tables of all chains side by side in `public`: a layout from before the first release. */
async function refuseOldLayout(session: Session): Promise<void> {
  const { rows } = await session.query<{ old: boolean }>(
    `SELECT to_regclass('public.sync_state') IS NOT NULL AND to_regclass('public.schema_migrations') IS NOT NULL AS old`,
  );
  if (rows[0]?.old === true) {
    throw new MigrationError(
      'The database has the tables of an earlier layout, all chains in one schema, which are not migrated: give DATABASE_URL an empty database and sync again.',
    );
  }
}

async function migrateShared(session: Session): Promise<string[]> {
  const migrations = await readSharedMigrations();
  // Where Citus is, what all chains share stays on the coordinator.
  await session.query('SET citus.enable_schema_based_sharding = off');
  await session.query(`
    CREATE SCHEMA IF NOT EXISTS chaintrail;
    CREATE TABLE IF NOT EXISTS chaintrail.migrations (schema text, name text, checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (schema, name))`);
  const missing = await missingMigrations(session, 'chaintrail', migrations);
  if (missing.length === 0) return [];
  await inTransaction(session, async () => {
    await session.query('SET LOCAL search_path = chaintrail');
    for (const migration of missing) {
      for (const statement of statementsOf(migration.sql)) await session.query(statement);
      await noteMigration(session, 'chaintrail', migration);
    }
  });
  return missing.map(({ name }) => `chaintrail: ${name}`);
}

async function migrateChain(session: Session, code: ChainCode, network: string): Promise<string[]> {
  const place = requirePlace(code, network);
  const migrations = await readChainMigrations(place.chain);
  const missing = await missingMigrations(session, code, migrations);
  if (missing.length === 0) return [];
  await inTransaction(session, async () => {
    await applyChainMigrations(session, place, missing);
    await session.query('UPDATE chaintrail.chains SET schema_version = $2 WHERE code = $1', [
      code,
      versionOf(migrations),
    ]);
  });
  return missing.map(({ name }) => `${code}: ${name}`);
}

/** @throws MigrationError where the schema was made by other files than these */
async function missingMigrations(
  session: Session,
  schema: string,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await session.query<{ name: string; checksum: string }>(
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
