/** Databases of a test file: one for all of its tests, or one for each call. */
import type { ChainCode } from '@chaintrail/chains';
import {
  cloneDatabase,
  createChainDatabase,
  createTestDatabase,
  inSession,
  type MadeChain,
  type TestDatabase,
} from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { closeSession, createPool, openSession, type Pool, type Session } from '../../src/connection.js';
import { createReadPool } from '../../src/read/read-pool.js';

export interface ReadDatabase extends OpenSession {
  /** Pool of one connection, as the API opens it. */
  readonly pool: Pool;
}

/**
 * Opened before the tests of the file, and dropped after them.
 * @param seed fills it @param made tables that it has
 */
export function openReadDatabase(seed: (session: Session) => Promise<unknown>, made?: MadeChain): ReadDatabase {
  const opened = {} as { database: TestDatabase; session: Session; pool: Pool };
  beforeAll(async () => {
    opened.database = await databaseWith(made);
    opened.session = await openSession(opened.database.url, 'test');
    await seed(opened.session);
    opened.pool = createReadPool(opened.database.url, { max: 1, applicationName: 'test' });
  });
  afterAll(async () => {
    await opened.pool?.end();
    await opened.session?.end();
    await opened.database?.drop();
  });
  return opened;
}

export interface OpenDatabase extends OpenSession {
  readonly pool: Pool;
}

/**
 * A database that is filled before the tests of the file, and of which each has a copy.
 * @param fill is given the URL, too @param made tables that it has
 */
export function copiedDatabase(
  fill: (session: Session, url: string) => Promise<unknown>,
  made?: MadeChain,
): OpenSession {
  const opened = {} as { database: TestDatabase; session: Session };
  let filled: TestDatabase;
  beforeAll(async () => {
    filled = await databaseWith(made);
    await inSession(filled.url, (session) => fill(session, filled.url));
  });
  afterAll(() => filled?.drop());
  beforeEach(async () => {
    opened.database = await cloneDatabase(filled);
    opened.session = await openSession(opened.database.url, 'test');
  });
  afterEach(async () => {
    await closeSession(opened.session);
    await opened.database.drop();
  });
  return opened;
}

/** Databases for tests that each need an empty one. */
export interface EmptyDatabases<Opened extends OpenSession> {
  /** Opens one until {@link release}. */
  (chain: ChainCode): Promise<Opened>;
  /** Takes those back that are open, as happens after each test. */
  release(): Promise<void>;
}
interface OpenSession {
  readonly database: TestDatabase;
  readonly session: Session;
}

/**
 * Databases with the tables and indexes of a chain, which are emptied and used again: a new one, with a session that has
 * read nothing yet, costs 120 ms, an emptied one 50.
 */
export function emptiedDatabases<Opened extends OpenSession>(
  make: (database: TestDatabase, chain: ChainCode) => Promise<Opened>,
  close: (opened: Opened) => Promise<void>,
): EmptyDatabases<Opened> {
  const opened: (readonly [ChainCode, Opened])[] = [];
  const idle: (readonly [ChainCode, Opened])[] = [];
  const release = async (): Promise<void> => {
    for (const one of opened.splice(0)) {
      await empty(one[1].session, one[0]);
      idle.push(one);
    }
  };
  afterEach(release);
  afterAll(async () => {
    for (const [, one] of idle.splice(0)) {
      await close(one);
      await one.database.drop();
    }
  });
  const open = async (chain: ChainCode): Promise<Opened> => {
    const at = idle.findIndex(([code]) => code === chain);
    const one =
      at >= 0
        ? idle.splice(at, 1)[0]!
        : ([chain, await make(await createChainDatabase({ chain, indexed: true }), chain)] as const);
    opened.push(one);
    return one[1];
  };
  return Object.assign(open, { release });
}

/** Deletes all rows but the one that counts changes of tokens. */
async function empty(session: Session, chain: ChainCode): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = '${chain}'::regnamespace AND relkind = 'r' AND relname <> 'token_changes'`,
  );
  await session.query(rows.map(({ name }) => `DELETE FROM ${chain}.${name}`).join(';'));
}

/** @returns what opens a database with the tables of a chain and no index, as a first sync finds it; until the test ends */
export function unindexedDatabases(chain: ChainCode): () => Promise<OpenDatabase> {
  const opened: OpenDatabase[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) {
      await closeDatabase(one);
      await one.database.drop();
    }
  });
  return async () => {
    const one = await openDatabase(await createChainDatabase({ chain }));
    opened.push(one);
    return one;
  };
}

/** The same with indexes, used again. */
export const indexedDatabases = (): EmptyDatabases<OpenDatabase> => emptiedDatabases(openDatabase, closeDatabase);

async function openDatabase(database: TestDatabase): Promise<OpenDatabase> {
  const session = await openSession(database.url, 'test');
  return { database, session, pool: createPool(database.url, { max: 1, applicationName: 'test-pool' }) };
}

async function closeDatabase({ session, pool }: OpenDatabase): Promise<void> {
  await pool.end();
  await closeSession(session);
}

function databaseWith(made: MadeChain | undefined): Promise<TestDatabase> {
  return made === undefined ? createTestDatabase() : createChainDatabase(made);
}
