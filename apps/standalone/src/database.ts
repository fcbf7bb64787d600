/** The database of this run: the operator's own, or an embedded server with one data folder per purpose. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT_CONFIGURATION } from '@chaintrail/config';
import {
  explainConnectionError,
  giveApiLogin,
  MigrationError,
  migrate,
  UnfinishedMigrationError,
} from '@chaintrail/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { logFolder, openLog } from './logs.js';
import { ServiceError } from './service-error.js';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A server that ran this long was healthy: its next end is a new one. */
const HEALTHY_MS = 60_000;
/** A recovery that takes longer than this is left to the server's watchdog when the service stops. */
const STOP_MS = 20_000;

export interface Database {
  /** Holds the password. The same for as long as the service runs. */
  readonly url: string;
  /** The same for a user who may do what the API needs and no more, once the schema is there. The operator's own is as they gave it. */
  apiUrl(): Promise<string>;
  stop(): Promise<void>;
}

/** The login of the API in the embedded server. It has another password in every run, which no file holds. */
const API_LOGIN = 'chaintrail_web';

/**
 * Starts the embedded server and keeps it running. The demo has a folder of its own, so that simulated blocks can never
 * end up between real ones, and deleting `<dataDir>/demo` forgets it entirely.
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
  const { username, host, pathname } = new URL(server.url);
  say(`PostgreSQL answers on postgres://${username}@${host}${pathname}; the password is in ${server.passwordFile}.`);
  const stopping = new AbortController();
  const kept = keepRunning(server, stopping.signal, (trouble) =>
    say(`${trouble}; nothing that was indexed is lost. Its log is ${join(logFolder(dataDir), 'postgres.log')}.`),
  );
  const stop = async () => {
    stopping.abort();
    await Promise.race([kept, sleep(STOP_MS, undefined, { ref: false })]);
    await server.stop();
    await new Promise<void>((resolve) => log.end(resolve));
  };
  return { url: server.url, apiUrl: () => giveApiLogin(server.url, API_LOGIN, randomBytes(24).toString('hex')), stop };
}

/** Starts the server again whenever it ends. Resolves soon after `signal` fires, or after a restart under way. */
async function keepRunning(
  server: EmbeddedPostgres,
  signal: AbortSignal,
  onTrouble: (trouble: string) => void,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    const startedMs = Date.now();
    // Its last words are in its log.
    await Promise.race([stopped, server.ended.catch(() => undefined)]);
    if (signal.aborted) return;
    if (Date.now() - startedMs > HEALTHY_MS) waitMs = FIRST_WAIT_MS;
    onTrouble(`PostgreSQL ended unexpectedly; starting it again in ${waitMs / 1000} s`);
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    await server.restart().catch((error: Error) => onTrouble(`PostgreSQL: ${error.message.split('\n').at(-1)}`));
  }
}

/** "2026-11-21 00:06:40.035 UTC [9249] LOG:  " */
const LOG_PREFIX = /^\d{4}-\d\d-\d\d \S+ \S+ \[\d+\] LOG: +/;
/** Lines that a waiting operator should see: recovery after a crash, and what the launcher does on its own. */
const NOTABLE = /automatic recovery in progress|redo in progress|syncing data directory|^(?!\d{4}-\d\d-\d\d )\S/;

/** The operator's database, which is theirs to stop. */
export function foreignDatabase(url: string): Database {
  return { url, apiUrl: async () => url, stop: async () => undefined };
}

/** Brings the schema up to date. @throws ServiceError that names the place, never the password */
export async function prepareSchema(
  url: string,
  say: (line: string) => void = () => undefined,
  variable = 'DATABASE_URL',
): Promise<string[]> {
  try {
    return await migrate(url, { say });
  } catch (error) {
    if (error instanceof UnfinishedMigrationError) throw new ServiceError(error.message, 1, error);
    if (error instanceof MigrationError) throw new ServiceError(error.message, EXIT_CONFIGURATION, error);
    const { hostname, port } = new URL(url);
    const { code, message } = error as { code?: string; message?: string };
    const unknown = `The database at ${hostname}:${port || 5432} cannot be prepared (${[code, message].filter(Boolean).join(': ')}); check ${variable} and the server's log.`;
    throw new ServiceError(explainConnectionError(error, variable) ?? unknown, 1, error);
  }
}
