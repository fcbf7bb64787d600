import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chainByCode } from '@chaintrail/chains';
import { createPool, Databases } from '@chaintrail/db';
import { createTestChain, createTestDatabase, temporaryFolder } from '@chaintrail/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDatabase } from '../src/database.js';
import { requireSameNetworks } from '../src/network-check.js';

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
