/** One server for a whole test run; a clone of one migrated database for every test file. */
import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainCode, type ChainFamily, requireChain } from '@chaintrail/chains';
import {
  createIndexedChain,
  createPool,
  giveApiLogin,
  migrate,
  openSession,
  type Pool,
  type Session,
} from '@chaintrail/db';
import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { removeTemporaryFolder, temporaryFolder } from './machine.js';

const TEMPLATE = 'chaintrail_template';
/** Where test files find the server that the run's setup has started. */
const SERVER_VARIABLE = 'CHAINTRAIL_TEST_POSTGRES';
/** Postgres refuses to clone a database while anyone is connected to it, autovacuum included (object_in_use). */
const TEMPLATE_IN_USE = '55006';
const CLONE_ATTEMPTS = 100;
const CLONE_RETRY_MS = 100;

export interface TestPostgres {
  /** postgres://… of the maintenance database. */
  readonly url: string;
  /** Stops the server and removes its data. Repeating it changes nothing. */
  stop(): Promise<void>;
}

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, cutting whoever is still connected. */
  drop(): Promise<void>;
}

/** Starts a server that gives up surviving a power cut, migrates the template once and announces it to test files. */
export async function startTestPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  const server = await startOwnPostgres(settings);
  process.env[SERVER_VARIABLE] = server.url;
  return server;
}

/** The same for one test file, with settings of its own. Not announced: files that share its worker use the run's server. */
export function startOwnPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  return startServer({ durable: false, settings });
}

/** A server of one test file's own, which it may crash. */
export interface CrashablePostgres extends TestPostgres {
  /**
   * Kills the server as a power cut would; its files stay. {@link recover} starts it again. Commits that wait for the
   * disk survive; those of sessions with `synchronous_commit = off` survive when they are older than some 30 ms.
   */
  crash(): Promise<void>;
  /** Starts the server again after a crash, on the same URL, and waits until it accepts connections. */
  recover(): Promise<void>;
}

/** Starts a server with the settings of an operator's, as far as crashes go, and migrates the template in it. */
export async function startCrashablePostgres(): Promise<CrashablePostgres> {
  return startServer({
    durable: true,
    settings: {
      // The WAL writer flushes what did not wait within three of these (PostgreSQL manual, "Asynchronous Commit").
      wal_writer_delay: '10ms',
      // The data are in memory, and so is the log.
      max_wal_size: '512MB',
    },
  });
}

/** @returns the server, with the folder that has its `cluster` and the file with its `password` */
export async function startServer(options: {
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
}): Promise<CrashablePostgres & { readonly dataDir: string }> {
  const folder = await temporaryFolder('postgres');
  // Started by root, the server runs as another user, who has to reach its data.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  // To drop a table or a database, the server looks through all of its buffers. Tests drop many, and fill few.
  const buffers = { max_connections: '200', shared_buffers: '192MB' };
  // Else each connection of an API's login hashes a password 4096 times, as that of the superuser does not.
  const settings = { ...buffers, scram_iterations: '1', ...options.settings };
  const server = await startEmbeddedPostgres({ dataDir, durable: options.durable, settings });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= closeConnections(url)
      .then(() => server.stop())
      .finally(() => removeTemporaryFolder(folder));
    return stopping;
  };
  const url = databaseOf(server.superuserUrl, 'postgres');
  try {
    await inSession(url, (session) => session.query(`CREATE DATABASE ${TEMPLATE}`));
    await migrate(databaseOf(url, TEMPLATE));
    await makeApiLogin(url);
  } catch (error) {
    await stop();
    throw error;
  }
  const crash = async (): Promise<void> => {
    server.kill();
    await server.ended;
  };
  return { url, dataDir, stop, crash, recover: () => server.restart() };
}

/**
 * Clones the migrated template.
 * @param serverUrl of a {@link startTestPostgres}; by default that of the test run
 */
export function createTestDatabase(serverUrl = announcedServer()): Promise<TestDatabase> {
  return cloneOf(serverUrl, TEMPLATE);
}

/** Tables of a chain that a database has from the start, as whoever indexes it would make them. */
export interface MadeChain {
  readonly chain: ChainCode;
  /** By default the one that anybody can start. */
  readonly network?: string;
  /** As live writes need it; by default without indexes, as a first sync begins. */
  readonly indexed?: boolean;
}

/** The same with a chain's tables, for suites that make many databases: to copy them takes a tenth of the time. */
export async function createChainDatabase(made: MadeChain, serverUrl = announcedServer()): Promise<TestDatabase> {
  return cloneOf(serverUrl, await templateOf(serverUrl, made));
}

/** The same of a database that a file has filled for all of its tests, to which nobody is connected. */
export function cloneDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  return cloneOf(announcedServer(), new URL(url).pathname.slice(1));
}

async function cloneOf(serverUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await clone(serverUrl, name, template);
  return {
    url: databaseOf(serverUrl, name),
    drop: () => statement(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function clone(serverUrl: string, name: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // Files are copied in a quarter of the time that it takes to copy pages through the log, and leave none to write or drop.
      return await statement(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
    } catch (error) {
      const inUse = error instanceof Error && 'code' in error && error.code === TEMPLATE_IN_USE;
      if (!inUse || attempt === CLONE_ATTEMPTS) throw error;
      await sleep(CLONE_RETRY_MS);
    }
  }
}

/** Templates that are there, by server and name. */
const templates = new Map<string, Promise<string>>();

function templateOf(
  serverUrl: string,
  { chain, network = localNetwork(chain), indexed = false }: MadeChain,
): Promise<string> {
  const name = `${TEMPLATE}_${chain}_${network}${indexed ? '_indexed' : ''}`;
  const key = `${serverUrl} ${name}`;
  const made = templates.get(key) ?? makeTemplate(serverUrl, name, { chain, network, indexed });
  templates.set(key, made);
  return made;
}

/** Made once for a server. Other processes wait; one that is killed leaves a name that nobody looks for. */
async function makeTemplate(serverUrl: string, name: string, made: Required<MadeChain>): Promise<string> {
  await inSession(serverUrl, async (session) => {
    await session.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await session.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const making = `${name}_${randomBytes(6).toString('hex')}`;
    const url = databaseOf(serverUrl, making);
    await clone(serverUrl, making, TEMPLATE);
    await migrate(url, { create: [{ code: made.chain, network: made.network }] });
    if (made.indexed) await inSession(url, (own) => createIndexedChain(own, made.chain, made.network));
    await session.query(`ALTER DATABASE ${making} RENAME TO ${name}`);
  });
  return name;
}

/** Login of an operator's API. It exists on servers of tests only, so everybody may know the password. */
const API_LOGIN = 'chaintrail_web';

/** Makes the login of the API, once for a server on which `migrate` has made the roles. */
export async function makeApiLogin(serverUrl: string): Promise<void> {
  await giveApiLogin(serverUrl, API_LOGIN, API_LOGIN);
}

/** The same database of a test with the rights that an operator's API has, so that what it needs beyond them fails. */
export function withApiLogin(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const server = process.env[SERVER_VARIABLE];
  // A test that has another user asks for what that one gets. A benchmark's server has one login.
  if (server === undefined || url.username !== new URL(server).username) return url.href;
  url.username = API_LOGIN;
  url.password = API_LOGIN;
  return url.href;
}

function announcedServer(): string {
  const url = process.env[SERVER_VARIABLE];
  if (!url) throw new Error(`${SERVER_VARIABLE} is not set: run the tests with vitest, whose setup starts PostgreSQL.`);
  return url;
}

/** Name of the network that anybody can start, by family. */
const LOCAL_NETWORK = { utxo: 'regtest', evm: 'local', cosmos: 'mocknet' } as const satisfies Record<
  ChainFamily,
  string
>;

/** Makes the tables of a chain, with their indexes and without a row, as a test that writes rows itself needs them. */
export function createTestChain(databaseUrl: string, chain: ChainCode, network?: string): Promise<void> {
  return inSession(databaseUrl, (session) => createIndexedChain(session, chain, network ?? localNetwork(chain)));
}

function localNetwork(chain: ChainCode): string {
  return LOCAL_NETWORK[requireChain(chain).family];
}

/** Connections that make and drop databases, by server: to open one takes half as long as to clone the template. */
const connections = new Map<string, Pool>();
/** More than a busy machine takes to copy what a file has filled. */
const STATEMENT_TIMEOUT_MS = 120_000;

async function statement(serverUrl: string, sql: string): Promise<void> {
  const pool =
    connections.get(serverUrl) ??
    createPool(serverUrl, { applicationName: 'chaintrail-test', timeoutMs: STATEMENT_TIMEOUT_MS });
  connections.set(serverUrl, pool);
  await pool.query(sql);
}

async function closeConnections(serverUrl: string): Promise<void> {
  const pool = connections.get(serverUrl);
  connections.delete(serverUrl);
  await pool?.end();
}

/** A connection for a piece of work. */
export async function inSession<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession(url, 'chaintrail-test');
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

function databaseOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
