/** A PostgreSQL server with hot standbys that stream from it, as operators have them. */
import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import {
  type CrashablePostgres,
  inSession,
  removeTemporaryFolder,
  startServer,
  temporaryFolder,
} from '@chaintrail/testkit';

/** The same for standbys, which do not start with less of some of these. */
const SETTINGS = {
  max_connections: '100',
  wal_level: 'replica',
  max_wal_senders: '8',
  // A standby that was away streams what it has missed.
  wal_keep_size: '256MB',
  max_wal_size: '256MB',
  min_wal_size: '64MB',
};

export interface ReplicatedPostgres extends CrashablePostgres {
  /** Makes a standby from a base backup and waits until it answers. @param settings of the standby */
  addReplica(settings?: Readonly<Record<string, string>>): Promise<Replica>;
}

export interface Replica {
  /** Where it has the database that `databaseUrl` names on the primary. */
  urlOf(databaseUrl: string): string;
  /** Stops applying what it receives: from now on it lags. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Kills the server as a power cut would; {@link recover} starts it again on the same port. */
  crash(): Promise<void>;
  recover(): Promise<void>;
}

/** Stopping it stops its replicas, too. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const primary = await startServer({ durable: false, settings: SETTINGS });
  const replicas: (() => Promise<void>)[] = [];
  await appendFile(
    join(primary.dataDir, 'cluster', 'pg_hba.conf'),
    'host replication all 127.0.0.1/32 scram-sha-256\n',
  );
  await inSession(primary.url, (session) => session.query('SELECT pg_reload_conf()'));
  return {
    ...primary,
    addReplica: async (settings = {}) => {
      const { replica, stop } = await startReplica(primary, settings);
      replicas.push(stop);
      return replica;
    },
    stop: async () => {
      await Promise.all(replicas.splice(0).map((stop) => stop()));
      await primary.stop();
    },
  };
}

async function startReplica(
  primary: { readonly url: string; readonly dataDir: string },
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly replica: Replica; stop(): Promise<void> }> {
  const folder = await temporaryFolder('replica');
  // Started by root, the server runs as another user, who has to reach its data.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  await backUp(primary, dataDir);
  const server = await startEmbeddedPostgres({
    ...{ dataDir, durable: false },
    settings: { ...SETTINGS, ...settings },
  });
  const { port } = new URL(server.url);
  const on = (sql: string): Promise<void> =>
    inSession(urlOf(primary.url), async (session) => void (await session.query(sql)));
  const urlOf = (databaseUrl: string): string => {
    const url = new URL(databaseUrl);
    url.port = port;
    return url.href;
  };
  return {
    replica: {
      urlOf,
      pause: () => on('SELECT pg_wal_replay_pause()'),
      resume: () => on('SELECT pg_wal_replay_resume()'),
      crash: async () => {
        server.kill();
        await server.ended;
      },
      recover: () => server.restart(),
    },
    stop: () => server.stop().finally(() => removeTemporaryFolder(folder)),
  };
}

const PASSWORDS = ['password', 'superuser-password'];

/** A base backup by the low-level API (the npm programs lack pg_basebackup), which streams from there on. */
async function backUp({ url, dataDir }: { readonly url: string; readonly dataDir: string }, to: string): Promise<void> {
  const cluster = join(to, 'cluster');
  await mkdir(to, { recursive: true });
  await inSession(url, async (session) => {
    await session.query("SELECT pg_backup_start('replica', true)");
    // With owners and modes, which the server insists on.
    await promisify(execFile)('cp', [
      '-a',
      join(dataDir, 'cluster'),
      ...PASSWORDS.map((file) => join(dataDir, file)),
      to,
    ]);
    const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await writeOwned(join(cluster, 'backup_label'), rows[0]!.labelfile, cluster);
  });
  for (const file of ['postmaster.pid', 'postmaster.opts']) await rm(join(cluster, file), { force: true });
  const wal = join(cluster, 'pg_wal');
  for (const file of await readdir(wal)) if (/^[\dA-F]{24}/.test(file)) await rm(join(wal, file));
  const { hostname, port, username, password } = new URL(url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=replica`;
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  await writeOwned(join(cluster, 'standby.signal'), '', cluster);
}

/** Started by root, the server runs as the owner of the cluster. */
async function writeOwned(file: string, text: string, cluster: string): Promise<void> {
  await writeFile(file, text);
  const { uid, gid } = await stat(cluster);
  await chown(file, uid, gid);
}
