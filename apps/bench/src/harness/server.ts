/** A PostgreSQL server as `npm start` runs it: durable, default settings. */
import { closeSession, migrate, openSession, type Session } from '@chaintrail/db';
import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import type { Cleanup } from './cleanup.js';
import { familySecondsOf, parentOf } from './processes.js';

export interface BenchServer {
  /** Of a migrated, empty database; holds the password. */
  readonly url: string;
  /** For the benchmark's own queries. */
  readonly session: Session;
  /** The process whose children are all others of the server; null where the machine does not tell. */
  readonly postmaster: number | null;
  /** Processor time of all server processes since the start, seconds; null where the machine does not tell. */
  processorSeconds(): number | null;
}

/**
 * @param dataDir made when missing; the caller removes it
 * @param databaseUrl an empty database to be used instead of a server that is started
 */
export async function startBenchServer(
  cleanup: Cleanup,
  dataDir: string,
  databaseUrl: string | null = null,
): Promise<BenchServer> {
  const server =
    databaseUrl === null
      ? await cleanup.own(
          () => startEmbeddedPostgres({ dataDir }),
          (started) => started.stop(),
        )
      : { url: databaseUrl };
  await migrate(server.url);
  const session = await cleanup.own(() => openSession(server.url, 'chaintrail-bench'), closeSession);
  const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(rows[0]!.pid);
  return {
    url: server.url,
    session,
    postmaster,
    processorSeconds: () => (postmaster === null ? null : familySecondsOf(postmaster)),
  };
}
