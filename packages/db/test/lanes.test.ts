/** Cheap and heavy questions to one server. */
import { createTestDatabase, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Asking, OWN, ReadDatabase, type Reader, readUtxoHistory } from '../src/index.js';

const MAX = 5;
let test: TestDatabase;
let database: ReadDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new ReadDatabase({
    ...{ chain: null, url: test.url, replicas: [], variable: 'DATABASE_URL', readVariable: 'DATABASE_READ_URL' },
    ...{ max: MAX, applicationName: 'lanes', maxLagMs: 1_000 },
  });
});
afterAll(async () => {
  await database?.end();
  await test?.drop();
});

const read = <T>(look: (db: Reader) => Promise<T>, asking: Asking = OWN): Promise<T> =>
  database.read(look, { heights: () => new Map(), asking });
const lanes = () => database.reports()[0]!.lanes;

/** Questions that take until a lock is let go. */
async function hold() {
  const session = await database.primaryPool.connect();
  await session.query('SELECT pg_advisory_lock(1)');
  return {
    ask: (asking: Asking) => read((db) => db.query('SELECT pg_advisory_xact_lock_shared(1)'), asking),
    async letGo() {
      await session.query('SELECT pg_advisory_unlock(1)');
      session.release();
    },
  };
}

describe('lanes', () => {
  it('have connections of their own, one of each kind at least', async () => {
    const { ask, letGo } = await hold();
    const heavy = Array.from({ length: 10 }, () => ask({ lane: 'heavy', client: 'a' }));
    await waitFor(() => lanes().heavy.running > 0);
    expect([lanes().heavy.running, lanes().heavy.waiting]).toEqual([1, 9]);
    const asked = await read((db) => db.query('SELECT 1 AS one'), { lane: 'cheap', client: 'a' });
    expect(asked.rows).toEqual([{ one: 1 }]);
    // The client has three of the four cheap ones.
    const cheap = Array.from({ length: 10 }, () => ask({ lane: 'cheap', client: 'a' }));
    expect([lanes().cheap.running, lanes().cheap.waiting]).toEqual([3, 7]);
    expect(database.waiting).toBeGreaterThanOrEqual(16);
    await letGo();
    await Promise.all([...heavy, ...cheap]);
    expect([lanes().heavy.running, lanes().cheap.running, database.waiting]).toEqual([0, 0, 0]);
  });

  it('have what only the primary knows wait for its turn, too', async () => {
    const { ask, letGo } = await hold();
    const cheap = Array.from({ length: 3 }, () => ask({ lane: 'cheap', client: 'a' }));
    await waitFor(() => lanes().cheap.running === 3);
    const looks = Array.from({ length: 5 }, () => database.readPrimary((db) => db.query('SELECT pg_sleep(0.1)'), OWN));
    const asked = [lanes().cheap.running, lanes().cheap.waiting];
    await letGo();
    await Promise.all([...cheap, ...looks]);
    expect(asked).toEqual([4, 4]);
  });

  it('give one turn to a task, whatever it asks in it', async () => {
    const asking: Asking = { lane: 'cheap', client: 'a' };
    const running = await read(
      (db) =>
        db.inTurn(async (held) => {
          const asked = [held.query('SELECT 1'), held.inTurn((again) => again.query('SELECT 1'))];
          const { running: now, waiting } = lanes().cheap;
          await Promise.all(asked);
          return [now, waiting];
        }),
      asking,
    );
    expect(running).toEqual([1, 0]);
  });

  it('ask but once in a while for a chain that the server does not have', async () => {
    const query = vi.spyOn(database.primaryPool, 'query');
    const look = (db: Reader) =>
      readUtxoHistory(db, 'ltc', Buffer.alloc(21), { newestFirst: true, offset: 0, from: null, limit: 1 });
    expect(await read(look, { lane: 'cheap', client: 'a' })).toBeNull();
    const { length } = query.mock.calls;
    expect(length).toBeGreaterThan(0);
    expect(await read(look, { lane: 'heavy', client: 'b' })).toBeNull();
    expect(query.mock.calls).toHaveLength(length);
    query.mockRestore();
  });
});
