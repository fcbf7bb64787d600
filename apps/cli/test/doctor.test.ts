import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, statfs, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { requireUtxoChain } from '@chaintrail/chains';
import { measureRandomReads, migrate, openSession, type RandomReads, type ServerFacts } from '@chaintrail/db';
import { startSimulatedNode } from '@chaintrail/devnet';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import {
  createTestChain,
  createTestDatabase,
  freePort,
  RedisServer,
  redisOrSkip,
  startOwnPostgres,
  type TestPostgres,
  temporaryFolder,
  withApiLogin,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkReads } from '../src/doctor/check-database.js';
import type { Finding } from '../src/doctor/finding.js';
import { Findings } from '../src/doctor/finding.js';
import { checkServerSettings } from '../src/doctor/server-settings.js';
import { chaintrail } from './support/chaintrail.js';

type Node = Awaited<ReturnType<typeof startSimulatedNode>>;

let good: EmbeddedPostgres;
let poor: TestPostgres;
let node: Node;
let folder: string;
/** That of {@link good}. */
let dataDir: string;

beforeAll(async () => {
  folder = await temporaryFolder('doctor');
  dataDir = await temporaryFolder('doctor-postgres');
  const settings = { max_connections: '15', shared_buffers: '16MB', max_wal_size: '64MB', random_page_cost: '4' };
  [good, poor, node] = await Promise.all([
    startEmbeddedPostgres({ dataDir }),
    startOwnPostgres({ ...settings, wal_compression: 'pglz' }),
    startSimulatedNode({ chain: requireUtxoChain('btc'), seed: 21, blocks: 60 }),
  ]);
  await migrate(good.url);
});
afterAll(async () => {
  await Promise.all([good?.stop(), poor?.stop(), node?.close()]);
});

interface Report {
  readonly status: number;
  readonly findings: readonly Finding[];
  /** "subject check level" of all that is not well. */
  readonly wrong: readonly string[];
  /** The sentences about a subject, or about one check of it. */
  said(subject: string, check?: string): string;
}

async function examine(env: Record<string, string>): Promise<Report> {
  const port = String(await freePort());
  const { status, stdout, stderr } = await chaintrail(['doctor', '--json'], {
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: folder,
    ...env,
  });
  expect(stderr).toBe('');
  const report = JSON.parse(stdout) as { status: number; findings: Finding[] };
  expect(report.status).toBe(status);
  for (const secret of ['hidden-word', new URL(good.url).password, new URL(poor.url).password])
    expect(stdout).not.toContain(secret);
  return {
    ...report,
    wrong: report.findings
      .filter(({ level }) => level !== 'ok')
      .map(({ subject, check, level }) => `${subject} ${check} ${level}`),
    said: (subject, check) =>
      report.findings
        .filter((finding) => finding.subject === subject && (check ?? finding.check) === finding.check)
        .map(({ text }) => text)
        .join('\n'),
  };
}

const followed = () => ({ BTC_RPC_URL: node.url, BTC_NETWORK: 'regtest' });

test('where all is well it says so, and ends with 0', async () => {
  const hasRedis = redisOrSkip();
  const redis = hasRedis ? await RedisServer.start() : null;
  onTestFinished(async () => void (await redis?.end()));
  const { publicKey } = generateKeyPairSync('ed25519');
  await writeFile(join(folder, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  const key = { HOME: folder, JWT_PUBLIC_KEY: '~/key.pem' };
  const settings = { DATABASE_URL: good.url, ...followed(), ...key, ...(redis ? { REDIS_URL: redis.url } : {}) };
  const report = await examine(settings);
  expect(report.wrong).toEqual([]);
  expect(report.status).toBe(0);
  expect(report.said('btc node', 'node')).toMatch(/Satoshi.* on regtest/);
  expect(report.said('btc node', 'tip')).toBe('block 60');
  expect(report.said('JWT_PUBLIC_KEY')).toContain(join(folder, 'key.pem'));
  expect(report.said('btc node', 'latency')).toMatch(/^\d+ ms$/);
  expect(report.said('DATABASE_URL', 'server')).toMatch(
    /^PostgreSQL 18\.\d+, database chaintrail as chaintrail, \d+ ms$/,
  );
  // Free bytes of the server's disk, which need not be that of whoever asks.
  const [, free = '', unit = ''] = /, ([\d.]+) (GB|MB) are free$/.exec(report.said('DATABASE_URL', 'disk')) ?? [];
  const { bavail, bsize } = await statfs(dataDir);
  const least = (bavail * bsize) / 2 ** (unit === 'GB' ? 30 : 20) / 1.2;
  expect(Number(free)).toBeGreaterThan(least);
  expect(Number(free)).toBeLessThan(least * 1.44);
  if (hasRedis) expect(report.said('REDIS_URL')).toMatch(/^Redis \d/);
});

test('in a container, its own ports, its disk and the modes of mounted secrets are nothing to warn of', async () => {
  const secrets = await mkdtemp(join(folder, 'secrets-'));
  const cookie = join(secrets, 'node_rpc_cookie');
  const { origin, username, password } = new URL(node.url);
  await writeFile(cookie, `${username}:${password}`);
  await chmod(cookie, 0o444);
  const settings = { DATABASE_URL: good.url, BTC_RPC_URL: origin, BTC_NETWORK: 'regtest', BTC_RPC_COOKIE_FILE: cookie };
  const subjects = async (env: Readonly<Record<string, string>>): Promise<string[]> => {
    const { findings } = await examine({ ...settings, ...env });
    return findings.filter(({ check, level }) => level !== 'ok' || check === 'port').map(({ subject }) => subject);
  };
  expect(await subjects({})).toEqual(expect.arrayContaining(['BTC_RPC_COOKIE_FILE', 'PORT']));
  expect(await subjects({ container: 'docker', SECRETS_DIR: secrets })).toEqual([]);
});

test('what is wrong is told with its remedy, all at once, and nothing of a secret', async () => {
  const database = await createTestDatabase(poor.url);
  await createTestChain(database.url, 'btc', 'signet');
  await createTestChain(database.url, 'ltc');
  const session = await openSession(database.url, 'test');
  await session.query(`UPDATE chaintrail.chains SET schema_version = 1 WHERE code = 'ltc';
    UPDATE chaintrail.chains SET schema_version = 9999 WHERE code = 'btc'`);
  await session.end();
  node.setFaults([
    { kind: 'changed-fields', methods: ['getblockchaininfo'], fields: { pruned: true, pruneheight: 50 } },
  ]);
  onTestFinished(() => node.setFaults([]));
  const other = await listen(createServer((_, response) => response.end('{}')));
  const cookie = join(folder, 'cookie');
  await writeFile(cookie, '__cookie__:hidden-word');
  await chmod(cookie, 0o644);
  const report = await examine({
    ...{ DATABASE_URL: database.url, ...followed(), PORT: String(other) },
    ...{ LTC_RPC_URL: 'http://127.0.0.1:1', LTC_RPC_COOKIE_FILE: cookie, LTC_NETWORK: 'regtest' },
    ...{ ETH_RPC_URL: `http://someone:hidden-word@127.0.0.1:${other}`, ETH_NETWORK: 'local', ZEC_RPC_COOKIE_FIL: 'x' },
    ...{ REDIS_URL: 'redis://:hidden-word@127.0.0.1:1', JWT_DENYLIST_FILE: join(folder, 'none') },
  });
  expect(report.status).toBe(2);
  expect(report.said('settings')).toMatch(/ZEC_RPC_COOKIE_FIL/);
  expect(report.said('PORT')).toMatch(/is taken by another program: stop that one, or set PORT to a free port/);
  const settings = report.said('DATABASE_URL', 'settings');
  for (const sentence of [
    /fsync is off.*: set fsync = on/,
    /full_page_writes is off/,
    /shared_buffers is 16 MB: set it to .* or more/,
    /max_wal_size is 64 MB.*: set it to 4GB or more/,
    /random_page_cost is 4.*: set it to 1.1/,
    /wal_compression is pglz/,
    /max_connections is 15, and an indexer of 3 chains with one API process needs 28: set it to 100 or more/,
  ])
    expect(settings).toMatch(sentence);
  const rights = report.said('DATABASE_URL', 'rights');
  expect(rights).toMatch(
    /postgres is a superuser, who may run programs .*: give Chaintrail a role that owns the database/,
  );
  expect(rights).toMatch(/every login of the server may connect to test_\w+ .*: run "npx chaintrail migrate"/);
  const schema = report.said('DATABASE_URL', 'schema');
  expect(schema).toMatch(/ltc is of version 1, and \d+ is needed: run "npx chaintrail migrate"/);
  expect(schema).toMatch(/btc is of version 9999, and this program knows \d+: run the newer Chaintrail/);
  expect(schema).toMatch(/holds btc signet, but BTC_NETWORK is regtest/);
  expect(report.said('btc node')).toMatch(
    /the node is pruned and keeps blocks from height 50 only, but 0 is needed: re-sync the node/,
  );
  expect(report.said('ltc node')).toMatch(
    /the node at 127.0.0.1:1 cannot be used .*: start the node, or correct LTC_RPC_URL/,
  );
  expect(report.said('eth node')).toMatch(/is not a node of Ethereum/);
  expect(report.said('LTC_RPC_COOKIE_FILE')).toMatch(/may be read by others \(mode 0644\): chmod 0600/);
  expect(report.said('JWT_DENYLIST_FILE')).toMatch(/does not exist: make the file/);
  expect(report.said('REDIS_URL')).toMatch(/ECONNREFUSED.*: start it, or correct REDIS_URL/);
});

test('a login that is refused, a database that is nobody’s, one of another encoding, and no replica', async () => {
  const wrong = new URL(good.url);
  wrong.password = 'hidden-word-too';
  const latin = new URL(good.url);
  latin.pathname = '/latin';
  const session = await openSession(good.superuserUrl, 'test');
  await session.query(`CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`);
  await session.end();
  const [refused, bare] = await Promise.all([
    examine({ DATABASE_URL: wrong.href }),
    examine({ DATABASE_URL: latin.href, DATABASE_READ_URL: good.url }),
  ]);
  expect(refused.wrong).toEqual(['DATABASE_URL server fails']);
  expect(refused.said('DATABASE_URL')).toMatch(/refuses the login .*; correct the user or password in DATABASE_URL/);
  expect(bare.wrong).toEqual([
    'DATABASE_URL encoding fails',
    'DATABASE_URL schema fails',
    'DATABASE_READ_URL replica fails',
  ]);
  expect(bare.said('DATABASE_URL', 'schema')).toMatch(/nothing of Chaintrail yet: run "npx chaintrail migrate"/);
});

test('a login of the API may not write, which is a warning, and an index without an indexer is another', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await createTestChain(database.url, 'btc');
  const session = await openSession(database.url, 'test');
  await session.query(
    `INSERT INTO btc.sync_state (network, history_from, phase, live_since) VALUES ('regtest', 0, 'live', now())`,
  );
  await session.end();
  const report = await examine({ DATABASE_URL: withApiLogin(database.url), ...followed() });
  expect(report.said('DATABASE_URL', 'rights')).toMatch(
    /chaintrail_web may not write btc, which is right for the API alone/,
  );
  expect(report.said('DATABASE_URL', 'chain')).toMatch(/btc: no indexer follows it: start one/);
});

test('nothing else is looked at where settings cannot be read, and the report is for reading', async () => {
  const wrong = { PORT: 'x', API_WORKERS: 'many', BROADCAST: 'maybe', BTC_RPC_URL: 'http://u:hidden-word@h:1:2' };
  const { status, stdout } = await chaintrail(['doctor'], wrong);
  expect(status).toBe(2);
  expect(stdout).not.toContain('hidden-word');
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^fails {4}settings {2}settings {2}PORT is "x"; expected a whole number/),
    expect.stringMatching(/^fails {4}settings {2}settings {2}API_WORKERS is "many"/),
    expect.stringMatching(/^fails {4}settings {2}settings {2}BROADCAST is "maybe"/),
    expect.stringMatching(/^fails {4}settings {2}settings {2}BTC_RPC_URL is not valid/),
    expect.stringMatching(/^warning {2}settings {2}settings {2}nothing else was looked at/),
    '',
    '4 fail, 1 warning, 0 ok',
    '',
  ]);
});

describe('what a server is to be set to', () => {
  const GIB = 2 ** 30;
  const FACTS: ServerFacts = {
    ...{
      version: '18.1',
      major: 18,
      role: 'r',
      isSuperuser: false,
      database: 'd',
      isOpen: false,
      encoding: 'UTF8',
      hasStaleCollation: false,
    },
    ...{ isReplica: false, lagSeconds: null, mayCreate: true, isLocal: true, dataDirectory: null, databaseBytes: 0 },
    ...{ connections: 5, maxConnections: 100, sharedBuffersBytes: 2 * GIB, maxWalBytes: 4 * GIB, randomPageCost: 1.1 },
    ...{ walCompression: 'off', fsync: true, fullPageWrites: true, now: 0 },
  };

  test.each<[string, Partial<ServerFacts>, string | null]>([
    ['all as it should be', {}, null],
    ['memory of another machine is not known', { isLocal: false, sharedBuffersBytes: GIB / 4 }, null],
    ['but nobody meant the default', { isLocal: false, sharedBuffersBytes: GIB / 8 }, 'an eighth of the memory'],
    ['little of this one', { sharedBuffersBytes: GIB / 2 }, 'set it to 4 GB'],
    ['few connections left', { connections: 90 }, '90 of 100 connections'],
    ['few connections for so many chains', { maxConnections: 50 }, 'needs 52: set it to 100'],
  ])('%s', (_, change, warning) => {
    const findings = new Findings('s');
    checkServerSettings(findings, { ...FACTS, ...change }, 11, 32 * GIB);
    expect(findings.all).toHaveLength(1);
    if (warning === null) expect(findings.all[0]).toMatchObject({ level: 'ok' });
    else expect(findings.all[0]?.text).toContain(warning);
  });
});

describe('how fast pages come from random places', () => {
  test.each<[string, RandomReads | 'slow' | null, string | null, string]>([
    ['of a disk that is fast enough', { pages: 200, read: 200, ms: 20 }, 'ok', '10000 pages a second'],
    ['of one that is not', { pages: 200, read: 200, ms: 1_000 }, 'warning', '200 pages a second'],
    ['of one that turns', 'slow', 'warning', 'longer than 4 s: use a solid-state disk'],
    ['of memory', { pages: 200, read: 20, ms: 1_000 }, 'ok', '180 of 200 pages'],
    ['of a database that is too small to tell', null, null, ''],
  ])('%s', (_, found, level, text) => {
    const findings = new Findings('s');
    checkReads(findings, found);
    expect(findings.all.map((each) => each.level)).toEqual(level === null ? [] : [level]);
    expect(findings.all[0]?.text ?? '').toContain(text);
  });

  test('is measured at the largest table of a chain, where one is large enough', async () => {
    const database = await createTestDatabase(poor.url);
    onTestFinished(() => database.drop());
    await createTestChain(database.url, 'btc');
    const session = await openSession(database.url, 'test');
    onTestFinished(() => session.end());
    expect(await measureRandomReads(session)).toBeNull();
    await session.query(`INSERT INTO btc.unspent_outputs (txid, vout, tx_key, value, address_key)
      SELECT sha256(int4send(n)), 0, n, 1, sha256(int4send(n)) FROM generate_series(1, 10000) n`);
    const found = await measureRandomReads(session, 2 ** 20);
    expect(found).toEqual({ pages: 200, read: expect.any(Number), ms: expect.any(Number) });
    expect(found!.ms).toBeGreaterThan(0);
  });
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
