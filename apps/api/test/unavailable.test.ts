import { once } from 'node:events';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { ChainCode } from '@chaintrail/chains';
import { dropChain, openSession, REASON_CODES, ReadDatabase, ReadDatabases } from '@chaintrail/db';
import {
  createChainDatabase,
  createTestChain,
  createTestDatabase,
  freePort,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import express from 'express';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { errorHandler } from '../src/http/error-handler.js';
import { StoreHealth } from '../src/read/store-health.js';
import { BUSY_ADDRESS as busy, demoChain, demoDatabase } from './support/demo-chain.js';
import { seedChain } from './support/seed-chain.js';
import { passASecond, startApi, type TestApi } from './support/start-api.js';

const DATA_PATHS = [
  `/v0/addresses/btc/${busy}/transactions`,
  `/v0/addresses/btc/${busy}/balance`,
  `/v0/addresses/btc/${busy}/utxos`,
  `/v0/transactions/btc/${'ab'.repeat(32)}`,
];

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function database(make = createTestDatabase): Promise<TestDatabase> {
  const made = await make();
  cleanUps.push(() => made.drop());
  return made;
}
/** With tables of Bitcoin, and no row. */
const withTables = () => database(() => createChainDatabase({ chain: 'btc', indexed: true }));

/** @returns the URL of a database whose chain is live */
async function demo(): Promise<string> {
  return (await database(async () => (await demoDatabase()).database)).url;
}

async function serve(url: string, log?: (line: string) => void): Promise<TestApi> {
  const api = await startApi(url, log ? { log } : {});
  cleanUps.push(() => api.stop());
  return api;
}

async function execute(url: string, sql: string): Promise<void> {
  const session = await openSession(url, 'test');
  await session.query(sql);
  await session.end();
}

describe('while the first sync is under way', () => {
  it('a chain is answered with 503, its progress and when to come back', async () => {
    const { url } = await database();
    const { blocks } = demoChain();
    await seedChain(url, { chain: 'btc', network: 'regtest', blocks, live: false, nodeHeight: blocks.length * 2 - 1 });
    const api = await serve(url);
    for (const path of DATA_PATHS) {
      const { status, json, headers } = await api.get(path);
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('90');
      const facts = { indexedHeight: blocks.length - 1, nodeHeight: blocks.length * 2 - 1, progress: 0.5, eta: 90 };
      expect(json).toMatchObject({ code: 'chain-syncing', ...facts });
    }
    expect((await api.get('/v0/currencies')).json.currencies[0]).toMatchObject({
      status: 'syncing',
      progress: 0.5,
      eta: 90,
    });
    expect((await api.get('/ready')).status).toBe(200);
  });

  it('a chain without any block has a progress too', async () => {
    const { url } = await withTables();
    await execute(url, `INSERT INTO btc.sync_state (network, history_from, phase) VALUES ('regtest', 0, 'starting')`);
    const api = await serve(url);
    const { json } = await api.get(DATA_PATHS[0]!);
    expect(json).toMatchObject({
      code: 'chain-syncing',
      indexedHeight: null,
      nodeHeight: null,
      progress: null,
      eta: null,
    });
    const status = (await api.get('/v0/status')).json.chains[0];
    expect(status).toMatchObject({ phase: 'starting', status: 'syncing', liveSince: null, indexedHash: null });
  });
});

describe('a first sync in stages', () => {
  const syncing = `INSERT INTO btc.sync_state (network, history_from, height, hash, block_time, node_height, phase,
    eta_seconds, transactions_per_second, stage, share) VALUES ('regtest', 0, 899, '\\x00', 1, 999, 'syncing'`;

  it.each<[string, number | null, string, number | null, string]>([
    ['load', 0.6127894, '600', 0.612789, 'is 61.2 % done: blocks and transactions are being loaded'],
    ['load', null, '600', 0.9, 'is 90.0 % done: blocks and transactions are being loaded'],
    ['unspent', 0.7, '600', 0.7, 'is 70.0 % done: unspent outputs are being written'],
    ['sort', 0.8, '600', 0.8, 'is 80.0 % done: histories are being sorted'],
    ['sort', null, '600', null, 'has begun: histories are being sorted'],
    ['index', 0.99999999, '2', 0.999999, 'is 99.9 % done: indexes are being built'],
    ['index', 1, '100000', 0.999999, 'is 99.9 % done: indexes are being built'],
  ])('%s, share %s: is told with its part of the whole', async (stage, share, eta, progress, words) => {
    const { url } = await withTables();
    await execute(url, `${syncing}, ${eta}, 1234.5, '${stage}', ${share})`);
    const api = await serve(url);
    const facts = { indexedHeight: 899, nodeHeight: 999, stage, progress, eta: Number(eta) };
    for (const path of DATA_PATHS) {
      const { status, json, headers } = await api.get(path);
      expect(status).toBe(503);
      expect(json).toMatchObject({ code: 'chain-syncing', ...facts });
      expect(json.detail).toContain(`the first sync of Bitcoin ${words}; its history can be queried when`);
      expect(headers.get('retry-after')).toBe(String(Math.min(3_600, Math.max(5, Number(eta)))));
    }
    expect((await api.get('/v0/currencies')).json.currencies[0]).toMatchObject({ status: 'syncing', ...facts });
    expect((await api.get('/v0/status')).json.chains[0]).toMatchObject({
      phase: 'syncing',
      liveSince: null,
      transactionsPerSecond: 1234.5,
      ...facts,
    });
  });

  it('goes on from where its stages end with the blocks after them, and never falls', async () => {
    const { url } = await withTables();
    await execute(url, `${syncing}, NULL, NULL, NULL, 0.95)`);
    const api = await serve(url);
    // 900 of 1000 blocks: the node has found more since.
    const facts = { stage: null, indexedHeight: 899, progress: 0.95 };
    expect((await api.get(DATA_PATHS[0]!)).json).toMatchObject({ code: 'chain-syncing', ...facts });
    expect((await api.get('/v0/status')).json.chains[0]).toMatchObject(facts);
    await execute(url, `UPDATE btc.sync_state SET share = NULL, live_since = now(), phase = 'live'`);
    passASecond();
    expect((await api.get('/v0/status')).json.chains[0]).toMatchObject({ stage: null, progress: 0.9 });
  });

  it('has no stage, and counts blocks again, once they are added one by one', async () => {
    const url = await demo();
    const api = await serve(url);
    expect((await api.get('/v0/status')).json.chains[0]).toMatchObject({ stage: null, progress: 1 });
    expect((await api.get('/v0/currencies')).json.currencies[0]).toMatchObject({ stage: null, progress: 1 });
  });
});

describe('a chain that has no block', () => {
  const started = (chain: ChainCode): string =>
    `INSERT INTO ${chain}.sync_state (network, history_from, phase, reason_code, reason, heartbeat_at)`;
  const abandoned = `${started('ltc')} VALUES ('regtest', 0, 'stalled', 'node-unusable', 'x', now() - interval '1 hour')`;

  it('and that no indexer follows is not followed', async () => {
    const url = await demo();
    await createTestChain(url, 'ltc');
    await execute(url, abandoned);
    const api = await serve(url);
    expect((await api.get('/v0/currencies')).json.currencies).toMatchObject([{ currency: 'btc' }]);
    expect(Object.keys((await api.get('/v0/rates')).json.rates)).toEqual(['btc']);
    expect((await api.get('/v0/status')).json.chains).toMatchObject([{ currency: 'btc' }]);
    for (const path of DATA_PATHS) {
      const { json } = await api.get(path.replace('/btc/', '/ltc/'));
      expect(json).toMatchObject({ status: 404, code: 'unknown-currency', currencies: ['btc'] });
    }
  });

  it('becomes unknown when its indexer gives up, and known when it comes back', async () => {
    const { url } = await withTables();
    await execute(url, `${started('btc')} VALUES ('regtest', 0, 'starting', NULL, NULL, now())`);
    const api = await serve(url);
    const statusNow = async () => (await api.get(DATA_PATHS[0]!)).status;
    expect(await statusNow()).toBe(503);
    await execute(url, `UPDATE btc.sync_state SET heartbeat_at = now() - interval '61 seconds'`);
    await expect.poll(statusNow, { timeout: 20_000 }).toBe(404);
    await execute(url, 'UPDATE btc.sync_state SET heartbeat_at = now()');
    await expect.poll(statusNow, { timeout: 20_000 }).toBe(503);
  });

  it.each([
    [
      `phase = 'stalled', reason_code = 'node-unusable', reason = 'http://10.1.2.3:8332 refuses RPC_PASSWORD'`,
      /waits: the node cannot be used as it is set up; the operator finds/,
    ],
    [
      `phase = 'stalled', reason_code = 'of-a-newer-version', reason = 'http://10.1.2.3:8332'`,
      /waits: .*does not know; the operator finds/,
    ],
    [`phase = 'stalled'`, /waits: the node cannot be followed/],
    [`heartbeat_at = now() - interval '61 seconds', height = 5`, /is interrupted: its indexer has not reported/],
  ])('%s: is not said to progress', async (change, detail) => {
    const { url } = await withTables();
    await execute(url, `${started('btc')} VALUES ('regtest', 0, 'syncing', NULL, NULL, now())`);
    await execute(url, `UPDATE btc.sync_state SET node_height = 100, eta_seconds = 60, ${change}`);
    const api = await serve(url);
    const { text, json, headers } = await api.get(DATA_PATHS[0]!);
    expect(json).toMatchObject({ status: 503, code: 'chain-syncing', eta: null });
    expect(json.detail).toMatch(detail);
    expect(text).not.toMatch(/% done|has begun|under way|10\.1\.2\.3|RPC_PASSWORD|newer-version/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

it('a chain that was dropped becomes unknown', async () => {
  const url = await demo();
  const api = await serve(url);
  expect((await api.get(DATA_PATHS[0]!)).status).toBe(200);
  expect(await dropChain(url, 'btc')).toBe(true);
  await expect.poll(async () => (await api.get(DATA_PATHS[0]!)).status, { timeout: 20_000 }).toBe(404);
});

describe('the reason why a chain is not live', () => {
  it('is told as a code and a fixed sentence, and what the operator reads never leaves', async () => {
    const url = await demo();
    const lines: string[] = [];
    const api = await serve(url, (line) => lines.push(line));
    const paths = [...DATA_PATHS, '/', '/v0/status', '/v0/currencies', '/v0/rates', '/ready'];
    const sentences = new Set<string>();
    for (const code of [...REASON_CODES, 'of-a-newer-version']) {
      const stored = `http://node.internal:8332 answered getblock with 401: set BTC_RPC_PASSWORD`;
      await execute(url, `UPDATE btc.sync_state SET phase = 'stalled', reason_code = '${code}', reason = '${stored}'`);
      passASecond();
      const [chain] = (await api.get('/v0/status')).json.chains;
      expect(chain.reasonCode).toBe(code === 'of-a-newer-version' ? null : code);
      expect(chain.reason).toMatch(/log of the indexer and in sync_state\.reason$/);
      sentences.add(chain.reason);
      for (const path of paths) {
        expect((await api.get(path)).text, path).not.toMatch(/node\.internal|:8332|getblock|BTC_RPC/);
      }
    }
    expect(sentences.size).toBe(REASON_CODES.length + 1);
    expect(lines.join('\n')).not.toContain('node.internal');
    await execute(url, `UPDATE btc.sync_state SET phase = 'live', reason_code = NULL, reason = NULL`);
    passASecond();
    expect((await api.get('/v0/status')).json.chains[0]).toMatchObject({ reasonCode: null, reason: null });
  });
});

describe('the status of a chain', () => {
  it.each([
    [`phase = 'halted', reason = 'a reorg of 300 blocks needs a decision'`, 'stalled'],
    [`phase = 'stalled'`, 'stalled'],
    [`phase = 'syncing'`, 'syncing'],
    [`phase = 'live', heartbeat_at = now() - interval '61 seconds'`, 'offline'],
    [`phase = 'live'`, 'live'],
  ])('%s → %s, and its history is still answered', async (change, status) => {
    const url = await demo();
    await execute(url, `UPDATE btc.sync_state SET ${change}`);
    const api = await serve(url);
    expect((await api.get('/v0/currencies')).json.currencies[0].status).toBe(status);
    expect((await api.get(DATA_PATHS[0]!)).status).toBe(200);
  });
});

describe('without a database', () => {
  it('what needs one is 503 and says nothing of it; what needs none is answered', async () => {
    const port = await freePort();
    const lines: string[] = [];
    const api = await serve(`postgres://someone:s3cret@127.0.0.1:${port}/missing`, (line) => lines.push(line));
    for (const path of [...DATA_PATHS, '/v0/currencies', '/v0/rates', '/v0/status', '/ready']) {
      const { status, text, json, headers } = await api.get(path);
      expect(status, path).toBe(503);
      expect(json.code).toBe('store-unavailable');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(text).not.toMatch(/ECONN|s3cret|someone|missing|127\.0\.0\.1/);
    }
    for (const path of ['/health', '/swagger', '/docs']) expect((await api.get(path)).status, path).toBe(200);
    const { json } = await api.get('/');
    const examples = Object.values<string>(json.examples);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect((await api.get(example)).status, example).toBe(200);
    expect(lines.join('\n')).not.toContain('s3cret');
  });

  it.each<[string, (url: URL) => void, RegExp]>([
    [
      'no such database',
      (url) => (url.pathname = '/nowhere'),
      /^PostgreSQL has no such database .*correct DATABASE_URL\.$/,
    ],
    ['no such user', (url) => (url.username = 'nobody'), /^PostgreSQL refuses the login .*DATABASE_URL/],
    [
      'no TLS',
      (url) => url.searchParams.set('sslmode', 'verify-full'),
      /^PostgreSQL does not offer TLS.*DATABASE_URL\.$/,
    ],
  ])('the log names the remedy in one sentence, without a stack: %s', async (_name, spoil, sentence) => {
    const url = new URL((await database()).url);
    spoil(url);
    const lines: string[] = [];
    const api = await serve(url.href, (line) => lines.push(line));
    const { text, json } = await api.get('/v0/currencies');
    expect(json).toMatchObject({ status: 503, code: 'store-unavailable' });
    expect(text).not.toMatch(/PostgreSQL|nowhere|nobody|TLS|DATABASE_URL/);
    const said = lines.map((line) => JSON.parse(line)).filter(({ reason }) => reason !== undefined);
    expect(said).toHaveLength(1);
    expect(said[0].reason).toMatch(sentence);
    expect(lines.join('\n')).not.toMatch(/"stack"|node_modules/);
  });

  it('a database without tables is not ready', async () => {
    const { url } = await database();
    await execute(url, 'DROP SCHEMA chaintrail CASCADE');
    const api = await serve(url);
    expect((await api.get('/ready')).json).toMatchObject({ status: 503, code: 'store-unavailable' });
    expect((await api.get('/v0/currencies')).json).toMatchObject({ status: 503, code: 'store-unavailable' });
  });

  it('answers again after every connection was cut', async () => {
    const url = await demo();
    const api = await serve(url);
    expect((await api.get(DATA_PATHS[0]!)).status).toBe(200);
    await execute(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chaintrail-api' AND datname = current_database()`,
    );
    await expect.poll(async () => (await api.get(DATA_PATHS[0]!)).status, { timeout: 20_000 }).toBe(200);
  });

  it('a port that answers nonsense is no database either', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n', () => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => new Promise((resolve) => server.close(resolve)));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const api = await serve(`postgres://someone:s3cret@127.0.0.1:${port}/missing`);
    expect((await api.get('/ready')).status).toBe(503);
  });
});

it('a database that was replaced by one of another network is noticed', async () => {
  const url = await demo();
  const api = await serve(url);
  expect((await api.get(DATA_PATHS[0]!)).status).toBe(200);
  await execute(url, `UPDATE btc.sync_state SET network = 'testnet'`);
  expect((await api.get(DATA_PATHS[0]!)).status).toBe(503);
  expect((await api.get(DATA_PATHS[0]!)).json).toMatchObject({ status: 400, code: 'address-foreign-network' });
});

describe('what is no failure of a database', () => {
  it('is a visitor who leaves while a file is sent', async () => {
    const { url } = await database();
    const lines: string[] = [];
    const api = await serve(url, (line) => lines.push(line));
    const ended = () => lines.filter((line) => line.includes('"route":"/docs"'));
    for (let n = 0; n < 5; n++) {
      const asking = get(`${api.url}/docs/swagger-ui-bundle.js`, { agent: false });
      const [response] = await once(asking, 'response');
      response.on('error', () => undefined).destroy();
    }
    await waitFor(() => ended().length === 5);
    expect(lines.filter((line) => /database|mistake|cut off/.test(line))).toEqual([]);
  });

  it.each([
    ['a socket of another kind', 500, 'internal', false],
    ['a socket of the database', 503, 'store-unavailable', true],
  ])('is that of %s', async (_name, status, code, isBlamed) => {
    const databases = new ReadDatabases([]);
    const failure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    if (isBlamed) ReadDatabase.prototype.blame.call({ variable: 'DATABASE_URL' }, failure);
    const app = express().get('/', () => {
      throw failure;
    });
    const log = pino({ level: 'silent' });
    app.use(errorHandler({ log, publicUrl: undefined, store: new StoreHealth(databases) }));
    const server = app.listen(0, '127.0.0.1');
    cleanUps.push(async () => server.close());
    await once(server, 'listening');
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect([reply.status, await reply.json()]).toMatchObject([status, { code }]);
  });
});
