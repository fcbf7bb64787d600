/** Statements that a server executes during a whole test run, of whichever program, by its own statistics. */
import { appendFileSync } from 'node:fs';
import { closeSession, openSession, type Session } from '@chaintrail/db';

/** Settings of a server whose statements are noted. */
export const STATEMENT_STATISTICS = {
  shared_preload_libraries: 'pg_stat_statements',
  // Beyond them those go that were executed least: more than the databases of some seconds have together.
  'pg_stat_statements.max': '30000',
  // Functions are of the migrations, whose SQL nobody looks for.
  'pg_stat_statements.track': 'top',
  'pg_stat_statements.save': 'off',
} as const;

const EVERY_MS = 10_000;

/**
 * Appends each statement to the file, once for all databases that are copies of one template: their tables have the
 * same numbers, and so have their statements.
 * @param serverUrl of a server with {@link STATEMENT_STATISTICS}
 * @returns what notes the last ones, and ends
 */
export async function noteStatements(serverUrl: string, file: string): Promise<() => Promise<void>> {
  const session = await openSession(serverUrl, 'chaintrail-test-statements');
  await session.query('CREATE EXTENSION pg_stat_statements');
  const seen = new Set<string>();
  let look = Promise.resolve();
  const timer = setInterval(() => {
    look = look.then(() => noteNew(session, seen, file)).catch(() => undefined); // the last look tells
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await look;
    await noteNew(session, seen, file);
    await closeSession(session);
  };
}

async function noteNew(session: Session, seen: Set<string>, file: string): Promise<void> {
  const gone = await session.query<{ dbid: number }>(
    `SELECT DISTINCT dbid FROM pg_stat_statements(false) WHERE dbid NOT IN (SELECT oid FROM pg_database)`,
  );
  const known = await session.query<{ id: string }>(
    'SELECT DISTINCT queryid::text AS id FROM pg_stat_statements(false)',
  );
  const fresh = known.rows.map(({ id }) => id).filter((id) => !seen.has(id));
  if (fresh.length > 0) {
    const { rows } = await session.query<{ id: string; query: string }>(
      `SELECT DISTINCT ON (queryid) queryid::text AS id, query FROM pg_stat_statements
       WHERE queryid = ANY ($1::bigint[]) AND query IS NOT NULL`,
      [fresh],
    );
    for (const { id } of rows) seen.add(id);
    appendFileSync(file, rows.map(({ query }) => `statement\t${JSON.stringify(query)}\n`).join(''));
  }
  // Room for those to come. What was executed in databases that are gone was read above.
  for (const { dbid } of gone.rows) await session.query('SELECT pg_stat_statements_reset(0, $1)', [dbid]);
}
