import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  announceService,
  loadStandaloneSettings,
  makeTokenFiles,
  withRunningService,
  withTokenFiles,
} from '@chaintrail/config';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

let DATA_DIR: string;
beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'chaintrail-running-'));
});
afterEach(() => rm(DATA_DIR, { recursive: true }));

const SERVICE = { DATABASE_URL: 'postgres://demo', BTC_RPC_URL: 'http://demo', BTC_NETWORK: 'regtest' };

test('a command beside a running service has its database and its nodes', async () => {
  const withdraw = await announceService(DATA_DIR, SERVICE);
  expect(await withRunningService({ DATA_DIR, DATABASE_URL: '' })).toEqual({ DATA_DIR, ...SERVICE });
  expect((await stat(join(DATA_DIR, 'running.json'))).mode & 0o077).toBe(0);
  await withdraw();
  expect(await withRunningService({ DATA_DIR })).toEqual({ DATA_DIR });
});

test('a folder below the home directory is found as npm start finds it', async () => {
  vi.stubEnv('HOME', dirname(DATA_DIR));
  onTestFinished(() => void vi.unstubAllEnvs());
  const env = { DATA_DIR: ` ~/${basename(DATA_DIR)}` };
  expect(loadStandaloneSettings(env).dataDir).toBe(DATA_DIR);
  await announceService(DATA_DIR, SERVICE);
  expect(await withRunningService(env)).toEqual({ ...env, ...SERVICE });
  const made = await makeTokenFiles({}, DATA_DIR);
  expect(await withTokenFiles(env)).toEqual({ ...env, ...made });
});

test('what the environment says comes first, and a node of it leaves no simulated one', async () => {
  await announceService(DATA_DIR, SERVICE);
  const own = { DATA_DIR, LTC_RPC_URL: 'http://own' };
  expect(await withRunningService(own)).toEqual({ ...own, DATABASE_URL: 'postgres://demo' });
  const both = { ...own, DATABASE_URL: 'postgres://own' };
  expect(await withRunningService(both)).toEqual(both);
});

test.each(['{', '[]', '{"PATH":"/"}', '{"DATABASE_URL":7}'])(
  'a file that holds %s is as good as none',
  async (text) => {
    await writeFile(join(DATA_DIR, 'running.json'), text);
    expect(await withRunningService({ DATA_DIR })).toEqual({ DATA_DIR });
  },
);
