/** Databases of a test file: one for all of its tests, or one for each call. */
import { createChainDatabase, createTestDatabase, type MadeChain, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { closeSession, createPool, openSession, type Pool, type Session } from '../../src/connection.js';
import { createReadPool } from '../../src/read/read-pool.js';

export interface ReadDatabase {
  readonly session: Session;
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

export interface OpenDatabase {
  readonly database: TestDatabase;
  readonly session: Session;
  readonly pool: Pool;
}

/** @param made tables that it has @returns what opens an empty database, which is dropped after the test */
export function emptyDatabases(made?: MadeChain): () => Promise<OpenDatabase> {
  const opened: OpenDatabase[] = [];
  afterEach(async () => {
    for (const { database, session, pool } of opened.splice(0)) {
      await pool.end();
      await closeSession(session);
      await database.drop();
    }
  });
  return async () => {
    const database = await databaseWith(made);
    const session = await openSession(database.url, 'test');
    const pool = createPool(database.url, { max: 1, applicationName: 'test-pool' });
    opened.push({ database, session, pool });
    return { database, session, pool };
  };
}

function databaseWith(made: MadeChain | undefined): Promise<TestDatabase> {
  return made === undefined ? createTestDatabase() : createChainDatabase(made);
}
