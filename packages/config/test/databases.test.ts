import { inspect } from 'node:util';
import {
  databaseOf,
  loadApiSettings,
  loadAuditSettings,
  loadIndexerSettings,
  loadMigrateSettings,
  loadStandaloneSettings,
  SettingsError,
  urlToRead,
} from '@chaintrail/config';
import { describe, expect, test } from 'vitest';

const DATABASE_URL = 'postgres://u:pg-pass@db:5432/chaintrail';
const BTC_DATABASE_URL = 'postgres://u:btc-pass@btc-db/chaintrail';
const EXPECTED = 'expected postgres://USER:PASSWORD@HOST:PORT/DATABASE';

function problemsOf(load: () => unknown): readonly string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  throw new Error('the settings were accepted');
}

const replicasOf = (env: Record<string, string>) =>
  loadApiSettings(env).databases.map(({ chain, replicas }) => [chain, replicas.map((url) => url.reveal())]);

describe('a database of a chain', () => {
  test.each([
    ['the indexer', loadIndexerSettings],
    ['the audit', loadAuditSettings],
    ['the API', loadApiSettings],
    ['migrate', loadMigrateSettings],
  ])('is found by %s, and the others are where they were', (_name, load) => {
    const env = { DATABASE_URL, BTC_DATABASE_URL, BTC_RPC_URL: 'http://h', LTC_RPC_URL: 'http://h' };
    const { databases } = load(env);
    const placeOf = (code: 'btc' | 'ltc') => {
      const { variable, url } = databaseOf(databases, code);
      return [variable, url.reveal()];
    };
    expect(placeOf('btc')).toEqual(['BTC_DATABASE_URL', BTC_DATABASE_URL]);
    expect(placeOf('ltc')).toEqual(['DATABASE_URL', DATABASE_URL]);
  });

  test('is enough where no other chain needs one', () => {
    const env = { BTC_DATABASE_URL, BTC_RPC_URL: 'http://h' };
    expect(loadIndexerSettings(env).databases).toHaveLength(1);
    expect(loadApiSettings(env).databases).toHaveLength(1);
    expect(loadMigrateSettings(env).databases).toHaveLength(1);
    expect(() => databaseOf(loadApiSettings(env).databases, 'ltc')).toThrow(
      'No database is configured for ltc; set LTC_DATABASE_URL, or DATABASE_URL for all chains.',
    );
    const withLitecoin = { ...env, LTC_RPC_URL: 'http://h' };
    for (const load of [loadIndexerSettings, loadAuditSettings]) {
      expect(problemsOf(() => load(withLitecoin))).toEqual([`DATABASE_URL is not set; ${EXPECTED}.`]);
    }
  });

  test('of a chain that is not followed is no mistake: the API answers about it, and migrate prepares it', () => {
    expect(loadIndexerSettings({ DATABASE_URL, BTC_DATABASE_URL, LTC_RPC_URL: 'http://h' }).warnings).toEqual([]);
    // But whoever names one does not want simulated blocks.
    expect(problemsOf(() => loadStandaloneSettings({ BTC_DATABASE_URL }))).toEqual([
      expect.stringMatching(/^No chain is configured, but BTC_DATABASE_URL looks as if one was meant/),
    ]);
  });

  test('runs beside the server that npm start brings', () => {
    const settings = loadStandaloneSettings({ BTC_DATABASE_URL, BTC_RPC_URL: 'http://h', LTC_RPC_URL: 'http://h' });
    expect(settings.databaseUrl).toBeUndefined();
    expect(settings.ownDatabases).toMatchObject([{ chain: 'btc', variable: 'BTC_DATABASE_URL' }]);
  });

  test('that is wrong is told once, without what it says', () => {
    const env = { DATABASE_URL, BTC_DATABASE_URL: 'mysql://u:btc-pass@h/x', LTC_RPC_URL: 'http://h' };
    for (const load of [loadIndexerSettings, loadApiSettings, loadMigrateSettings, loadStandaloneSettings]) {
      expect(problemsOf(() => load(env))).toEqual([`BTC_DATABASE_URL is not valid; ${EXPECTED}.`]);
    }
  });
});

describe('read replicas', () => {
  const [one, two] = ['postgres://r:read-pass@r1/c', 'postgresql://r:read,pass@r2/c'] as const;

  test.each([
    ['commas', `${one},${two}`],
    ['white space', `  ${one}\n ${two} `],
    ['both', `${one} , ${two},`],
  ])('are a list with %s between them', (_name, text) => {
    expect(replicasOf({ DATABASE_URL, DATABASE_READ_URL: text })).toEqual([[null, [one, two]]]);
  });

  test('of a chain are those of its own database', () => {
    const env = { DATABASE_URL, DATABASE_READ_URL: one, BTC_DATABASE_URL };
    expect(replicasOf(env)).toEqual([
      [null, [one]],
      ['btc', []],
    ]);
    expect(replicasOf({ ...env, BTC_DATABASE_READ_URL: two })[1]).toEqual(['btc', [two]]);
  });

  test.each([
    [
      'no database of its own',
      { BTC_DATABASE_READ_URL: one },
      /^BTC_DATABASE_READ_URL is set, but BTC_DATABASE_URL is not; set BTC_DATABASE_URL/,
    ],
    [
      'one server twice',
      { DATABASE_READ_URL: `${one},${one}` },
      /^DATABASE_READ_URL is not valid; expected each server once\.$/,
    ],
    [
      'a part that is no server',
      { DATABASE_READ_URL: `${one},r2` },
      /^DATABASE_READ_URL is not valid; expected postgres:.*or several/,
    ],
    [
      'one server of two databases',
      { DATABASE_READ_URL: one, BTC_DATABASE_URL, BTC_DATABASE_READ_URL: one },
      /^DATABASE_READ_URL and BTC_DATABASE_READ_URL name the same server/,
    ],
    [
      'too many',
      { DATABASE_READ_URL: Array.from({ length: 17 }, (_, n) => `${one}${n}`).join() },
      /expected 16 servers at most/,
    ],
    [
      'no bound of their lag',
      { REPLICA_MAX_LAG_SECONDS: '0' },
      /^REPLICA_MAX_LAG_SECONDS is "0"; expected a whole number from 1/,
    ],
  ])('with %s are refused, and neither program says what they are', (_name, env, sentence) => {
    for (const load of [loadApiSettings, loadStandaloneSettings]) {
      const problems = problemsOf(() => load({ DATABASE_URL, LTC_RPC_URL: 'http://h', ...env }));
      expect(problems).toEqual([expect.stringMatching(sentence)]);
      expect(problems.join()).not.toMatch(/read-pass|@r/);
    }
  });

  test('come first for who reads by hand, of the chain that is asked about', () => {
    const env = { DATABASE_URL, DATABASE_READ_URL: `${one} ${two}`, BTC_DATABASE_URL };
    expect([urlToRead(env, 'btc'), urlToRead(env, 'ltc'), urlToRead(env, null)].map((url) => url?.reveal())).toEqual([
      ...[BTC_DATABASE_URL, one, one],
    ]);
    expect(urlToRead({}, 'btc')).toBeNull();
    expect(() => urlToRead({ DATABASE_URL: 'db' }, null)).toThrow(SettingsError);
  });

  test('are printed by no accident', () => {
    const settings = loadApiSettings({ DATABASE_URL, DATABASE_READ_URL: `${one},${two}`, BTC_DATABASE_URL });
    expect(inspect(settings, { depth: 9, showHidden: true }) + JSON.stringify(settings)).not.toMatch(/pass/);
  });
});
