/** PostgreSQL of the system, where a machine has it: with Citus a coordinator and two workers on 127.0.0.1, or one plain server, for one test file. */
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, chooseAccount } from '@chaintrail/embedded-postgres';
import {
  freePort,
  inSession,
  makeApiLogin,
  noteSuite,
  removeTemporaryFolder,
  SpawnedProcess,
  skip,
  temporaryFolder,
  waitFor,
} from '@chaintrail/testkit';

const USER = 'chaintrail';
const DATABASE = 'chaintrail';
const WORKERS = 2;

/** As little memory and care for power cuts as a test needs. */
const SETTINGS = {
  max_connections: '100',
  shared_buffers: '32MB',
  jit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
} as const;

/** Settings that docs/scale-out.md asks of an operator. */
const CITUS_SETTINGS = {
  ...SETTINGS,
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: '50',
  'citus.node_conninfo': 'sslmode=disable',
} as const;

/**
 * For suites that need Citus. A machine without it skips them, with a sentence.
 * @returns the folder with PostgreSQL's programs, or undefined when the suite has to be skipped
 * @throws Error when the variable names a folder where it is not
 */
export function citusOrSkip(): string | undefined {
  const named = process.env['CITUS_POSTGRES'];
  const bin = named ?? '/usr/lib/postgresql/15/bin';
  if (existsSync(join(bin, 'postgres')) && existsSync(join(bin, '../lib/citus.so'))) return foundIn(bin);
  if (named !== undefined) throw new Error(`CITUS_POSTGRES names ${named}, where PostgreSQL with Citus is not.`);
  return skip(`no PostgreSQL with Citus in ${bin}: name the folder of its programs in CITUS_POSTGRES.`);
}

/**
 * For suites that need an operator's tools, which the server from npm comes without. A machine without them skips the suites, with a sentence.
 * @returns the folder with PostgreSQL's programs, the tools among them
 */
export function systemPostgresOrSkip(): string | undefined {
  const found = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`);
  const bin = found.find((each) => ['postgres', 'pg_dump'].every((program) => existsSync(join(each, program))));
  if (bin !== undefined) return foundIn(bin);
  return skip("no PostgreSQL in /usr/lib/postgresql: install Debian's package postgresql-15.");
}

function foundIn(bin: string): string {
  noteSuite('software', join(bin, 'postgres'));
  return bin;
}

/** One server with an empty database. @param bin from {@link systemPostgresOrSkip} */
export async function startSystemPostgres(bin: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = await temporaryFolder('system-postgres');
  await chmod(folder, 0o755);
  const account = chooseAccount(join(folder, 'none'));
  const server = new Server({ bin, data: join(folder, 'data'), port: await freePort(), account, settings: SETTINGS });
  const stop = async (): Promise<void> => {
    await server.kill();
    await removeTemporaryFolder(folder);
  };
  try {
    await server.create();
    return { url: server.url(DATABASE), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface CitusNode {
  readonly port: number;
  /** Kills the server as a power cut would; its files stay. */
  kill(): Promise<void>;
  /** Starts the server again, on the same port, and waits until it accepts connections. */
  start(): Promise<void>;
}

export interface CitusCluster {
  /** postgres://… of the database on the coordinator, which has no tables yet. */
  readonly url: string;
  readonly workers: readonly CitusNode[];
  /** The worker that holds a schema. */
  workerOf(schema: string): Promise<CitusNode>;
  /** Moves a schema as an operator does. @param mode of citus_schema_move */
  move(schema: string, to: CitusNode, mode: 'auto' | 'block_writes'): Promise<void>;
  /** Stops all servers and removes their data. */
  stop(): Promise<void>;
}

/** @param bin from {@link citusOrSkip} */
export async function startCitus(bin: string): Promise<CitusCluster> {
  const folder = await temporaryFolder('citus');
  // Started by root, the servers run as another user, who has to reach their data.
  await chmod(folder, 0o755);
  const account = chooseAccount(join(folder, 'none'));
  const names = ['coordinator', ...Array.from({ length: WORKERS }, (_, n) => `worker-${n + 1}`)];
  const servers: Server[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.kill()));
    await removeTemporaryFolder(folder);
  };
  try {
    for (const name of names)
      servers.push(
        new Server({ bin, data: join(folder, name), port: await freePort(), account, settings: CITUS_SETTINGS }),
      );
    await Promise.all(servers.map((server) => server.create()));
    await Promise.all(
      servers.map((server) => inSession(server.url(DATABASE), (own) => own.query('CREATE EXTENSION citus'))),
    );
    const [coordinator, ...workers] = servers as [Server, ...Server[]];
    await inSession(coordinator.url(DATABASE), async (session) => {
      await session.query("SELECT citus_set_coordinator_host('127.0.0.1', $1)", [coordinator.port]);
      for (const { port } of workers) await session.query("SELECT citus_add_node('127.0.0.1', $1)", [port]);
      // Workers are asked as who asks the coordinator, so that has to be a login: SET ROLE to the group would be refused there.
      await session.query('CREATE ROLE chaintrail_api NOLOGIN');
    });
    await makeApiLogin(coordinator.url(DATABASE));
    return { url: coordinator.url(DATABASE), workers, ...operations(coordinator, workers), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function operations(coordinator: Server, workers: readonly Server[]): Pick<CitusCluster, 'workerOf' | 'move'> {
  return {
    workerOf: async (schema) => {
      const ports = await inSession(coordinator.url(DATABASE), async (session) => {
        const { rows } = await session.query<{ port: number }>(
          'SELECT DISTINCT nodeport AS port FROM citus_shards s JOIN pg_class c ON c.oid = s.table_name WHERE c.relnamespace = $1::regnamespace',
          [schema],
        );
        return rows.map(({ port }) => port);
      });
      const worker = workers.find(({ port }) => port === ports[0]);
      if (ports.length !== 1 || worker === undefined) throw new Error(`${schema} lies on ports ${ports.join(', ')}`);
      return worker;
    },
    move: (schema, { port }, mode) =>
      inSession(coordinator.url(DATABASE), async (session) => {
        await session.query("SELECT citus_schema_move($1::regnamespace, '127.0.0.1', $2, $3)", [schema, port, mode]);
      }),
  };
}

interface ServerOptions {
  readonly bin: string;
  readonly data: string;
  readonly port: number;
  readonly account: Account;
  readonly settings: Readonly<Record<string, string>>;
}

class Server implements CitusNode {
  readonly port: number;
  readonly #bin: string;
  readonly #data: string;
  readonly #account: Account;
  readonly #settings: Readonly<Record<string, string>>;
  #process: SpawnedProcess | undefined;

  constructor({ bin, data, port, account, settings }: ServerOptions) {
    this.#bin = bin;
    this.#data = data;
    this.#account = account;
    this.#settings = settings;
    this.port = port;
  }

  url(database: string): string {
    return `postgres://${USER}@127.0.0.1:${this.port}/${database}`;
  }

  async create(): Promise<void> {
    const { uid, gid } = this.#account;
    await mkdir(this.#data, { mode: 0o700 });
    if (uid !== undefined && gid !== undefined) await chown(this.#data, uid, gid);
    const initdb = this.#run('initdb', ['-U', USER, '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C']);
    await initdb.exited();
    if (initdb.exitStatus() !== 'exit code 0') throw new Error(`initdb failed: ${initdb.output()}`);
    await this.start();
    await inSession(this.url('postgres'), (session) => session.query(`CREATE DATABASE ${DATABASE}`));
  }

  async start(): Promise<void> {
    const settings = Object.entries({ ...this.#settings, port: String(this.port) });
    const server = this.#run(
      'postgres',
      settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    );
    this.#process = server;
    const answers = (): Promise<boolean> => inSession(this.url('postgres'), async () => true);
    await waitFor(answers, { processes: [server], what: `PostgreSQL to accept connections on port ${this.port}` });
  }

  async kill(): Promise<void> {
    // Immediate shutdown: the children go as well, and the next start recovers (PostgreSQL manual, "Shutting Down the Server").
    await this.#process?.kill('SIGQUIT');
  }

  #run(program: string, args: readonly string[]): SpawnedProcess {
    return new SpawnedProcess({
      name: `${program} ${this.port}`,
      command: join(this.#bin, program),
      args: ['-D', this.#data, ...args],
      env: { LC_ALL: 'C' },
      cwd: '/',
      account: this.#account,
    });
  }
}
