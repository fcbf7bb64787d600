/** Upgrades with real programs of two versions, and programs whose roles may do no more than they need. */
import { setTimeout as sleep } from 'node:timers/promises';
import { requireUtxoChain } from '@chaintrail/chains';
import { closeSession, openSession, type Session } from '@chaintrail/db';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import {
  createTestDatabase,
  type SpawnedProcess,
  spawnApi,
  spawnIndexer,
  startAuditProcess,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reach, settingsFor, waitForState } from './support/followed-chain.js';
import { Installation } from './support/installation.js';

const START_HEIGHT = 110;
/** First half of the keys of advisory locks at which the newer version's migration waits until the test lets it go on. */
const STOPS = 77;
/** Between two pages of whoever reads all the time; without it, the reading would take most of a processor. */
const PAGE_PAUSE_MS = 25;

let node: SimulatedNode;
let newer: Installation;
let database: TestDatabase;
let session: Session;

beforeAll(async () => {
  node = await startSimulatedNode({ chain: requireUtxoChain('btc'), seed: 12, blocks: START_HEIGHT, txPerBlock: 3 });
  newer = await Installation.newer({
    'common/9001_further_column.sql': 'ALTER TABLE blocks ADD COLUMN further integer;',
    'common/9002_further_table.sql': `
      SELECT pg_advisory_xact_lock(${STOPS}, 1); CREATE TABLE further (x integer);
      SELECT pg_advisory_xact_lock(${STOPS}, 2); INSERT INTO further VALUES (1);
      SELECT pg_advisory_xact_lock(${STOPS}, 3);`,
  });
});
afterAll(() => node.close());

beforeEach(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'chaintrail-test');
});
afterEach(async () => {
  await closeSession(session);
  await database.drop();
});

const settings = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  AUDIT_EVERY_HOURS: '0',
  ...settingsFor('btc', node),
});

function startIndexer(): SpawnedProcess {
  return spawnIndexer({ databaseUrl: database.url, env: settings() });
}

async function live(processes: readonly SpawnedProcess[]): Promise<void> {
  const what = 'btc to be live';
  await waitForState(database.url, 'btc', ({ phase, height }) => phase === 'live' && height === node.tip().height, {
    processes,
    what,
  });
}

async function version(): Promise<number> {
  const { rows } = await session.query(`SELECT schema_version AS version FROM chaintrail.chains WHERE code = 'btc'`);
  return rows[0].version;
}

/** The end of a program that ends by itself. */
async function ended(program: SpawnedProcess): Promise<{ status: string; output: string }> {
  await program.exited();
  return { status: program.exitStatus()!, output: program.output() };
}

function says(program: SpawnedProcess, text: RegExp): Promise<boolean> {
  return waitFor(() => text.test(program.output()), { processes: [program], what: `${program.name} to say ${text}` });
}

/** Waits until somebody stands at this stop of the migration. */
function standsAt(stop: number): Promise<boolean> {
  const waiting = async (): Promise<boolean> => {
    const { rowCount } = await session.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid::bigint = $1 AND objid::bigint = $2`,
      [STOPS, stop],
    );
    return rowCount === 1;
  };
  return waitFor(waiting, { intervalMs: 10, what: `migrate to stand at its stop ${stop}` });
}

test('an older indexer stands by while migrate waits, is killed and goes on, and the API answers', async () => {
  const owner = startIndexer();
  await live([owner]);
  const standby = startIndexer();
  await says(standby, /standing by/);
  const api = await spawnApi({ databaseUrl: database.url });
  const { hot } = node.exampleAddresses();
  let pages = 0;
  let isReading = true;
  const reading = (async () => {
    while (isReading) {
      const answer = await fetch(`${api.url}/v0/addresses/btc/${hot}/transactions?limit=5&offset=${pages % 20}`);
      expect(await answer.json(), `page ${pages}`).toMatchObject({ currency: 'btc', total: expect.any(Number) });
      expect(answer.status).toBe(200);
      pages++;
      await sleep(PAGE_PAUSE_MS);
    }
  })();
  reading.catch(() => undefined); // until it is waited for
  const morePages = async (): Promise<void> => {
    const before = pages;
    await waitFor(() => pages > before + 5, { processes: [api.process], what: 'five pages more' });
  };

  // The owner has the chain, and somebody dumps it: both are waited for, and no page waits.
  const dump = await openSession(database.url, 'pg_dump');
  await dump.query('BEGIN; LOCK TABLE btc.blocks IN ACCESS SHARE MODE');
  await session.query('SELECT pg_advisory_lock($1, 1), pg_advisory_lock($1, 2), pg_advisory_lock($1, 3)', [STOPS]);
  let migrating = newer.run('migrate', settings());
  await says(
    migrating,
    /Waiting 60 s at most: btc: chaintrail-indexer-btc \(PostgreSQL process \d+\) holds the chain; stop the indexers/,
  );
  const before = await version();
  await owner.kill('SIGKILL');
  await says(migrating, /Waiting \d+ s at most: btc: pg_dump \(PostgreSQL process \d+\) uses its tables/);
  await morePages();
  expect(await version()).toBe(before);
  await closeSession(dump);

  const { height } = node.tip();
  // Killed at one statement after the other, it leaves whole steps.
  for (const stop of [1, 2, 3]) {
    await standsAt(stop);
    await migrating.kill('SIGKILL');
    expect(await version()).toBe(9001);
    // The older indexer may come first now, and must leave the chain alone.
    node.mine();
    await waitForState(
      database.url,
      'btc',
      ({ reason }) => /version 9001.*run the newer Chaintrail/.test(reason ?? ''),
      { processes: [standby], what: 'the older indexer to refuse' },
    );
    const { rows } = await session.query('SELECT height, phase FROM btc.sync_state');
    expect(rows).toEqual([{ height, phase: 'halted' }]);
    const { rows: tables } = await session.query(`SELECT to_regclass('btc.further') AS further`);
    expect(tables).toEqual([{ further: null }]);
    await session.query('SELECT pg_advisory_unlock($1, $2)', [STOPS, stop]);
    migrating = newer.run('migrate', settings());
  }
  const { status, output } = await ended(migrating);
  expect(output).toMatch(/Applied btc: common\/9002_further_table\.sql\./);
  expect(status).toBe('exit code 0');
  expect(await version()).toBe(9002);
  await morePages();

  // Each reason once, however often it was asked for.
  expect(standby.output().match(/chain released/g)!.length).toBeLessThanOrEqual(2);
  const audit = await startAuditProcess(['btc'], settings()).ended;
  expect(audit).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/version 9002.*run the newer Chaintrail/),
  });
  const older = await ended(Installation.own.run('migrate', settings()));
  expect(older).toMatchObject({
    status: 'exit code 78',
    output: expect.stringMatching(/does not know: run a newer Chaintrail/),
  });

  const current = newer.run('main', settings());
  await reach(database.url, 'btc', node.tip(), [current, standby]);
  await live([current]);
  await morePages();
  isReading = false;
  await reading;
  await Promise.all([current.stop(), standby.stop(), api.process.stop()]);
  const dropped = await ended(Installation.own.run('drop-chain', settings(), 'btc'));
  expect(dropped.status).toBe('exit code 0');
});

test('a newer indexer says what to do, once, and goes on by itself after migrate', async () => {
  const older = startIndexer();
  await live([older]);
  await older.stop();
  const current = newer.run('main', settings());
  await waitForState(
    database.url,
    'btc',
    ({ phase, reason }) => phase === 'halted' && /run npx chaintrail migrate/.test(reason ?? ''),
    { processes: [current], what: 'the newer indexer to refuse' },
  );
  // It asks again and again, so migrate may have to wait for a moment.
  const { rows } = await session.query('SELECT heartbeat_at FROM btc.sync_state');
  await waitFor(async () => {
    const again = await session.query('SELECT heartbeat_at FROM btc.sync_state');
    return again.rows[0].heartbeat_at > rows[0].heartbeat_at;
  });
  expect(current.output().match(/chain released: The schema btc is of version/g)).toHaveLength(1);
  expect((await ended(newer.run('migrate', settings()))).status).toBe('exit code 0');
  node.mine();
  await live([current]);
  await current.stop();
});

test('one migrate leaves a chain that is held, and the status and the sentence tell which', async () => {
  const owner = startIndexer();
  await live([owner]);
  const made = await ended(newer.run('migrate', { ...settings(), DOGE_NETWORK: 'regtest' }, '--wait=1', 'doge'));
  expect(made.status).toBe('exit code 75');
  expect(made.output).toMatch(/Applied doge: /);
  expect(made.output).toMatch(
    /Not brought up to date: btc: chaintrail-indexer-btc .* stop the indexers of this database\. Then run npx chaintrail migrate again\./,
  );
  await owner.stop();
});

test('an indexer and an API work with a role that has one chain alone', async () => {
  const role = `solo_${Date.now().toString(36)}`;
  const own = new URL(database.url);
  Object.assign(own, { username: role, password: 'secret' });
  await session.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  await session.query(`CREATE SCHEMA btc AUTHORIZATION ${role}`);
  const made = await ended(Installation.own.run('migrate', { ...settings(), ETH_NETWORK: 'sepolia' }, 'btc', 'eth'));
  expect(made.status).toBe('exit code 0');
  for (const code of ['btc', 'eth']) expect(made.output).toContain(`${code}: common/0001`);
  const env = { ...settings(), DATABASE_URL: own.href };
  const indexer = spawnIndexer({ databaseUrl: own.href, env });
  await live([indexer]);
  const api = await spawnApi({ databaseUrl: database.url, env: { DATABASE_URL: own.href } });
  const answer = async (path: string): Promise<unknown> => (await fetch(api.url + path)).json();
  expect(await answer('/v0/currencies')).toMatchObject({ currencies: [{ currency: 'btc' }] });
  const { hot } = node.exampleAddresses();
  expect(await answer(`/v0/addresses/btc/${hot}/transactions`)).toMatchObject({
    currency: 'btc',
    total: expect.any(Number),
  });
  node.mine();
  await live([indexer]);
  const audit = await startAuditProcess(['btc'], env).ended;
  expect(audit.status, audit.stderr).toBe(0);
  // The other chain has a schema here, and this role no right to follow it.
  const { rows } = await session.query(`SELECT has_schema_privilege($1, 'eth', 'USAGE') AS eth`, [role]);
  expect(rows).toEqual([{ eth: false }]);
  await Promise.all([indexer.stop(), api.process.stop()]);
});
