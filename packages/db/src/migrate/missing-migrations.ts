/** `chaintrail.migrations`: which files each schema was made by, and how their statements are sent. */
import { DatabaseError } from 'pg';
import type { Queryable, Session } from '../connection.js';
import { orm, run } from '../tables/orm.js';
import { MIGRATIONS } from '../tables/shared-tables.js';
import { type Migration, MigrationError } from './read-migrations.js';

/** SQLSTATE dependent_objects_still_exist, and feature_not_supported: the type of a column that a view has. */
const IS_USED = new Set(['2BP01', '0A000']);

/**
 * Sends the statements of a file, inside the caller's transaction.
 * @param sql of the file, with its variables put in
 * @throws MigrationError where what others made on the schema would have to go: PostgreSQL names it and leaves it
 */
export async function sendMigration(session: Session, schema: string, { name }: Migration, sql: string): Promise<void> {
  try {
    for (const query of queriesOf(sql)) await session.query(query);
  } catch (error) {
    if (!(error instanceof DatabaseError && IS_USED.has(error.code ?? '') && error.detail !== undefined)) throw error;
    throw new MigrationError(
      `${schema}: ${name} cannot replace what others use (${error.detail.replaceAll('\n', ', ')}): save the definitions of what depends on it (\\d+ in psql), drop it, run npx chaintrail migrate again, and make it anew.`,
      { cause: error },
    );
  }
}

/**
 * Checksums of migrations whose place another layout took. What they made is not brought up to date: its rows lack what
 * the new layout has. `evm/0002_evm.sql`: histories without internal transfers, which were a list beside.
 */
const REPLACED = new Set(['d21fc7bc46fb6e5b6b6c8178ec09446e0dc03eeb085da1c62bacffbd0c7ffb75']);

export async function noteMigration(session: Session, schema: string, { name, checksum }: Migration): Promise<void> {
  await run(orm(session).insert(MIGRATIONS).values({ schema, name, checksum }));
}

/** @returns those that the schema has not had @throws MigrationError where other files made it, with the remedy */
export async function missingMigrations(
  db: Queryable,
  schema: string,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await db.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM chaintrail.migrations WHERE schema = $1',
    [schema],
  );
  if (rows.some(({ checksum }) => REPLACED.has(checksum))) {
    throw new MigrationError(
      `The tables of ${schema} have the layout of an earlier version, which is not migrated: stop its indexer, run "npx chaintrail drop-chain ${schema}", and sync it again.`,
    );
  }
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

/** PostgreSQL manual, "Lexical Structure": comments, constants, quoted identifiers and bodies may hold semicolons. */
const TOKEN =
  /--[^\n]*|\/\*.*?\*\/|\b[eE]'(?:[^'\\]|\\.|'')*'|\b[eE]'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$.*?\$\1\$|[^-/'"$;\seE]+|./gs;
const BLANK = /^(?:--|\/\*|\s)/;
/** The beginning of a quote or a body that does not end. */
const OPEN = /^(?:[eE]?'|"|\$)$/;

/**
 * The statements of a migration, to be sent one by one. Citus passes the text of a query to its workers unchanged, and
 * refuses CREATE INDEX or ALTER TABLE among other statements. Comments inside comments, SQL-standard function bodies
 * (`BEGIN ATOMIC`) and `$` in names are not understood.
 * @returns them without the semicolons between them; what is only comments is none
 * @throws RangeError where a quote, a body or a comment does not end
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  let isEmpty = true;
  for (const { 0: token, index } of `${sql};`.matchAll(TOKEN)) {
    if (OPEN.test(token) || (token === '/' && sql[index + 1] === '*')) {
      throw new RangeError(`what begins here does not end: ${sql.slice(index, index + 40)}`);
    }
    if (token !== ';') {
      isEmpty &&= BLANK.test(token);
      continue;
    }
    if (!isEmpty) statements.push(sql.slice(begin, index).trim());
    begin = index + 1;
    isEmpty = true;
  }
  return statements;
}

const COMMENT_ON = /^(?:\s|--[^\n]*\n)*COMMENT ON /;

/**
 * The statements of a migration as they are sent. Consecutive COMMENT ON statements go in one query. They are most of
 * all statements, and one by one took three quarters of the time of a new schema.
 */
export function queriesOf(sql: string): string[] {
  const queries: string[] = [];
  let isComment = false;
  for (const statement of statementsOf(sql)) {
    const follows = isComment;
    isComment = COMMENT_ON.test(statement);
    if (isComment && follows) queries.push(`${queries.pop()};\n${statement}`);
    else queries.push(statement);
  }
  return queries;
}
