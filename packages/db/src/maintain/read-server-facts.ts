/** Facts about a server and its database, to see whether they are set up well. Reads catalogues alone. */
import type { Queryable } from '../connection.js';
import { IS_OPEN } from '../migrate/roles.js';

/** Older ones lack what the statements need. */
export const OLDEST_POSTGRES = 15;

export interface ServerFacts {
  /** "18.1" */
  readonly version: string;
  readonly major: number;
  /** Our role's name. */
  readonly role: string;
  /** Our role may do everything, run programs on the server's machine included. */
  readonly isSuperuser: boolean;
  readonly database: string;
  /** Every login of the server may connect. */
  readonly isOpen: boolean;
  readonly encoding: string;
  /** The collation is of another version of the operating system's library than the one that compares text now. */
  readonly hasStaleCollation: boolean;
  readonly isReplica: boolean;
  /** Seconds that a replica is behind by its own clock, 0 where it has all that it was sent; null on a primary. */
  readonly lagSeconds: number | null;
  /** Schemas can be made. */
  readonly mayCreate: boolean;
  /** Server and client are on one machine. */
  readonly isLocal: boolean;
  /** Null where our role may not know. */
  readonly dataDirectory: string | null;
  readonly databaseBytes: number;
  readonly connections: number;
  readonly maxConnections: number;
  readonly sharedBuffersBytes: number;
  readonly maxWalBytes: number;
  readonly randomPageCost: number;
  readonly walCompression: string;
  readonly fsync: boolean;
  readonly fullPageWrites: boolean;
  /** By the server's clock, unix seconds. */
  readonly now: number;
}

/** @returns the major version alone, which even servers tell that are too old for {@link readServerFacts} */
export async function readServerMajor(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::integer / 10000 AS major`,
  );
  return rows[0]?.major ?? 0;
}

export async function readServerFacts(db: Queryable): Promise<ServerFacts> {
  const { rows } = await db.query<{ facts: ServerFacts }>(`
    SELECT json_build_object(
      'version', split_part(current_setting('server_version'), ' ', 1),
      'major', current_setting('server_version_num')::integer / 10000,
      'role', current_user, 'isSuperuser', current_setting('is_superuser')::boolean,
      'database', d.datname, 'isOpen', ${IS_OPEN}, 'encoding', pg_encoding_to_char(d.encoding),
      'hasStaleCollation', coalesce(d.datcollversion <> pg_database_collation_actual_version(d.oid), false),
      'isReplica', pg_is_in_recovery(),
      'lagSeconds', CASE WHEN NOT pg_is_in_recovery() THEN NULL
        WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
        ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp()) END,
      'mayCreate', has_database_privilege(d.oid, 'CREATE'),
      'isLocal', inet_server_addr() IS NULL OR inet_server_addr() = inet_client_addr(),
      'dataDirectory', (SELECT replace(setting, '/proc/self/', format('/proc/%s/', pg_backend_pid()))
        FROM pg_settings WHERE name = 'data_directory'),
      'databaseBytes', pg_database_size(d.oid),
      'connections', (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
      'maxConnections', current_setting('max_connections')::integer,
      'sharedBuffersBytes', pg_size_bytes(current_setting('shared_buffers')),
      'maxWalBytes', pg_size_bytes(current_setting('max_wal_size')),
      'randomPageCost', current_setting('random_page_cost')::double precision,
      'walCompression', current_setting('wal_compression'),
      'fsync', current_setting('fsync')::boolean, 'fullPageWrites', current_setting('full_page_writes')::boolean,
      'now', extract(epoch FROM clock_timestamp())) AS facts
    FROM pg_database d WHERE d.datname = current_database()`);
  const [row] = rows;
  if (!row) throw new Error('a server did not say what it is');
  return row.facts;
}

/** @returns bytes of all files of the database (with Citus, of the coordinator), from their sizes alone */
export async function readDatabaseSize(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::double precision AS bytes',
  );
  const [row] = rows;
  if (!row) throw new Error('a server did not say how large its database is');
  return row.bytes;
}
