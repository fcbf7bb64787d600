/** The database of this run: the operator's own, or an embedded server with one data folder per purpose. */
import { join } from 'node:path';
import { MigrationError, migrate } from '@chaintrail/db';
import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { openLog } from './logs.js';
import { ServiceError } from './service-error.js';

export interface Database {
  /** Holds the password. */
  readonly url: string;
  /** Resolves when an embedded server has ended, with its last words. Never for one that is not ours. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the embedded server. The demo has a folder of its own, so that simulated blocks can never end up between real
 * ones, and deleting `<dataDir>/demo` forgets it entirely.
 */
export async function startDatabase(dataDir: string, demo: boolean, say: (line: string) => void): Promise<Database> {
  const folder = demo ? join(dataDir, 'demo', 'postgres') : join(dataDir, 'postgres');
  const log = openLog(dataDir, 'postgres');
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    onLog: (line) => {
      log.write(`${line}\n`);
      if (NOTABLE.test(line)) say(line.replace(LOG_PREFIX, 'PostgreSQL: '));
    },
  });
  const stop = async () => {
    await server.stop();
    await new Promise<void>((resolve) => log.end(resolve));
  };
  return { url: server.url, ended: server.ended, stop };
}

/** "2026-11-21 00:06:40.035 UTC [9249] LOG:  " */
const LOG_PREFIX = /^\d{4}-\d\d-\d\d \S+ \S+ \[\d+\] LOG: +/;
/** What a waiting operator should see: recovery after a crash, and what the launcher does on its own. */
const NOTABLE = /automatic recovery in progress|redo in progress|syncing data directory|^(?!\d{4}-\d\d-\d\d )\S/;

/** The operator's database, which is theirs to stop. */
export function foreignDatabase(url: string): Database {
  return { url, ended: new Promise(() => undefined), stop: async () => undefined };
}

/** Brings the schema up to date. @throws ServiceError that names the place, never the password */
export async function prepareSchema(url: string): Promise<string[]> {
  try {
    return await migrate(url);
  } catch (error) {
    if (error instanceof MigrationError) throw new ServiceError(error.message, 1, error);
    const { hostname, port, pathname, username } = new URL(url);
    const place = `${hostname}:${port || 5432}`;
    throw new ServiceError(explain(error, place, decodeURIComponent(pathname.slice(1)), username), 1, error);
  }
}

/** Codes: Node's system errors, and SQLSTATE (PostgreSQL documentation, appendix A). */
function explain(error: unknown, place: string, database: string, user: string): string {
  const { code, message } = error as { code?: string; message?: string };
  switch (code) {
    case 'ECONNREFUSED':
      return `No PostgreSQL server answers at ${place}; start it or correct DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of DATABASE_URL (${place}) cannot be found; correct DATABASE_URL.`;
    case '28P01':
    case '28000':
      return `PostgreSQL at ${place} refuses user "${user}"; correct the user or password in DATABASE_URL.`;
    case '3D000':
      return `PostgreSQL at ${place} has no database "${database}"; create it (createdb ${database}) or correct DATABASE_URL.`;
    case '42501':
      return `User "${user}" may not create tables in database "${database}"; make it the owner of the database.`;
    default:
      return `The database at ${place} cannot be prepared (${[code, message].filter(Boolean).join(': ')}); check DATABASE_URL and the server's log.`;
  }
}
