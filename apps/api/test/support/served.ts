/** An API and its database for the tests of a file or group: there before the first of them, and gone after the last. */
import { openSession, type Session } from '@chaintrail/db';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { demoDatabase } from './demo-chain.js';
import { type FakeEvmNode, startFakeEvmNode } from './fake-evm-node.js';
import type { SeededChain } from './seed-chain.js';
import { startApi, type TestApi, type TestApiOptions } from './start-api.js';

interface Made {
  readonly databaseUrl: string;
  /** One that tests may use, as the owner of the tables. */
  readonly session: Session;
}

interface MadeDemo extends Made {
  readonly seeded: SeededChain;
}

type ServedApi = TestApi & Made;
/** The API of the chain of `demoChain`, as Bitcoin's. */
type ServedDemo = TestApi & MadeDemo;

/** @param seed fills the database */
export function serve(seed: (made: Made) => Promise<unknown>, options?: TestApiOptions): ServedApi {
  return open(async () => ({ database: await createTestDatabase() }), seed, options);
}

/** @param seed writes what the database has beside */
export function serveDemo(
  seed: (made: MadeDemo) => Promise<unknown> = async () => undefined,
  options?: TestApiOptions,
): ServedDemo {
  return open(demoDatabase, seed, options);
}

/**
 * An API whose chain has a node, both anew for each test.
 * @param prepare fills the node, and puts back what tests change in the database
 */
export function serveBesideNode(
  seed: (made: Made) => Promise<unknown>,
  prepare: (made: Made, node: FakeEvmNode) => Promise<unknown>,
): ServedApi & { readonly node: FakeEvmNode } {
  const served = {} as ServedApi & { readonly node: FakeEvmNode };
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    Object.assign(served, { databaseUrl: database.url, session: await openSession(database.url, 'test') });
    await seed(served);
  });
  afterAll(async () => {
    await served.session?.end();
    await database?.drop();
  });
  beforeEach(async () => {
    const node = await startFakeEvmNode();
    Object.assign(served, { node });
    await prepare(served, node);
    Object.assign(served, await startApi(database.url, { env: { ETH_RPC_URL: node.url, ETH_NETWORK: 'local' } }));
  });
  afterEach(async () => {
    await served.stop();
    await served.node.close();
  });
  return served;
}

function open<Own extends { readonly database: TestDatabase }>(
  make: () => Promise<Own>,
  seed: (made: Own & Made) => Promise<unknown>,
  options?: TestApiOptions,
): TestApi & Own & Made {
  const served = {} as TestApi & Own & Made;
  beforeAll(async () => {
    const own = await make();
    const { url } = own.database;
    const made = { ...own, databaseUrl: url, session: await openSession(url, 'test') };
    Object.assign(served, made);
    await seed(made);
    Object.assign(served, await startApi(url, options));
  });
  afterAll(async () => {
    await served.stop?.();
    await served.session?.end();
    await served.database?.drop();
  });
  return served;
}
