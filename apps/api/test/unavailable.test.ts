import { createServer } from 'node:net';
import { formatAddress, requireChain } from '@chaintrail/chains';
import { openSession } from '@chaintrail/db';
import { createTestDatabase, freePort, type TestDatabase } from '@chaintrail/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { BUSY, demoChain } from './support/demo-chain.js';
import { seedChain } from './support/seed-chain.js';
import { startApi, type TestApi } from './support/start-api.js';

const busy = formatAddress(requireChain('btc').networks.find(({ name }) => name === 'regtest')!, BUSY);
const DATA_PATHS = [
  `/v0/addresses/btc/${busy}/transactions`,
  `/v0/addresses/btc/${busy}/balance`,
  `/v0/transactions/btc/${'ab'.repeat(32)}`,
];

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function database(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  cleanUps.push(() => made.drop());
  return made;
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
    const { url } = await database();
    await execute(url, `SELECT create_chain_partitions('btc')`);
    await execute(
      url,
      `INSERT INTO sync_state (chain, network, history_from, phase) VALUES ('btc', 'regtest', 0, 'starting')`,
    );
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

describe('the status of a chain', () => {
  it.each([
    [`phase = 'halted', reason = 'a reorg of 300 blocks needs a decision'`, 'stalled'],
    [`phase = 'stalled'`, 'stalled'],
    [`phase = 'syncing'`, 'syncing'],
    [`phase = 'live', heartbeat_at = now() - interval '61 seconds'`, 'offline'],
    [`phase = 'live'`, 'live'],
  ])('%s → %s, and its history is still answered', async (change, status) => {
    const { url } = await database();
    await seedChain(url, { chain: 'btc', network: 'regtest', blocks: demoChain().blocks });
    await execute(url, `UPDATE sync_state SET ${change}`);
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

  it('a database without tables is not ready', async () => {
    const { url } = await database();
    await execute(url, 'DROP TABLE sync_state CASCADE');
    const api = await serve(url);
    expect((await api.get('/ready')).json).toMatchObject({ status: 503, code: 'store-unavailable' });
    expect((await api.get('/v0/currencies')).json).toMatchObject({ status: 503, code: 'store-unavailable' });
  });

  it('answers again after every connection was cut', async () => {
    const { url } = await database();
    await seedChain(url, { chain: 'btc', network: 'regtest', blocks: demoChain().blocks });
    const api = await serve(url);
    expect((await api.get(DATA_PATHS[0]!)).status).toBe(200);
    await execute(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'api-test' AND datname = current_database()`,
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
  const { url } = await database();
  await seedChain(url, { chain: 'btc', network: 'regtest', blocks: demoChain().blocks });
  const api = await serve(url);
  expect((await api.get(DATA_PATHS[0]!)).status).toBe(200);
  await execute(url, `UPDATE sync_state SET network = 'testnet'`);
  expect((await api.get(DATA_PATHS[0]!)).status).toBe(503);
  expect((await api.get(DATA_PATHS[0]!)).json).toMatchObject({ status: 400, code: 'address-foreign-network' });
});
