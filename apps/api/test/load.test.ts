/** A database that has too much to do, and one that has stopped. */
import { kill } from 'node:process';
import { openSession, type Pool } from '@chaintrail/db';
import { type TestDatabase, waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUSY_ADDRESS as busy, demoDatabase } from './support/demo-chain.js';
import { type Reply, startApi, type TestApi } from './support/start-api.js';

const BALANCE = `/v0/addresses/btc/${busy}/balance`;
/** Size of the pool of `startApi`. */
const POOL_SIZE = 4;

let database: TestDatabase;
const cleanUps: (() => unknown)[] = [];
beforeAll(async () => {
  ({ database } = await demoDatabase());
});
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await database?.drop();
});

async function serve(): Promise<TestApi> {
  const api = await startApi(database.url);
  cleanUps.push(() => api.stop());
  expect((await api.get(BALANCE)).status).toBe(200);
  return api;
}

/** Processes of PostgreSQL that serve the pool, all that it may have. */
async function backendsOf(pool: Pool): Promise<number[]> {
  const asked = Array.from({ length: POOL_SIZE }, () =>
    pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.2)'),
  );
  return (await Promise.all(asked)).map(({ rows }) => rows[0]!.pid);
}

async function timed(asking: Promise<Reply>): Promise<Reply & { readonly ms: number }> {
  const began = performance.now();
  return { ...(await asking), ms: performance.now() - began };
}

describe.concurrent('a database', () => {
  it('that has stopped is unavailable, and readiness says so within a second', async () => {
    const api = await serve();
    const backends = await backendsOf(api.pool);
    expect(new Set(backends).size).toBe(POOL_SIZE);
    const wake = () => {
      for (const pid of backends.splice(0)) kill(pid, 'SIGCONT');
    };
    cleanUps.push(wake);
    for (const pid of backends) kill(pid, 'SIGSTOP');
    const asked = Array.from({ length: 2 * POOL_SIZE }, () => api.get(BALANCE));
    const times: number[] = [];
    for (let time = 0; time < 3; time++) {
      const { status, json, headers, ms } = await timed(api.get('/ready'));
      expect({ status, code: json.code }).toEqual({ status: 503, code: 'store-unavailable' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      times.push(ms);
    }
    // One of three, since the machine may have other things to do.
    expect(Math.min(...times)).toBeLessThan(1_000);
    // Documents do without examples of chains.
    const [index, document] = await Promise.all([api.get('/'), api.get('/swagger')]);
    expect([index.status, Object.keys(index.json.examples)]).toEqual([200, ['openapi', 'documentation', 'health']]);
    expect([document.status, document.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    for (const { json } of await Promise.all(asked)) expect(json.code).toBe('store-unavailable');
    wake();
    await waitFor(async () => (await api.get('/ready')).status === 200);
    expect((await api.get(BALANCE)).status).toBe(200);
  }, 30_000);

  it('that answers others first is overloaded', async () => {
    const api = await serve();
    const take = () => Promise.all(Array.from({ length: POOL_SIZE }, () => api.pool.connect()));
    const first = await take();
    const second = take();
    const began = performance.now();
    const asked = api.get(BALANCE);
    // Requests wait for ten seconds. The first ones are answered meanwhile, and then it is others' turn.
    await waitFor(() => performance.now() - began > 7_000);
    for (const client of first) client.release();
    const { json, headers, text } = await asked;
    for (const client of await second) client.release();
    expect(json).toMatchObject({ status: 503, code: 'overloaded' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(text).not.toMatch(/timeout|connect|database/);
  }, 30_000);

  it('that cancels what takes too long is overloaded', async () => {
    const { database: own } = await demoDatabase();
    cleanUps.push(() => own.drop());
    const api = await startApi(own.url);
    cleanUps.push(() => api.stop());
    expect((await api.get(BALANCE)).status).toBe(200);
    const session = await openSession(own.url, 'test');
    cleanUps.push(() => session.end());
    await session.query('BEGIN; LOCK TABLE btc.sync_state IN ACCESS EXCLUSIVE MODE');
    expect((await api.get(BALANCE)).json).toMatchObject({ status: 503, code: 'overloaded' });
  }, 30_000);

  it('whose common tables are locked, as by a migration, answers of the chains that are known', async () => {
    const { database: own } = await demoDatabase();
    cleanUps.push(() => own.drop());
    const api = await startApi(own.url);
    cleanUps.push(() => api.stop());
    const session = await openSession(own.url, 'test');
    cleanUps.push(() => session.end());
    // One of a newer version, whose tables nobody here knows.
    await session.query(`CREATE SCHEMA rune; INSERT INTO chaintrail.chains (code, name, symbol, decimals, family, network, schema_version)
      VALUES ('rune', 'THORChain', 'RUNE', 8, 'cosmos', 'mainnet', 9999)`);
    const { currencies } = (await api.get('/v0/currencies')).json;
    expect(currencies).toMatchObject([{ currency: 'btc' }]);
    await session.query('BEGIN; LOCK TABLE chaintrail.chains IN ACCESS EXCLUSIVE MODE');
    for (const path of ['transactions', 'balance', 'utxos']) {
      const { status } = await api.get(`/v0/addresses/btc/${busy}/${path}`);
      expect([path, status]).toEqual([path, 200]);
    }
    expect((await api.get(`/v0/transactions/btc/${'ab'.repeat(32)}`)).status).toBe(404);
  }, 30_000);

  it('whose queue one client fills is overloaded to that one, and answers others', async () => {
    const api = await serve();
    const [db] = api.databases.all;
    // Longer than a request takes to come on a busy machine: none of them is over by then.
    const sleep = (client: string) =>
      db!.read((reader) => reader.query('SELECT pg_sleep(0.25)'), {
        heights: () => new Map(),
        asking: { lane: 'cheap', client },
      });
    await api.get(BALANCE);
    const work = Array.from({ length: 600 }, () => sleep('address:127.0.0.1'));
    const done = Promise.allSettled(work);
    // Not the balance: it is kept.
    const [refused, ready, health] = await Promise.all([
      api.get(`/v0/addresses/btc/${busy}/transactions?limit=7`),
      api.get('/ready'),
      api.get('/health'),
    ]);
    expect(refused.json).toMatchObject({ status: 503, code: 'overloaded' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([ready.status, health.status]).toEqual([200, 200]);
    await expect(sleep('address:127.0.0.2')).resolves.toBeDefined();
    expect(db!.waiting).toBeGreaterThan(0);
    const failed = (await done).filter(({ status }) => status === 'rejected');
    expect(failed.length).toBeGreaterThan(0);
    expect((await api.get(BALANCE)).status).toBe(200);
  });
});
