/** That the tests of first syncs can fail: their watch, brake and relay, tried on a sync that is played by hand. */
import { createChainSchema, openSession, type Session } from '@chaintrail/db';
import {
  type CrashablePostgres,
  createTestDatabase,
  startCrashablePostgres,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Brake } from './support/first-sync-brake.js';
import { NodeProxy } from './support/first-sync-node-proxy.js';
import { StandingWatch, type Stop } from './support/first-sync-standing.js';

let postgres: CrashablePostgres;
let database: TestDatabase;
let session: Session;

beforeAll(async () => {
  postgres = await startCrashablePostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  database = await createTestDatabase(postgres.url);
  session = await openSession(database.url, 'chaintrail-test-played');
  await createChainSchema(session, 'btc', 'regtest');
  await session.query(`INSERT INTO btc.sync_state (network, history_from, phase) VALUES ('regtest', 0, 'syncing')`);
  await session.query(`INSERT INTO btc.first_sync (stage) VALUES ('load')`);
  return async () => {
    await session.end();
    await database.drop();
  };
});

test('the watch sees stages and what goes back in them', async () => {
  const watch = new StandingWatch(database.url, 'btc');
  const at = async (step: string): Promise<void> => {
    await watch.until((standing) => standing.step === step, { what: step });
  };
  await at('load');
  await session.query(`UPDATE btc.sync_state SET height = 7, hash = '\\x07'`);
  await session.query(`UPDATE btc.first_sync SET stage = 'sort', sorted_to = 5`);
  await at('sort');
  await session.query('UPDATE btc.first_sync SET sorted_to = 6');
  await watch.until(({ sortedTo }) => sortedTo === 6, { what: 'bucket 6' });
  expect(watch.setbacks).toEqual([]);
  await session.query('UPDATE btc.first_sync SET sorted_to = 4');
  await session.query('UPDATE btc.sync_state SET height = 6');
  await watch.until(({ sortedTo, height }) => sortedTo === 4 && height === 6, { what: 'bucket 4' });
  await session.query(`UPDATE btc.first_sync SET stage = 'load'`);
  await at('load');
  await session.query('DELETE FROM btc.first_sync');
  await at('hand-over');
  await session.query('UPDATE btc.sync_state SET live_since = now()');
  await at('live');
  expect(watch.visited).toEqual(['load', 'sort', 'hand-over', 'live']);
  expect(watch.setbacks.join('\n')).toMatch(/sorted_to.* 6 to 4.*stage.* sort to load/s);
  expect(watch.setbacks.join('\n')).toContain('cursor went back from 7 to 6');
  await watch.close();
});

test('the brake holds a stage open, and a crash of the server is survived by watch and brake', async () => {
  const watch = new StandingWatch(database.url, 'btc');
  const brake = await Brake.hold(database.url, 'btc', ['load', 'sort', 'hand-over']);
  const heldUntilReleased = async (stop: Stop, statement: string, release: () => Promise<void>): Promise<void> => {
    let moved = false;
    const moving = session.query(statement).then(() => {
      moved = true;
    });
    await waitFor(() => brake.isReached(stop), { what: `the brake to hold up ${statement}` });
    expect(moved, statement).toBe(false);
    await release();
    await moving;
  };
  await heldUntilReleased('load', `UPDATE btc.first_sync SET stage = 'unspent'`, () => brake.release('load'));
  await session.query(`UPDATE btc.first_sync SET unspent_to = 3`);
  await session.query(`UPDATE btc.first_sync SET stage = 'sort'`);
  await watch.until(({ step }) => step === 'sort', { what: 'sort' });
  await session.query(`UPDATE btc.first_sync SET sorted_to = 3`);

  const crashedMs = performance.now();
  await postgres.crash();
  watch.forgiveLastCommits(crashedMs);
  brake.lost();
  await postgres.recover();
  await brake.holdAgain();
  await session.end();
  session = await openSession(database.url, 'chaintrail-test-played');
  await watch.until(({ sortedTo }) => sortedTo === 3, { what: 'bucket 3' });

  await heldUntilReleased('sort', `UPDATE btc.first_sync SET stage = 'index'`, () => brake.release('sort'));
  await session.query('DELETE FROM btc.first_sync');
  await heldUntilReleased('hand-over', `UPDATE btc.sync_state SET live_since = now()`, () => brake.close());
  expect(watch.setbacks).toEqual([]);
  await watch.close();
});

test('the relay can be cut and comes back on the same port', async () => {
  const target = await NodeProxy.start('http://user:password@127.0.0.1:1');
  const proxy = await NodeProxy.start(target.url);
  const { port, username } = new URL(proxy.url);
  expect(username).toBe('user');
  const ask = (): Promise<unknown> => fetch(`http://127.0.0.1:${port}/`).catch((error: Error) => error.cause);
  await proxy.cut();
  expect(await ask()).toMatchObject({ code: 'ECONNREFUSED' });
  await proxy.restore();
  expect(await ask()).not.toMatchObject({ code: 'ECONNREFUSED' });
  await proxy.cut();
  await target.cut();
});
