/** Connections to Postgres: a bounded pool for short statements, a single session for the writer of one chain. */
import pg from 'pg';

/** Statements of the read side are refused after this long, so that one bad plan cannot hold a connection for ever. */
const READ_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;

export type Pool = pg.Pool;
export type Session = pg.Client;
/** Anything that runs one statement: a pool or a session. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** @param databaseUrl postgres://user:password@host:port/database; never logged */
export function createPool(databaseUrl: string, options: { max?: number; applicationName: string }): Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max ?? 10,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: READ_TIMEOUT_MS,
    query_timeout: READ_TIMEOUT_MS + 1_000,
    keepAlive: true,
  });
  // An idle connection that the server closes is replaced at the next query, which reports what is wrong then.
  pool.on('error', () => undefined);
  return pool;
}

/** Opens one session without a statement timeout, for the writer of a chain and for migrations. */
export async function openSession(databaseUrl: string, applicationName: string): Promise<Session> {
  const session = new pg.Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // Without a listener, a connection that is cut would end the process; the next statement fails with the reason.
  session.on('error', () => undefined);
  await session.connect();
  return session;
}
