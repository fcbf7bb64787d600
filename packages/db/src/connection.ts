/** Connections to Postgres: a bounded pool for short statements, a single session for the writer of one chain. */
import type { Duplex } from 'node:stream';
import pg from 'pg';

/** Statements of the read side are refused after this long, so that one bad plan cannot hold a connection for ever. */
const READ_TIMEOUT_MS = 10_000;
export const CONNECT_TIMEOUT_MS = 10_000;
/** A peer that vanished is noticed by keep-alive probes; the kernel alone would wait two hours before the first. */
const KEEPALIVE_AFTER_MS = 10_000;
const CLOSE_TIMEOUT_MS = 5_000;

export type Pool = pg.Pool;
export type Session = pg.Client;
/** Anything that runs one statement: a pool or a session. */
export type Queryable = Pick<pg.Pool, 'query'>;

export interface PoolOptions {
  readonly max?: number;
  readonly applicationName: string;
  /** 10 s unless there is something better to do. Waiting for a connection that is in use counts, too. */
  readonly connectTimeoutMs?: number;
  /** Bound on a statement. */
  readonly timeoutMs?: number;
}

/** @param databaseUrl postgres://user:password@host:port/database; never logged */
export function createPool(databaseUrl: string, options: PoolOptions): Pool {
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS, timeoutMs = READ_TIMEOUT_MS } = options;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max ?? 10,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  });
  // An idle connection that the server closes is replaced at the next query, which reports what is wrong then.
  pool.on('error', () => undefined);
  // Nor does one in somebody's hands that is cut between two statements end the process: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Opens one session without a statement timeout, for the writer of a chain and for migrations. */
export async function openSession(databaseUrl: string, applicationName: string): Promise<Session> {
  const session = new pg.Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  });
  // Without a listener, a connection that is cut would end the process; the next statement fails with the reason.
  session.on('error', () => undefined);
  try {
    await session.connect();
  } catch (error) {
    // pg leaves the socket open when it is the client that gives up (no password, no TLS).
    cutSession(session);
    throw error;
  }
  return session;
}

/** Closes a session, by force when the server does not answer. Never rejects. */
export async function closeSession(session: Session): Promise<void> {
  const forced = setTimeout(() => cutSession(session), CLOSE_TIMEOUT_MS);
  await session.end().catch(() => undefined); // it is gone already, which is what was asked for
  clearTimeout(forced);
}

/** Does `work` with a session that is just opened, and closes it where that fails. */
export async function orClosed<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await closeSession(session);
    throw error;
  }
}

/** The process that serves the session, as the server's statistics name it. */
export function backendOf(session: Session): number | null {
  return (session as Session & { readonly processID: number | null }).processID;
}

/** Cuts the connection at once: statements under way fail, and the server rolls back. */
export function cutSession(session: Session): void {
  // pg has no call for this; the stream is what its own timeouts destroy, too (pg/lib/client.js).
  const { connection } = session as Session & { readonly connection: { readonly stream: Duplex } };
  connection.stream.destroy();
}
