import { inspect } from 'node:util';
import {
  loadApiSettings,
  loadIndexerSettings,
  loadMigrateSettings,
  loadStandaloneSettings,
  SettingsError,
} from '@chaintrail/config';
import { describe, expect, test } from 'vitest';
import { defaultApiWorkers, defaultSyncMemory } from '../src/machine-defaults.js';

test.each([
  [0.5, 512],
  [2, 512],
  [8, 2048],
  [7.1, 1817],
  [16, 2048],
  [256, 2048],
])('of a machine with %d GiB, first syncs take %d MiB', (gib, mib) => {
  expect(defaultSyncMemory(gib * 1024 ** 3)).toBe(mib);
});

const DATABASE_URL = 'postgres://u:pg-pass@db:5432/chaintrail';

function replicasOf({ databases }: ReturnType<typeof loadApiSettings>): string[][] {
  return databases.map(({ replicas }) => replicas.map((url) => url.reveal()));
}

function problemsOf(load: () => unknown): readonly string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  throw new Error('the settings were accepted');
}

describe('indexer', () => {
  test('reads one chain with its defaults and takes the credentials out of the URL', () => {
    const settings = loadIndexerSettings({ DATABASE_URL, BTC_RPC_URL: 'http://alice:p%40ss@127.0.0.1:8332' });
    expect(settings.databases.map(({ chain, url }) => [chain, url.reveal()])).toEqual([[null, DATABASE_URL]]);
    expect(settings.warnings).toEqual([]);
    const [btc] = settings.chains;
    expect(settings.chains).toHaveLength(1);
    expect(btc?.chain.code).toBe('btc');
    expect(btc?.network.name).toBe('mainnet');
    expect(btc?.endpoint.url).toBe('http://127.0.0.1:8332/');
    expect(btc?.endpoint.user).toBe('alice');
    expect(btc?.endpoint.password?.reveal()).toBe('p@ss');
    expect(btc).toMatchObject({ startHeight: 0, reorgLimit: btc?.chain.reorgLimit, pollMs: 250 });
  });

  test('reads the per-chain overrides', () => {
    const settings = loadIndexerSettings({
      DATABASE_URL,
      LTC_RPC_URL: 'https://node.example/wallet',
      LTC_RPC_COOKIE_FILE: '/var/lib/litecoind/.cookie',
      LTC_NETWORK: 'Regtest',
      LTC_START_HEIGHT: '12',
      LTC_REORG_LIMIT: '7',
      LTC_POLL_MS: '125',
    });
    const [ltc] = settings.chains;
    expect(ltc?.network.name).toBe('regtest');
    expect(ltc?.endpoint).toEqual({ url: 'https://node.example/wallet', cookieFile: '/var/lib/litecoind/.cookie' });
    expect(ltc).toMatchObject({ startHeight: 12, reorgLimit: 7, pollMs: 125 });
  });

  test('gives stormy test networks a reorg limit of their own, which a setting overrides', () => {
    const limitOf = (code: string, network: string, set?: string) =>
      loadIndexerSettings({
        DATABASE_URL,
        [`${code}_RPC_URL`]: 'http://127.0.0.1:1',
        [`${code}_NETWORK`]: network,
        ...(set && { [`${code}_REORG_LIMIT`]: set }),
      }).chains[0];
    for (const [code, network] of [
      ['BTC', 'testnet'],
      ['BTC', 'testnet4'],
      ['LTC', 'testnet'],
      ['DOGE', 'testnet'],
      ['BCH', 'chipnet'],
    ] as const)
      expect(limitOf(code, network), `${code} ${network}`).toMatchObject({ reorgLimit: 10_000 });
    expect(limitOf('BTC', 'signet')).toMatchObject({ reorgLimit: 100 });
    expect(limitOf('ZEC', 'testnet')).toMatchObject({ reorgLimit: 1_000 });
    expect(limitOf('BTC', 'testnet4', '100')).toMatchObject({ reorgLimit: 100 });
  });

  test('names every problem at once and echoes no secret', () => {
    const problems = problemsOf(() =>
      loadIndexerSettings({
        DATABASE_URL: 'mysql://u:pg-pass@db/x',
        LOG_LEVEL: 'loud',
        BTC_RPC_URL: 'ftp://alice:rpc-pass@host',
        BTC_NETWORK: 'moonnet',
        BTC_POLL_MS: '1e3',
        LTC_RPC_URL: 'http://only-user@host',
      }),
    );
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'BTC_RPC_URL',
      'BTC_NETWORK',
      'BTC_POLL_MS',
      'LTC_RPC_URL',
    ]);
    const text = problems.join('\n');
    expect(text).not.toMatch(/pg-pass|rpc-pass|only-user/);
    expect(text).toContain('BTC_NETWORK is "moonnet"; expected one of mainnet,');
    const PUBLIC_URL = `https://user:${'url-pass'.repeat(10)}@chaintrail.example`;
    const JWT_JWKS_URL = 'https://user:url-pass@issuer.example/';
    const REGISTRATION_URL = 'https://user:url-pass@chaintrail.example/register';
    expect(problemsOf(() => loadApiSettings({ DATABASE_URL, PUBLIC_URL, JWT_JWKS_URL, REGISTRATION_URL }))).toEqual([
      expect.stringMatching(/^PUBLIC_URL is "https:\/\/…@chaintrail.example"; expected/),
      expect.stringMatching(/^JWT_JWKS_URL is "https:\/\/…@issuer.example\/"; expected/),
      expect.stringMatching(/^REGISTRATION_URL is "https:\/\/…@chaintrail.example\/register"; expected/),
    ]);
  });

  test.each([
    ['512', 512],
    ['1048576', 1_048_576],
  ])('may use %s MiB for first syncs', (text, mib) => {
    const settings = loadIndexerSettings({ DATABASE_URL, BTC_RPC_URL: 'http://h', SYNC_MEMORY_MB: text });
    expect(settings.syncMemoryBytes).toBe(mib * 1024 * 1024);
  });

  test.each(['511', '1048577', '2GB', '1024.5', '-512'])('may not use "%s" MiB, and neither may npm start', (text) => {
    const env = { DATABASE_URL, BTC_RPC_URL: 'http://h', SYNC_MEMORY_MB: text };
    const problem = `SYNC_MEMORY_MB is "${text}"; expected a whole number from 512 to 1048576.`;
    expect(problemsOf(() => loadIndexerSettings(env))).toEqual([problem]);
    expect(problemsOf(() => loadStandaloneSettings(env))).toEqual([problem]);
  });

  test('uses a part of the machine for first syncs unless told otherwise', () => {
    const { syncMemoryBytes } = loadIndexerSettings({ DATABASE_URL, BTC_RPC_URL: 'http://h' });
    expect(syncMemoryBytes).toBe(defaultSyncMemory() * 1024 * 1024);
  });

  test('refuses to start without a chain', () => {
    expect(problemsOf(() => loadIndexerSettings({ DATABASE_URL, BTC_RPC_URL: ' ' }))).toEqual([
      expect.stringMatching(/^No chain is configured; set at least one of BTC_RPC_URL, ETH_RPC_URL, LTC_RPC_URL/),
    ]);
  });

  test('refuses a password and a cookie file together', () => {
    const env = { DATABASE_URL, BTC_RPC_URL: 'http://u:p@h', BTC_RPC_COOKIE_FILE: '/c' };
    expect(problemsOf(() => loadIndexerSettings(env))[0]).toContain('remove one of the two');
  });

  test('says when chain settings have no effect', () => {
    const settings = loadIndexerSettings({ DATABASE_URL, BTC_RPC_URL: 'http://h', LTC_NETWORK: 'regtest' });
    expect(settings.warnings).toEqual([
      'LTC_NETWORK has no effect: Litecoin is followed only when LTC_RPC_URL is set.',
    ]);
    const both = loadIndexerSettings({
      DATABASE_URL,
      BTC_RPC_URL: 'http://h',
      LTC_NETWORK: 'regtest',
      LTC_POLL_MS: '500',
    });
    expect(both.warnings[0]).toMatch(/^LTC_NETWORK, LTC_POLL_MS have no effect: /);
  });

  test('checks chain settings that have no effect too', () => {
    const env = { DATABASE_URL, BTC_RPC_URL: 'http://h', LTC_NETWORK: 'moonnet' };
    expect(problemsOf(() => loadIndexerSettings(env))).toEqual([
      expect.stringMatching(/^LTC_NETWORK is "moonnet"; expected one of mainnet,/),
    ]);
  });
});

describe('other programs', () => {
  test('the API reads from the database unless a replica is configured', () => {
    const alone = loadApiSettings({ DATABASE_URL });
    expect(alone.databases).toMatchObject([{ chain: null, variable: 'DATABASE_URL', replicas: [] }]);
    expect(alone.replicaMaxLagMs).toBe(30_000);
    expect(alone).toMatchObject({ host: '0.0.0.0', port: 3000, publicUrl: undefined, logLevel: 'info' });
    const env = { DATABASE_URL, DATABASE_READ_URL: 'postgresql://r@replica/c', PUBLIC_URL: 'https://x.example/api/' };
    const configured = loadApiSettings(env);
    expect(replicasOf(configured)).toEqual([['postgresql://r@replica/c']]);
    expect(configured.publicUrl).toBe('https://x.example/api');
  });

  test('the API has a process for each processor, as far as there is memory, and leaves one to the indexer beside it', () => {
    const GIB = 2 ** 30;
    const machines = [
      [0, 1, GIB],
      [0, 2, 16 * GIB],
      [1, 2, 16 * GIB],
      [1, 1, 16 * GIB],
      [0, 8, GIB],
      [0, 8, 2 * GIB],
      [0, 64, 256 * GIB],
      [1, 4, GIB / 8],
    ] as const;
    expect(machines.map((machine) => defaultApiWorkers(...machine))).toEqual([1, 2, 1, 1, 1, 4, 8, 1]);
    expect(loadApiSettings({ DATABASE_URL }).workers).toBe(defaultApiWorkers());
    expect(loadStandaloneSettings({}).workers).toBe(defaultApiWorkers(1));
    for (const load of [loadApiSettings, loadStandaloneSettings]) {
      expect(load({ DATABASE_URL, API_WORKERS: '12' }).workers).toBe(12);
      expect(problemsOf(() => load({ DATABASE_URL, API_WORKERS: '0' }))).toEqual([
        expect.stringMatching(/^API_WORKERS is "0"/),
      ]);
    }
  });

  test('the API bounds connections per address, unless that is switched off', () => {
    const boundOf = (text?: string) =>
      loadApiSettings({ DATABASE_URL, ...(text ? { MAX_CONNECTIONS_PER_ADDRESS: text } : {}) }).connectionsPerAddress;
    expect([boundOf(), boundOf('0'), boundOf('10000')]).toEqual([1_000, 0, 10_000]);
    expect(problemsOf(() => boundOf('10001'))).toEqual([expect.stringMatching(/^MAX_CONNECTIONS_PER_ADDRESS/)]);
  });

  test('the API refuses an unusable port and address', () => {
    const env = { DATABASE_URL, PORT: '70000', HOST: 'not a host', PUBLIC_URL: 'example.com' };
    expect(problemsOf(() => loadApiSettings(env))).toHaveLength(3);
  });

  test('standalone needs nothing', () => {
    const settings = loadStandaloneSettings({});
    expect(settings).toMatchObject({ databaseUrl: undefined, chains: [], port: 3000 });
    expect(settings.dataDir).toMatch(/^\/.*data$/);
  });

  test('migrate needs a database', () => {
    expect(problemsOf(() => loadMigrateSettings({}))).toEqual([
      'DATABASE_URL is not set; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE.',
    ]);
  });
});

test('printing settings shows no secret', () => {
  const settings = loadIndexerSettings({ DATABASE_URL, BTC_RPC_URL: 'http://u:rpc-pass@h' });
  for (const text of [
    inspect(settings, { depth: 9, showHidden: true }),
    JSON.stringify(settings),
    `${settings.databases[0]?.url}`,
  ]) {
    expect(text).toContain('[secret]');
    expect(text).not.toContain('-pass');
  }
});
