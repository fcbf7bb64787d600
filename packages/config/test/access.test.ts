import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  loadApiSettings,
  loadStandaloneSettings,
  loadTokenSettings,
  makeTokenFiles,
  withTokenFiles,
} from '@chaintrail/config';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ENV = { DATABASE_URL: 'postgres://u:p@db/chaintrail' };
const load = (env: Record<string, string>) => loadApiSettings({ ...ENV, ...env });

test('without settings there are limits but for this machine, no keys of tokens and no proxies', () => {
  expect(load({})).toMatchObject({
    adminPort: 3900,
    isAdminPortSet: false,
    redisUrl: undefined,
    access: {
      rateLimits: {
        tiers: new Map([
          ['free', { name: 'free', quota: 600, windowSeconds: 60 }],
          ['token', { name: 'token', quota: 6_000, windowSeconds: 60 }],
        ]),
        tokenTier: 'token',
      },
      exemptsLoopback: true,
      trustedProxies: [],
      registrationUrl: undefined,
      tokens: { keys: [], tierClaim: 'tier', maxAgeSeconds: 366 * 86_400 },
    },
  });
  expect(load({ RATE_LIMITS: 'free=1/1m' }).access.exemptsLoopback).toBe(false);
});

describe('RATE_LIMITS', () => {
  const limits = (text: string) => load({ RATE_LIMITS: text }).access.rateLimits;

  test('has tiers with windows, and costs', () => {
    const read = limits('free=600/1m, pro=100000/2h,partner=off');
    expect([...(read?.tiers.values() ?? [])]).toEqual([
      { name: 'free', quota: 600, windowSeconds: 60 },
      { name: 'pro', quota: 100_000, windowSeconds: 7_200 },
      { name: 'partner', quota: null, windowSeconds: 1 },
    ]);
    expect(read?.costs).toEqual({ request: 1, rowsPerUnit: 100, node: 5 });
    expect(limits('free=5/1s;rows=50,node=0')?.costs).toEqual({ request: 1, rowsPerUnit: 50, node: 0 });
    expect(limits('off')).toBeNull();
  });

  test.each([
    ['free=600/1m', 'free'],
    ['free=600/1m,same=10/1s', 'free'],
    ['free=600/1m,partner=off,pro=6000/1m,token=11/1s', 'token'],
    ['free=600/1m,partner=off', 'partner'],
    ['free=off,partner=off', 'free'],
  ])('%s gives a token without a tier the lowest one above free: %s', (text, tier) => {
    expect(limits(text)?.tokenTier).toBe(tier);
  });

  test('have no tier below free, told with all other mistakes', () => {
    expect(() => limits('free=600/1m,pro=6000/1h')).toThrow(
      /RATE_LIMITS is .*; tier pro \(6000 in 3600 s\) is below free \(600 in 60 s\); expected every tier/,
    );
    expect(() => load({ RATE_LIMITS: 'free=off,pro=10/1m', JWT_SECRET: 'short' })).toThrow(
      /JWT_SECRET[\s\S]*tier pro \(10 in 60 s\) is below free \(off\)/,
    );
  });

  test('that give tokens nothing are noted where there are tokens', () => {
    const notes = (env: Record<string, string>) => load(env).warnings.join();
    const key = { JWT_SECRET: 'x'.repeat(32) };
    expect(notes({ ...key, RATE_LIMITS: 'free=600/1m' })).toContain('a token gives no higher limit');
    for (const env of [key, { RATE_LIMITS: 'free=600/1m' }, { ...key, RATE_LIMITS: 'off' }])
      expect(notes(env)).toBe('');
  });

  test.each([
    'on',
    'free',
    'free=',
    'free=600',
    'free=0/1m',
    'free=-1/1m',
    'free=1e9/1m',
    'free=600/0m',
    'free=600/2d',
    'free=600/1w',
    'pro=600/1m',
    'free=1/1m,free=2/1m',
    'free=1/1m,',
    'Free=1/1m',
    'free=1/1m;',
    'free=1/1m;rows=0',
    'free=1/1m;cells=1',
    'free=1/1m;node=1,node=2',
    'free=1/1m;node=1;rows=1',
    'free=1/1m;request=1.5',
    Array.from({ length: 21 }, (_, at) => `${at === 0 ? 'free' : `t${at}`}=1/1m`).join(),
  ])('refuses %s', (text) => {
    expect(() => limits(text)).toThrow(/RATE_LIMITS is .*; expected off, or tiers such as free=600\/1m/);
  });
});

describe('TRUSTED_PROXIES', () => {
  test('are addresses, networks and names', () => {
    const { trustedProxies } = load({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8 2001:db8::/32,192.0.2.1' }).access;
    expect(trustedProxies).toEqual(['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);
  });

  test.each(['true', '1', '*', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/255.0.0.0', 'proxy.example', ','])(
    'refuses %s',
    (text) => expect(() => load({ TRUSTED_PROXIES: text })).toThrow(/TRUSTED_PROXIES is .*; expected addresses/),
  );
});

describe('keys of tokens', () => {
  let folder: string;
  const ed = generateKeyPairSync('ed25519');
  const pemOf = (key: KeyObject): string =>
    key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }).toString();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chaintrail-keys-'));
    await writeFile(join(folder, 'jwt.pem'), pemOf(ed.publicKey));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('are a secret, a PEM or a file of it, and decide about algorithms', () => {
    const { keys } = load({ JWT_SECRET: 'x'.repeat(32), JWT_PUBLIC_KEY: join(folder, 'jwt.pem') }).access.tokens;
    expect(keys.map(({ algorithms }) => algorithms)).toEqual([['HS256'], ['EdDSA', 'Ed25519']]);
    expect(JSON.stringify(keys)).not.toContain('xxx');
    expect(loadTokenSettings({ JWT_SECRET: 'x'.repeat(32) }).keys).toHaveLength(1);
  });

  test.each<[string, () => Record<string, string>]>([
    ['a short secret', () => ({ JWT_SECRET: 'x'.repeat(31) })],
    ['a private key', () => ({ JWT_PUBLIC_KEY: pemOf(ed.privateKey) })],
    [
      'a short RSA key',
      () => ({ JWT_PUBLIC_KEY: pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey) }),
    ],
    ['another curve', () => ({ JWT_PUBLIC_KEY: pemOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey) })],
    ['a key for agreement', () => ({ JWT_PUBLIC_KEY: pemOf(generateKeyPairSync('x25519').publicKey) })],
    ['a file that is not there', () => ({ JWT_PUBLIC_KEY: join(folder, 'missing.pem') })],
    ['keys over a network without TLS', () => ({ JWT_JWKS_URL: 'http://issuer.example/jwks' })],
    [
      'a key and a set of them',
      () => ({ JWT_PUBLIC_KEY: pemOf(ed.publicKey), JWT_JWKS_URL: 'https://issuer.example/' }),
    ],
  ])('refuses %s', (_, env) => {
    const settings = env();
    expect(() => load(settings)).toThrow(/JWT_\w+ (is|and)/);
    expect(() => load(settings)).not.toThrow(/xxx|PRIVATE/);
  });
});

test('ADMIN_PORT is another one than PORT', () => {
  expect(load({ ADMIN_PORT: '3001' })).toMatchObject({ adminPort: 3001, isAdminPortSet: true });
  expect(load({ ADMIN_PORT: 'off' })).toMatchObject({ adminPort: null, isAdminPortSet: true });
  for (const text of ['0', '65536', 'on', '-1'])
    expect(() => load({ ADMIN_PORT: text })).toThrow(/from 1 to 65535, or off/);
  expect(() => load({ PORT: '3900' })).toThrow(/ADMIN_PORT is 3900, which PORT is, too/);
  expect(() => load({ PORT: '3001', ADMIN_PORT: '3001' })).toThrow(/ADMIN_PORT is 3001, which PORT is, too/);
});

test('npm start tells of wrong ones before it starts anything', () => {
  expect(() => loadStandaloneSettings({ RATE_LIMITS: 'on', JWT_SECRET: 'short' })).toThrow(
    /JWT_SECRET[\s\S]*RATE_LIMITS/,
  );
});

describe('the secret that npm start makes', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chaintrail-tokens-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is kept, for its user alone, and found by the command', async () => {
    expect(await withTokenFiles({ DATA_DIR: folder })).toEqual({ DATA_DIR: folder });
    const made = await makeTokenFiles({}, folder);
    expect(Object.keys(made).sort()).toEqual(['JWT_DENYLIST_FILE', 'JWT_SECRET']);
    expect((await stat(join(folder, 'token-secret'))).mode & 0o777).toBe(0o600);
    await writeFile(made['JWT_DENYLIST_FILE']!, 'one\n');
    expect(await makeTokenFiles({}, folder)).toEqual(made);
    expect(await readFile(made['JWT_DENYLIST_FILE']!, 'utf8')).toBe('one\n');
    const found = await withTokenFiles({ DATA_DIR: folder, JWT_SECRET: ' ' });
    expect(found).toEqual({ DATA_DIR: folder, ...made });
    expect(loadTokenSettings(found).keys).toHaveLength(1);
  });

  test('is none where the operator has set a key', async () => {
    for (const name of ['JWT_SECRET', 'JWT_PUBLIC_KEY', 'JWT_JWKS_URL']) {
      const env = { DATA_DIR: folder, [name]: 'x' };
      expect(await makeTokenFiles(env, folder)).toEqual({});
      expect(await withTokenFiles(env)).toEqual(env);
    }
  });
});
