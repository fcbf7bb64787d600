/** Who may read what: two group roles, which an operator grants to logins. They own nothing and write nothing. */

import { CHAIN_CODES, type ChainCode } from '@chaintrail/chains';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { closeSession, openSession, type Session } from '../connection.js';
import { inTransaction } from '../database-transaction.js';
import { codeOf, isForbidden } from '../store-error.js';
import { apiTables } from '../tables/chain-tables.js';

/** For people and their tools: all there is of every chain, but nothing that names hosts or settings. */
const READ_ROLE = 'chaintrail_read';
/** For the API's process: the tables that its queries name. */
const API_ROLE = 'chaintrail_api';
const ROLES = [READ_ROLE, API_ROLE] as const;
/** For people who keep tables of their own beside what they read. A login itself: settings of a group do not reach its members. */
const ANALYST_ROLE = 'chaintrail_analyst';
const ANALYST_SCHEMA = 'mine';
const ANALYST_TIMEOUT = '10min';

/** Columns for the operator alone: sentences with hosts and settings. The API reads the outcomes in `checks`. */
const PRIVATE_COLUMNS = {
  [READ_ROLE]: { sync_state: ['reason'], internal_sync: ['reason'], audits: ['reason', 'checks', 'position'] },
  [API_ROLE]: { sync_state: ['reason'], internal_sync: ['reason'], audits: ['reason', 'position'] },
} as const;

/** Tables that all chains share; the key is for the API alone. */
const INSTALLATION_KEY = 'chaintrail.installation_key';
const SHARED_API_TABLES = ['chaintrail.chains', 'chaintrail.rates', INSTALLATION_KEY] as const;

/** SQLSTATE: duplicate_object and unique_violation, where another process was faster. */
const IS_THERE = new Set(['42710', '23505']);

/** Makes the roles, once a server. @param say told what the operator has to do where this login may not */
export async function createRoles(session: Session, say: (line: string) => void): Promise<void> {
  const present = await presentRoles(session);
  const missing = ROLES.filter((role) => !present.includes(role));
  try {
    for (const role of missing) {
      await session.query(`CREATE ROLE ${role} NOLOGIN`).catch((error: unknown) => {
        if (!IS_THERE.has(codeOf(error))) throw error;
      });
    }
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const statements = missing.map((role) => `CREATE ROLE ${role} NOLOGIN;`).join(' ');
    say(
      `The user in DATABASE_URL may not create roles, so nobody has been given rights to read: as a user who may, run "${statements}", then npx chaintrail migrate again.`,
    );
  }
}

/** Whether every login of the server may connect to the database `d`, or make tables there: PostgreSQL's default. */
export const IS_OPEN = `has_database_privilege('public', d.oid, 'CONNECT, TEMPORARY')`;

/**
 * Keeps other logins of the server out of this database, and those that only read from making temporary tables. Who
 * makes or has schemas of chains keeps both rights. The caller holds the lock of migrations.
 * @param say told what was done, or what the operator has to do where this login may not
 */
export async function closeDatabase(session: Session, say: (line: string) => void): Promise<void> {
  const { rows } = await session.query<DatabaseRights>(
    `SELECT ${IS_OPEN} AS "isOpen", pg_has_role(d.datdba, 'USAGE') AS "isOurs", quote_ident(d.datname) AS name,
       string_agg(quote_ident(rolname), ', ' ORDER BY rolname) FILTER (WHERE rolname <> ALL ($1)) AS writers,
       string_agg(quote_ident(rolname), ', ' ORDER BY rolname) FILTER (WHERE rolname = ANY ($1)) AS readers,
       bool_and(has_database_privilege(r.oid, d.oid, 'CONNECT')) AS "isComplete"
     FROM pg_database d, pg_roles r
     WHERE d.datname = current_database() AND (rolname = ANY ($1) OR rolname = current_user OR r.oid IN (
       SELECT nspowner FROM pg_namespace WHERE nspname = ANY ($2)
       UNION ALL SELECT grantee FROM aclexplode(d.datacl) WHERE privilege_type = 'CREATE'))
     GROUP BY d.oid`,
    [ROLES, CHAIN_CODES],
  );
  const [database] = rows;
  if (!database || (!database.isOpen && database.isComplete)) return;
  const { isOpen, isOurs, name, writers, readers } = database;
  const statements = [
    `GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO ${writers}`,
    ...(readers === null ? [] : [`GRANT CONNECT ON DATABASE ${name} TO ${readers}`]),
    `REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC`,
  ];
  if (!isOurs) {
    say(
      `Every login of the server may connect to database ${name} and make temporary tables, and the user in DATABASE_URL does not own it: as its owner, run "${statements.join('; ')};".`,
    );
    return;
  }
  await inTransaction(session, async () => {
    for (const statement of statements) await session.query(statement);
  });
  if (isOpen)
    say(
      `Database ${name} is closed now to logins that are in none of ${ROLES.join(', ')}. Let in another one, a monitor for instance, with "GRANT CONNECT ON DATABASE ${name} TO …".`,
    );
}

interface DatabaseRights {
  readonly isOpen: boolean;
  readonly isOurs: boolean;
  readonly name: string;
  readonly writers: string;
  readonly readers: string | null;
  /** Whether all of them may connect. */
  readonly isComplete: boolean;
}

/**
 * The role of analysts and its schema: reads what {@link READ_ROLE} reads, owns `mine`, and no statement of
 * it runs for longer than ten minutes unless it says so. It logs in when an operator gives it a password. This user may
 * become the role that reads, for `psql`.
 * @param say told what the operator has to do where this login may not
 */
export async function prepareAnalysts(session: Session, say: (line: string) => void): Promise<void> {
  const { rows } = await session.query<{ statement: string }>(
    `WITH found AS (
       SELECT (SELECT oid FROM pg_roles WHERE rolname = $1) AS role, (SELECT oid FROM pg_roles WHERE rolname = $2) AS reader,
         to_regnamespace($3) AS schema,
         (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS is_super,
         CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END AS become
     )
     SELECT statement FROM found CROSS JOIN LATERAL (VALUES
       ('CREATE ROLE ' || $1, role IS NULL),
       ('ALTER ROLE ' || $1 || ' SET statement_timeout = ''' || $4 || '''', role IS NULL),
       ('GRANT ' || $2 || ' TO ' || $1, coalesce(NOT pg_has_role(role, reader, 'MEMBER'), true)),
       ('GRANT ' || $2 || ' TO CURRENT_USER', NOT pg_has_role(reader, become) AND pg_has_role(reader, 'MEMBER WITH ADMIN OPTION')),
       ('CREATE SCHEMA ' || $3, schema IS NULL),
       -- Who made a role may become it after this. A schema that is there may be somebody's.
       ('GRANT ' || $1 || ' TO CURRENT_USER', NOT is_super AND role IS NULL),
       ('GRANT USAGE, CREATE ON SCHEMA ' || $3 || ' TO ' || $1, coalesce(NOT has_schema_privilege(role, schema, 'CREATE'), true)),
       ('ALTER SCHEMA ' || $3 || ' OWNER TO ' || $1, schema IS NULL AND (role IS NULL OR pg_has_role(role, become)))
     ) AS needed(statement, is_missing)
     WHERE reader IS NOT NULL AND is_missing`,
    [ANALYST_ROLE, READ_ROLE, ANALYST_SCHEMA, ANALYST_TIMEOUT],
  );
  const statements = rows.map(({ statement }) => statement);
  try {
    await inTransaction(session, async () => {
      for (const statement of statements) await session.query(statement);
    });
  } catch (error) {
    if (IS_THERE.has(codeOf(error))) return;
    if (!isForbidden(error)) throw error;
    say(
      `The user in DATABASE_URL may not make what analysts work with: as a user who may, run "${statements.join('; ')};".`,
    );
  }
}

/** Rights on what all chains share. */
export async function grantShared(session: Session): Promise<void> {
  for (const role of await presentRoles(session)) {
    await session.query(`GRANT USAGE ON SCHEMA chaintrail TO ${role}`);
    if (role === API_ROLE) {
      for (const table of SHARED_API_TABLES)
        if (await isThere(session, table)) await session.query(`GRANT SELECT ON ${table} TO ${role}`);
    } else {
      await session.query(`GRANT SELECT ON ALL TABLES IN SCHEMA chaintrail TO ${role}`);
      await session.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA chaintrail GRANT SELECT ON TABLES TO ${role}`);
      if (await isThere(session, INSTALLATION_KEY))
        await session.query(`REVOKE SELECT ON ${INSTALLATION_KEY} FROM ${role}`);
    }
  }
}

/** Between two migrations, some of the tables are not made yet. */
async function isThere(session: Session, table: string): Promise<boolean> {
  const { rows } = await session.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [table]);
  return rows[0]?.there === true;
}

/** Whether a role has no right in the schema: it was made after the schema. */
export async function lacksGrants(session: Session, schema: string): Promise<boolean> {
  const { rowCount } = await session.query(
    `SELECT FROM pg_roles WHERE rolname = ANY ($1) AND NOT has_schema_privilege(rolname, $2, 'USAGE')`,
    [ROLES, schema],
  );
  return rowCount !== 0;
}

/** The same of a chain's schema, whose tables may be older than the API's reading of them. */
export async function lacksChainGrants(session: Session, chain: ChainCode): Promise<boolean> {
  if (await lacksGrants(session, chain)) return true;
  const { rowCount } = await session.query(
    `SELECT FROM pg_roles CROSS JOIN unnest($2::text[]) AS read(name)
     WHERE rolname = $1 AND NOT has_table_privilege(rolname, read.name, 'SELECT')`,
    [API_ROLE, apiTables(chain).map((table) => `${chain}.${table}`)],
  );
  return rowCount !== 0;
}

/** Rights on a chain's schema, given by its owner, in the transaction that changed it. Repeating it changes nothing. */
export async function grantChain(session: Session, chain: ChainCode): Promise<void> {
  for (const role of await presentRoles(session)) {
    await session.query(`GRANT USAGE ON SCHEMA ${chain} TO ${role}`);
    if (role === READ_ROLE) {
      await session.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${chain} TO ${role}`);
      await session.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${chain} TO ${role}`);
      await session.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${chain} GRANT SELECT ON TABLES TO ${role}`);
      await session.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${chain} GRANT EXECUTE ON FUNCTIONS TO ${role}`);
    } else {
      const tables = apiTables(chain).map((table) => `${chain}.${table}`);
      await session.query(`GRANT SELECT ON ${tables.join(', ')} TO ${role}`);
    }
    for (const [table, hidden] of Object.entries(PRIVATE_COLUMNS[role])) {
      await grantColumns(session, chain, role, table, hidden);
    }
  }
}

async function grantColumns(
  session: Session,
  chain: ChainCode,
  role: string,
  table: string,
  hidden: readonly string[],
): Promise<void> {
  const { rows } = await session.query<{ columns: string | null }>(
    `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attname <> ALL ($2)`,
    [`${chain}.${table}`, hidden],
  );
  const columns = rows[0]?.columns;
  if (!columns) return; // a table of another family
  await session.query(`REVOKE SELECT ON ${chain}.${table} FROM ${role}`);
  await session.query(`GRANT SELECT (${columns}) ON ${chain}.${table} TO ${role}`);
}

async function presentRoles(session: Session): Promise<(typeof ROLES)[number][]> {
  const { rows } = await session.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
    ROLES,
  ]);
  return ROLES.filter((role) => rows.some(({ rolname }) => rolname === role));
}

/** Makes the API's login, or gives it another password. @param databaseUrl of who may create roles @returns its URL */
export async function giveApiLogin(databaseUrl: string, login: string, password: string): Promise<string> {
  const session = await openSession(databaseUrl, 'chaintrail-roles');
  try {
    const name = escapeIdentifier(login);
    const { rowCount } = await session.query('SELECT FROM pg_roles WHERE rolname = $1', [login]);
    const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
    await session.query(`${verb} ROLE ${name} LOGIN PASSWORD ${escapeLiteral(password)}`);
    await session.query(`GRANT ${API_ROLE} TO ${name}`);
  } finally {
    await closeSession(session);
  }
  const url = new URL(databaseUrl);
  url.username = login;
  url.password = password;
  return url.href;
}
