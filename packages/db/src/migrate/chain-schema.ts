/** The schema of a chain: made from the templates of its family, and brought up to date by the same files. */
import { type Chain, type ChainCode, requireChain } from '@chaintrail/chains';
import type { Queryable, Session } from '../connection.js';
import { inTransaction } from '../write/transaction.js';
import { MigrationError } from './migration-error.js';
import { noteMigration } from './missing-migrations.js';
import { type Migration, readChainMigrations, readSharedMigrations } from './read-migrations.js';
import { grantChain } from './roles.js';
import { statementsOf } from './statements.js';

/** Advisory lock of whoever changes what all chains share ("chaintrail" as a number). */
export const MIGRATION_LOCK = 0x63686169;

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

/** Runs templates in the chain's schema, inside the caller's transaction, and notes them. Who may read it, may read what is new. */
export async function applyChainMigrations(
  session: Session,
  chain: Chain,
  migrations: readonly Migration[],
): Promise<void> {
  // Names in templates are the chain's own; whatever stands elsewhere they name in full.
  await session.query(`SET LOCAL search_path = ${chain.code}`);
  await asOwner(session, chain.code, async () => {
    for (const migration of migrations) {
      for (const statement of statementsOf(fillTemplate(migration, chain))) await session.query(statement);
    }
    await grantChain(session, chain.code);
  });
  await session.query('SET LOCAL search_path = DEFAULT');
  for (const migration of migrations) await noteMigration(session, chain.code, migration);
}

/**
 * Runs `work` as the role that owns the schema, inside the caller's transaction: what is made is its own. That is another role
 * than ours where the operator made the schema for an indexer that may not make schemas.
 */
export async function asOwner(session: Session, schema: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await session.query<{ owner: string; self: string }>(
    `SELECT quote_ident(pg_get_userbyid(nspowner)) AS owner, quote_ident(current_user) AS self
     FROM pg_namespace WHERE nspname = $1 AND pg_get_userbyid(nspowner) <> current_user`,
    [schema],
  );
  const [other] = rows;
  if (!other) return work();
  await session.query(`GRANT USAGE ON SCHEMA chaintrail TO ${other.owner}`);
  await session.query(`GRANT SELECT ON chaintrail.chains TO ${other.owner}`);
  await session.query(`SET LOCAL ROLE ${other.owner}`);
  await work();
  await session.query(`SET LOCAL ROLE ${other.self}`);
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
    // Nobody changes meanwhile what the chain's schema is made on.
    await session.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await requireSharedVersion(session);
    await makeSchema(session, code);
    await applyChainMigrations(session, chain, migrations);
    await asOwner(session, code, async () => {
      await session.query(`COMMENT ON SCHEMA ${code} IS 'Everything of ${chain.name}.'`);
    });
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

/** One that the operator made, for a role of their choice, is used if nothing is in it. */
async function makeSchema(session: Session, code: ChainCode): Promise<void> {
  const { rows } = await session.query<{ used: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = n.oid) AS used FROM pg_namespace n WHERE nspname = $1`,
    [code],
  );
  if (rows[0]?.used === true) {
    throw new MigrationError(
      `The database has a schema ${code} with tables that are not of Chaintrail: rename it, or give Chaintrail a database of its own.`,
    );
  }
  // Where Citus is, the chain lives whole on one of its workers. Elsewhere nobody reads the setting.
  await session.query('SET LOCAL citus.enable_schema_based_sharding = on');
  if (rows.length === 0) await session.query(`CREATE SCHEMA ${code}`);
}

/** @throws MigrationError where what all chains share is not of this version */
async function requireSharedVersion(session: Session): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT name FROM chaintrail.migrations WHERE schema = 'chaintrail'`,
  );
  const known = (await readSharedMigrations()).map(({ name }) => name);
  if (rows.some(({ name }) => !known.includes(name))) {
    throw new MigrationError('The database is of a newer version of Chaintrail: run that one.');
  }
  if (rows.length < known.length) {
    throw new MigrationError(`The database is of an older version of Chaintrail: ${RUN_MIGRATE}.`);
  }
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
