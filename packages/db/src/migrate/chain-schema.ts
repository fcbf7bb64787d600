/** The schema of a chain: made from the templates of its family, and brought up to date by the same files. */

import { type ChainCode, type ChainNetwork, chainOnNetwork, requireChain } from '@chaintrail/chains';
import { eq } from 'drizzle-orm';
import type { Queryable, Session } from '../connection.js';
import { inTransaction } from '../database-transaction.js';
import { isMissingTable } from '../store-error.js';
import { orm, run } from '../tables/orm.js';
import { CHAINS } from '../tables/shared-tables.js';
import { noteMigration, sendMigration } from './missing-migrations.js';
import { type Migration, MigrationError, readChainMigrations, readSharedMigrations } from './read-migrations.js';
import { grantChain } from './roles.js';
import { leaveSharedViews, refreshSharedViews } from './shared-views.js';
import { templateVariables } from './template-variables.js';

/** Advisory lock of whoever changes what all chains share ("chaintrail" as a number). */
export const MIGRATION_LOCK = 0x63686169;

const RUN_MIGRATE = 'run npx chaintrail migrate (npm start does it by itself)';

/** A template with its variables put in. @throws RangeError for a variable that nobody gives a value */
export function fillTemplate({ name, sql }: Migration, variables: Readonly<Record<string, string>>): string {
  return sql.replaceAll(/\{\{(\w+)\}\}/g, (_, variable: string) => {
    const value = variables[variable];
    if (value === undefined) throw new RangeError(`${name}: no value for {{${variable}}}`);
    return value;
  });
}

/** Runs and notes templates in the chain's schema, in the caller's transaction. Its readers may read what is new. */
export async function applyChainMigrations(
  session: Session,
  place: ChainNetwork,
  migrations: readonly Migration[],
): Promise<void> {
  const { code } = place.chain;
  const variables = templateVariables(place);
  // Names in templates are the chain's own; whatever stands elsewhere they name in full.
  await session.query(`SET LOCAL search_path = ${code}`);
  await asOwner(session, code, async () => {
    for (const migration of migrations) {
      await sendMigration(session, code, migration, fillTemplate(migration, variables));
    }
    await grantChain(session, code);
  });
  await session.query('SET LOCAL search_path = DEFAULT');
  for (const migration of migrations) await noteMigration(session, code, migration);
}

/** Runs `work`, in the caller's transaction, as the owner of the schema: the operator may have made it for us. */
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

/** @throws RangeError for a network that the chain does not have; for names that come from our own tables */
export function requireNetwork(code: ChainCode, network: string): ChainNetwork {
  const place = chainOnNetwork(requireChain(code), network);
  if (!place) throw new RangeError(`${code} has no network ${network}`);
  return place;
}

/**
 * Makes the schema of a chain where there is none, without indexes, in one transaction. Repeating it changes nothing.
 * One that was made for another network and has no block yet is made anew, as its functions have the network's
 * parameters in them.
 * @throws MigrationError where the database is not prepared for this version
 */
export async function createChainSchema(session: Session, code: ChainCode, network: string): Promise<void> {
  const place = requireNetwork(code, network);
  const { chain } = place;
  const stored = await readStoredChain(session, code);
  if (stored !== null && (stored.network === network || (await hasBlocks(session, code)))) {
    await refreshSharedViews(session);
    return;
  }
  const migrations = await readChainMigrations(chain);
  await inTransaction(session, async () => {
    // Nobody changes meanwhile what the chain's schema is made on.
    await session.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await requireSharedVersion(session);
    if (stored !== null) {
      await dropChainSchema(session, code, (names) => {
        if (names.length === 0) return;
        throw new MigrationError(
          `${names.join(', ')} would go with ${code}, which is of ${stored.network} and is to be made anew for ${network}: drop or change ${names.length === 1 ? 'it' : 'them'} first.`,
        );
      });
    }
    await makeSchema(session, code);
    await applyChainMigrations(session, place, migrations);
    await asOwner(session, code, async () => {
      await session.query(`COMMENT ON SCHEMA ${code} IS 'Everything of ${chain.name}.'`);
    });
    const { name, symbol, decimals, family } = chain;
    const row = { code, name, symbol, decimals, family, network, schemaVersion: versionOf(migrations) };
    await run(orm(session).insert(CHAINS).values(row));
  });
  await refreshSharedViews(session);
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

/** Objects of other schemas, without views over all chains, that would go with the chain's: views, defaults, … */
async function dependantsOf(session: Session, code: ChainCode): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `WITH RECURSIVE own AS (
       SELECT 'pg_class'::regclass AS class, oid FROM pg_class WHERE relnamespace = to_regnamespace($1)
       UNION SELECT 'pg_proc'::regclass, oid FROM pg_proc WHERE pronamespace = to_regnamespace($1)
       UNION SELECT 'pg_type'::regclass, oid FROM pg_type WHERE typnamespace = to_regnamespace($1)
     ), leaning AS (
       SELECT class, oid FROM own
       UNION
       SELECT CASE WHEN d.classid = 'pg_rewrite'::regclass THEN 'pg_class'::regclass ELSE d.classid::regclass END, coalesce(r.ev_class, d.objid)
       FROM leaning l
       JOIN pg_depend d ON d.refclassid = l.class AND d.refobjid = l.oid AND d.deptype IN ('n', 'a')
       LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
     )
     SELECT DISTINCT pg_describe_object(class, oid, 0) AS name
     FROM leaning CROSS JOIN LATERAL pg_identify_object_as_address(class, oid, 0) a
     WHERE class = ANY ('{pg_class,pg_proc,pg_attrdef,pg_constraint,pg_trigger,pg_policy}'::regclass[]) AND a.object_names[1] <> $1
     ORDER BY 1`,
    [code],
  );
  return rows.map(({ name }) => name);
}

/** Inside the caller's transaction. @returns false where there was none */
export async function dropChainSchema(
  session: Session,
  code: ChainCode,
  allow?: (names: readonly string[]) => void,
): Promise<boolean> {
  await leaveSharedViews(session, code);
  allow?.(await dependantsOf(session, code));
  await session.query(`DROP SCHEMA IF EXISTS ${code} CASCADE`);
  await session.query('DELETE FROM chaintrail.migrations WHERE schema = $1', [code]);
  const { rowCount } = await run(orm(session).delete(CHAINS).where(eq(CHAINS.code, code)));
  return rowCount === 1;
}

async function hasBlocks(session: Session, code: ChainCode): Promise<boolean> {
  const { rowCount } = await session.query(`SELECT FROM ${code}.sync_state WHERE height IS NOT NULL`);
  return rowCount === 1;
}

/** @returns the version of the chain's schema; null: none. @throws MigrationError without Chaintrail's own */
async function readSchemaVersion(db: Queryable, code: ChainCode): Promise<number | null> {
  return (await readStoredChain(db, code))?.version ?? null;
}

/**
 * @returns what the database says of the chain, null where it has none of it. @throws MigrationError without
 * Chaintrail's own schema
 */
export async function readStoredChain(
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
    if (!isMissingTable(error)) throw error;
    throw new MigrationError(`The database has no schema of Chaintrail: ${RUN_MIGRATE}.`, { cause: error });
  }
}

/** Refuses a schema of another version. The caller holds the chain's lock. @throws MigrationError with the remedy */
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
