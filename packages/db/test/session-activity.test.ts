import { createChainDatabase, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeSession, createPool, type Pool, type Session } from '../src/connection.js';
import { registerChain } from '../src/write/ledger.js';
import { becomeOwner, isAtWork, reportBuildOfOwner } from '../src/write/owner.js';

let database: TestDatabase;
let pool: Pool;
let owner: Session;

beforeEach(async () => {
  database = await createChainDatabase({ chain: 'btc' });
  pool = createPool(database.url, { max: 2, applicationName: 'chaintrail-test' });
  const session = await becomeOwner(database.url, 'btc');
  if (session === null) throw new Error('the chain has an owner');
  owner = session;
  await registerChain(owner, 'btc', 'regtest', 0);
  // An index whose building takes as long as the test needs, in a function that only claims to be immutable.
  await owner.query(`
    CREATE FUNCTION slow(integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_lock_shared(1); RETURN $1; END $$;
    CREATE TABLE built AS SELECT 1 AS n`);
});
afterEach(async () => {
  await closeSession(owner);
  await pool.end();
  await database.drop();
});

async function heartbeatAge(): Promise<number> {
  const { rows } = await pool.query<{ age: number }>(
    `SELECT extract(epoch FROM now() - heartbeat_at)::float8 AS age FROM btc.sync_state`,
  );
  return rows[0]!.age;
}

it('an index build of an owner that does not report is reported by whoever stands by', async () => {
  const setBack = (stage: string | null) =>
    pool.query(`UPDATE btc.sync_state SET heartbeat_at = now() - interval '1 hour', stage = $1`, [stage]);
  await setBack('index');
  expect(await reportBuildOfOwner(pool, 'btc')).toBe(false);
  expect(await heartbeatAge()).toBeGreaterThan(3_000);

  const gate = await pool.connect();
  await gate.query('SELECT pg_advisory_lock(1)');
  const building = owner.query('CREATE UNIQUE INDEX built_slow ON built (slow(n))');
  try {
    await waitFor(() => reportBuildOfOwner(pool, 'btc'), { what: 'the build to be seen' });
    expect(await heartbeatAge()).toBeLessThan(60);
    expect(await reportBuildOfOwner(pool, 'ltc')).toBe(false);
    // Waiting for a lock is not work: who holds it may be what hangs.
    expect(await isAtWork(pool, 'btc', owner)).toBe(false);
    // Outside a first sync nobody else speaks for the owner.
    await setBack(null);
    expect(await reportBuildOfOwner(pool, 'btc')).toBe(true);
    expect(await heartbeatAge()).toBeGreaterThan(3_000);
  } finally {
    await gate.query('SELECT pg_advisory_unlock(1)');
    gate.release();
    await building;
  }
});

it('a session is at work while it runs a statement', async () => {
  expect(await isAtWork(pool, 'btc', owner)).toBe(false);
  const sleeping = owner.query('SELECT pg_sleep(1)');
  await waitFor(() => isAtWork(pool, 'btc', owner), { what: 'the statement to be seen' });
  await sleeping;
});
