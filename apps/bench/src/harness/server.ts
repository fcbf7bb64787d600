/** A PostgreSQL server as `npm start` runs it: durable, default settings. */
import { closeSession, migrate, openSession, type Session } from '@chaintrail/db';
import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { createTestDatabase, startTestPostgres } from '@chaintrail/testkit';
import { familySeconds, parentOf } from './procfs.js';
import type { Cleanup } from './run.js';

export interface BenchServer {
  /** URL of a migrated database; holds the password. */
  readonly url: string;
  /** For the benchmark's own queries. */
  readonly session: Session;
  /** The process whose children are all others of the server. */
  readonly postmaster: number;
  /** Processor time of all server processes since the start, seconds. */
  processorSeconds(): number;
}

/**
 * @param dataDir made when missing
 * @param databaseUrl an empty database to be used instead of a server that is started
 */
export async function startBenchServer(cleanup: Cleanup, dataDir: string, databaseUrl?: string): Promise<BenchServer> {
  const url = databaseUrl ?? (await startServer(cleanup, dataDir));
  await migrate(url);
  const session = await openBenchSession(cleanup, url, 'chaintrail-bench');
  const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(rows[0]!.pid);
  return { url, session, postmaster, processorSeconds: () => familySeconds(postmaster) };
}

async function startServer(cleanup: Cleanup, dataDir: string): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir });
  cleanup.add(() => server.stop());
  // Benchmarks write checkpoints and change settings.
  return server.superuserUrl;
}

export async function openBenchSession(cleanup: Cleanup, url: string, name: string): Promise<Session> {
  const session = await openSession(url, name);
  cleanup.add(() => closeSession(session));
  return session;
}

/** A migrated database of a server that only this run uses, as tests have it: quick, and not durable. @returns its URL */
export async function openQuickDatabase(cleanup: Cleanup): Promise<string> {
  const postgres = await startTestPostgres();
  cleanup.add(() => postgres.stop());
  return (await createTestDatabase(postgres.url)).url;
}

/** Bytes of the log since ever. */
export async function walBytes(session: Session): Promise<number> {
  const { rows } = await session.query<{ bytes: number }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes",
  );
  return rows[0]!.bytes;
}
