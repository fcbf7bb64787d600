import { chmod, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chainByCode, requireChain } from '@chaintrail/chains';
import {
  becomeOwner,
  createIndexedChain,
  createPool,
  Databases,
  giveApiLogin,
  migrate,
  readChains,
} from '@chaintrail/db';
import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { createTestChain, createTestDatabase, inSession, temporaryFolder } from '@chaintrail/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { prepareSchema, startDatabase } from '../src/database.js';
import { requireSameNetworks } from '../src/preflight.js';

vi.setConfig({ testTimeout: 180_000 });
const PATIENCE = { timeout: 120_000, interval: 200 };

test('an embedded server that is killed comes back with its data, at the same place, and still stops in order', async () => {
  const dataDir = await temporaryFolder('standalone');
  // Started by root, the server runs as another user.
  await chmod(dataDir, 0o755);
  const lines: string[] = [];
  const database = await startDatabase(dataDir, false, (line) => lines.push(line));
  onTestFinished(() => database.stop());
  const pool = createPool(database.url, { max: 1, applicationName: 'test' });
  onTestFinished(() => pool.end());
  await pool.query('CREATE TABLE kept AS SELECT 42 AS answer');

  const postmaster = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const pidOf = async () => Number((await readFile(postmaster, 'utf8')).split('\n')[0]);
  const first = await pidOf();
  process.kill(first, 'SIGKILL');
  await vi.waitUntil(() => lines.some((line) => line.startsWith('PostgreSQL ended unexpectedly')), PATIENCE);
  expect(lines.find((line) => line.startsWith('PostgreSQL ended'))).toBe(
    `PostgreSQL ended unexpectedly; starting it again in 1 s; nothing that was indexed is lost. Its log is ${join(dataDir, 'logs', 'postgres.log')}.`,
  );
  await vi.waitFor(async () => {
    const { rows } = await pool.query('SELECT answer FROM kept');
    expect(rows).toEqual([{ answer: 42 }]);
  }, PATIENCE);
  expect(await pidOf()).not.toBe(first);
  await database.stop();
  await expect(readFile(postmaster)).rejects.toThrow('ENOENT');
  const again = await startDatabase(dataDir, false, () => undefined);
  onTestFinished(() => again.stop());
  expect(again.url).toBe(database.url);
});

describe('the role of the programs', () => {
  const MAY_NOT = { code: '42501' };

  async function folder(): Promise<string> {
    const dataDir = await temporaryFolder('standalone');
    await chmod(dataDir, 0o755);
    return dataDir;
  }

  /** Safety that a start has to give, whatever made the folder. */
  async function expectSafe(dataDir: string): Promise<void> {
    const database = await startDatabase(dataDir, false, () => undefined);
    onTestFinished(() => database.stop());
    const lines: string[] = [];
    await prepareSchema(database.url, (line) => lines.push(line));
    expect(lines).toEqual([]);
    await inSession(database.url, async (own) => {
      const { rows } = await own.query(
        'SELECT current_user AS name, rolsuper FROM pg_roles WHERE rolname = current_user',
      );
      expect(rows).toEqual([{ name: 'chaintrail', rolsuper: false }]);
      await expect(own.query(`COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toMatchObject(MAY_NOT);
      await expect(own.query(`SELECT pg_read_file('/etc/passwd')`)).rejects.toMatchObject(MAY_NOT);
    });
    // Work of an indexer: it makes schemas, owns chains, and writes.
    for (const code of ['btc', 'eth', 'rune', 'ltc'] as const) {
      const owner = (await becomeOwner(database.url, code))!;
      await createIndexedChain(owner, code, code === 'ltc' ? 'regtest' : requireChain(code).networks.at(-1)!.name);
      await owner.query(
        `CREATE TABLE ${code}.made (); DROP TABLE ${code}.made; ALTER TABLE ${code}.blocks RESET (fillfactor)`,
      );
      await owner.end();
    }
    await inSession(await database.apiUrl(), async (api) => {
      expect((await readChains(api)).map(({ chain }) => chain)).toEqual(['btc']);
      for (const statement of [
        'CREATE TEMPORARY TABLE mine ()',
        'SELECT lo_create(0)',
        'SELECT pg_advisory_lock(1667785065, 0)',
        'SELECT pg_try_advisory_lock_shared(1667785064, 0)',
      ])
        await expect(api.query(statement), statement).rejects.toMatchObject(MAY_NOT);
    });
    const api = new URL(await database.apiUrl());
    for (const name of ['postgres', 'template1'])
      await expect(inSession(Object.assign(api, { pathname: name }).href, async () => undefined)).rejects.toMatchObject(
        MAY_NOT,
      );
    await database.stop();
  }

  const row = `INSERT INTO btc.sync_state (network, history_from, phase) VALUES ('regtest', 0, 'live')`;

  test('is no superuser, and those who read take no lock and write nothing', async () => {
    const dataDir = await folder();
    const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
    await migrate(server.url, { create: [{ code: 'btc', network: 'regtest' }] });
    await inSession(server.url, (own) => own.query(row));
    await server.stop();
    await expectSafe(dataDir);
  });

  test('is none either in a folder whose programs were superusers, and which keeps its data', async () => {
    const dataDir = await folder();
    const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
    const urlOf = (name: string, from = server.superuserUrl) => Object.assign(new URL(from), { pathname: name }).href;
    const { password } = new URL(server.url);
    // As versions before made it: the superuser of the cluster is called chaintrail, and owns everything.
    await inSession(urlOf('postgres'), async (session) => {
      await session.query('DROP DATABASE chaintrail');
      await session.query(
        `DROP OWNED BY chaintrail; DROP ROLE chaintrail; CREATE ROLE helper SUPERUSER LOGIN PASSWORD 'helper'`,
      );
    });
    const helper = Object.assign(new URL(urlOf('postgres')), { username: 'helper', password: 'helper' }).href;
    await inSession(helper, (session) =>
      session.query(`ALTER ROLE postgres RENAME TO chaintrail; ALTER ROLE chaintrail PASSWORD '${password}'`),
    );
    await inSession(urlOf('postgres', server.url), async (session) => {
      await session.query('DROP ROLE helper');
      await session.query('CREATE DATABASE chaintrail');
    });
    const chains = ['btc', 'eth', 'rune'] as const;
    const create = chains.map((code) => ({ code, network: requireChain(code).networks.at(-1)!.name }));
    await migrate(server.url, { create });
    await inSession(server.url, (session) => session.query(row));
    const login = await giveApiLogin(server.url, 'chaintrail_web', 'first');
    expect(login).toContain('chaintrail_web');
    await server.stop();
    await rm(join(dataDir, 'postgres', 'superuser-password'));

    await expectSafe(dataDir);
    // As where a start was killed before it was done: it is repeated.
    await rm(join(dataDir, 'postgres', 'superuser-password'));
    const again = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
    onTestFinished(() => again.stop());
    await inSession(again.superuserUrl, async (session) => {
      const { rows } = await session.query(
        `SELECT relname AS left FROM pg_class WHERE relowner <> 'chaintrail'::regrole AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('btc', 'eth', 'rune', 'ltc', 'chaintrail'))
         UNION ALL SELECT proname FROM pg_proc WHERE proowner <> 'chaintrail'::regrole AND pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('btc', 'eth', 'rune', 'chaintrail'))
         UNION ALL SELECT typname FROM pg_type WHERE typowner <> 'chaintrail'::regrole AND typnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('btc', 'eth', 'rune', 'chaintrail'))
         UNION ALL SELECT oprname FROM pg_operator WHERE oprowner <> 'chaintrail'::regrole AND oprnamespace = 'public'::regnamespace
         UNION ALL SELECT rolname FROM pg_roles WHERE rolsuper AND rolname <> 'postgres'`,
      );
      expect(rows).toEqual([]);
      // Analysts read what the new owner makes.
      await session.query('SET ROLE chaintrail; CREATE TABLE btc.further AS SELECT 1 AS one; RESET ROLE');
      const { rows: may } = await session.query(
        `SELECT has_table_privilege('chaintrail_read', 'btc.further', 'SELECT') AS may`,
      );
      expect(may).toEqual([{ may: true }]);
    });
  });
});

test('an index of another network is refused, one without blocks is not', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const databases = new Databases(() => database.url, { max: 1, applicationName: 'test' });
  onTestFinished(() => databases.end());
  const pool = databases.pool('ltc');
  const ltc = chainByCode('ltc');
  const [mainnet, regtest] = ['mainnet', 'regtest'].map((name) => ltc?.networks.find((one) => one.name === name));
  if (!ltc || !mainnet || !regtest) throw new Error('no Litecoin');

  await createTestChain(database.url, 'ltc', 'mainnet');
  await pool.query(`INSERT INTO ltc.sync_state (network, history_from, phase) VALUES ('mainnet', 0, 'live')`);
  await requireSameNetworks(databases, [{ chain: ltc, network: regtest }]);
  await pool.query(`UPDATE ltc.sync_state SET height = 7, hash = '\\x00', block_time = 1`);
  await requireSameNetworks(databases, [{ chain: ltc, network: mainnet }]);
  await expect(requireSameNetworks(databases, [{ chain: ltc, network: regtest }])).rejects.toMatchObject({
    message:
      'The database holds ltc mainnet, but LTC_NETWORK is regtest; set LTC_NETWORK=mainnet, or index regtest in another database (DATA_DIR or DATABASE_URL).',
    exitCode: 78,
  });
});
