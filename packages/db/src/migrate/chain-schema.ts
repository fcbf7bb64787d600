/** The schema of a chain: made from the templates of its family, and brought up to date by the same files. */
import { type Chain, type ChainCode, requireChain } from '@chaintrail/chains';
import type { Queryable, Session } from '../connection.js';
import { inTransaction } from '../write/transaction.js';
import { type Migration, readChainMigrations, statementsOf } from './read-migrations.js';

/** The schema is not what this version needs; the message says which side to change. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const RUN_MIGRATE = 'run npm run migrate (npm start does it by itself)';

/** What stands between double braces in a template. */
function templateVariables({ code, bigSums }: Chain): Readonly<Record<string, string>> {
  return { chain: code, amount: bigSums ? 'numeric' : 'bigint' };
}

/** @throws RangeError for a variable that nobody gives a value */
function fillTemplate(migration: Migration, chain: Chain): string {
  const variables = templateVariables(chain);
  return migration.sql.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new RangeError(`${migration.name}: no value for {{${name}}}`);
    return value;
  });
}

/** Runs templates in the chain's schema, inside the caller's transaction, and notes them. */
export async function applyChainMigrations(
  session: Session,
  chain: Chain,
  migrations: readonly Migration[],
): Promise<void> {
  // Names in templates are the chain's own; whatever stands elsewhere they name in full.
  await session.query(`SET LOCAL search_path = ${chain.code}`);
  for (const migration of migrations) {
    for (const statement of statementsOf(fillTemplate(migration, chain))) await session.query(statement);
    await noteMigration(session, chain.code, migration);
  }
  await session.query('SET LOCAL search_path = DEFAULT');
}

export async function noteMigration(session: Session, schema: string, { name, checksum }: Migration): Promise<void> {
  await session.query('INSERT INTO chaintrail.migrations (schema, name, checksum) VALUES ($1, $2, $3)', [
    schema,
    name,
    checksum,
  ]);
}

/**
 * Makes the schema of a chain where there is none, without indexes, in one transaction. Repeating it changes nothing.
 * @throws MigrationError where the database is not prepared for this version
 */
export async function createChainSchema(session: Session, code: ChainCode, network: string): Promise<void> {
  const chain = requireChain(code);
  if ((await readSchemaVersion(session, code)) !== null) return;
  const migrations = await readChainMigrations(chain);
  await inTransaction(session, async () => {
    // Where Citus is, the chain lives whole on one of its workers. Elsewhere nobody reads the setting.
    await session.query('SET LOCAL citus.enable_schema_based_sharding = on');
    await session.query(`CREATE SCHEMA ${code}`);
    await session.query(`COMMENT ON SCHEMA ${code} IS 'Everything of ${chain.name}.'`);
    await applyChainMigrations(session, chain, migrations);
    await session.query(
      `INSERT INTO chaintrail.chains (code, name, symbol, decimals, family, network, schema_version)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        code,
        chain.name,
        chain.symbol,
        chain.decimals,
        chain.family === 'utxo' ? 'utxo' : 'account',
        network,
        versionOf(migrations),
      ],
    );
  });
}

/** @returns the version of the chain's schema, null where it has none. @throws MigrationError without Chaintrail's own */
export async function readSchemaVersion(db: Queryable, code: ChainCode): Promise<number | null> {
  try {
    const { rows } = await db.query<{ version: number }>(
      'SELECT schema_version AS version FROM chaintrail.chains WHERE code = $1',
      [code],
    );
    return rows[0]?.version ?? null;
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
    throw new MigrationError(`The database has no schema of Chaintrail: ${RUN_MIGRATE}.`, { cause: error });
  }
}

/**
 * Keeps whoever writes from a schema of another version. The caller holds the chain's lock, which `migrate` takes too.
 * @throws MigrationError with the remedy
 */
export async function requireSchemaVersion(session: Session, code: ChainCode): Promise<void> {
  const stored = await readSchemaVersion(session, code);
  if (stored === null) return;
  const wanted = versionOf(await readChainMigrations(requireChain(code)));
  if (stored < wanted) {
    throw new MigrationError(
      `The schema ${code} is of version ${stored}, and this version of Chaintrail needs ${wanted}: ${RUN_MIGRATE}.`,
    );
  }
  if (stored > wanted) {
    throw new MigrationError(
      `The schema ${code} is of version ${stored}, and this version of Chaintrail knows ${wanted}: run the newer Chaintrail that made it.`,
    );
  }
}

export function versionOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.number ?? 0;
}

/** PostgreSQL manual, appendix "Error Codes": undefined_table, which a missing schema is too. */
export function isUndefinedTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01';
}
