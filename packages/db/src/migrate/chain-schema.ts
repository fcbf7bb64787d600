/** The schema of a chain: made from the templates of its family, and brought up to date by the same files. */
import { type ChainCode, type ChainNetwork, chainOnNetwork, requireChain } from '@chaintrail/chains';
import type { Queryable, Session } from '../connection.js';
import { inTransaction } from '../write/transaction.js';
import { type Migration, readChainMigrations, statementsOf } from './read-migrations.js';
import { templateVariables } from './template-variables.js';

/** The schema is not what this version needs; the message says which side to change. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const RUN_MIGRATE = 'run npm run migrate (npm start does it by itself)';

/**
 * A template with its variables put in.
 * @throws RangeError for a variable that nobody gives a value
 */
export function fillTemplate({ name, sql }: Migration, variables: Readonly<Record<string, string>>): string {
  return sql.replaceAll(/\{\{(\w+)\}\}/g, (_, variable: string) => {
    const value = variables[variable];
    if (value === undefined) throw new RangeError(`${name}: no value for {{${variable}}}`);
    return value;
  });
}

/** Runs templates in the chain's schema, inside the caller's transaction, and notes them. */
export async function applyChainMigrations(
  session: Session,
  place: ChainNetwork,
  migrations: readonly Migration[],
): Promise<void> {
  const { code } = place.chain;
  const variables = templateVariables(place);
  // Names in templates are the chain's own; whatever stands elsewhere they name in full.
  await session.query(`SET LOCAL search_path = ${code}`);
  for (const migration of migrations) {
    for (const statement of statementsOf(fillTemplate(migration, variables))) await session.query(statement);
    await noteMigration(session, code, migration);
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

/** @throws RangeError for a network that the chain does not have; for names that come from our own tables */
export function requirePlace(code: ChainCode, network: string): ChainNetwork {
  const place = chainOnNetwork(requireChain(code), network);
  if (!place) throw new RangeError(`${code} has no network ${network}`);
  return place;
}

/**
 * Makes the schema of a chain where there is none, without indexes, in one transaction. Repeating it changes nothing. One that
 * was made for another network and has no block yet is made anew, as its functions have the network's parameters in them.
 * @throws MigrationError where the database is not prepared for this version
 */
export async function createChainSchema(session: Session, code: ChainCode, network: string): Promise<void> {
  const place = requirePlace(code, network);
  const { chain } = place;
  const stored = await readStoredChain(session, code);
  if (stored !== null && (stored.network === network || (await hasBlocks(session, code)))) return;
  const migrations = await readChainMigrations(chain);
  await inTransaction(session, async () => {
    if (stored !== null) await dropChainSchema(session, code);
    // Where Citus is, the chain lives whole on one of its workers. Elsewhere nobody reads the setting.
    await session.query('SET LOCAL citus.enable_schema_based_sharding = on');
    await session.query(`CREATE SCHEMA ${code}`);
    await session.query(`COMMENT ON SCHEMA ${code} IS 'Everything of ${chain.name}.'`);
    await applyChainMigrations(session, place, migrations);
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

/** Inside the caller's transaction. @returns false where there was none */
export async function dropChainSchema(session: Session, code: ChainCode): Promise<boolean> {
  await session.query(`DROP SCHEMA IF EXISTS ${code} CASCADE`);
  await session.query('DELETE FROM chaintrail.migrations WHERE schema = $1', [code]);
  const { rowCount } = await session.query('DELETE FROM chaintrail.chains WHERE code = $1', [code]);
  return rowCount === 1;
}

async function hasBlocks(session: Session, code: ChainCode): Promise<boolean> {
  const { rowCount } = await session.query(`SELECT FROM ${code}.sync_state WHERE height IS NOT NULL`);
  return rowCount === 1;
}

/** @returns the version of the chain's schema, null where it has none. @throws MigrationError without Chaintrail's own */
export async function readSchemaVersion(db: Queryable, code: ChainCode): Promise<number | null> {
  return (await readStoredChain(db, code))?.version ?? null;
}

async function readStoredChain(
  db: Queryable,
  code: ChainCode,
): Promise<{ readonly version: number; readonly network: string } | null> {
  try {
    const { rows } = await db.query<{ version: number; network: string }>(
      'SELECT schema_version AS version, network FROM chaintrail.chains WHERE code = $1',
      [code],
    );
    return rows[0] ?? null;
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
