/** Figures of bench:api, against an API over rows whose answers are known. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireUtxoChain } from '@chaintrail/chains';
import { createIndexedChain, openSession, type Session } from '@chaintrail/db';
import {
  createTestDatabase,
  LONG_HISTORY,
  longHistoryEntry,
  type SpawnedApi,
  seedLongHistory,
  spawnApi,
  type TestDatabase,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SCENARIOS } from '../src/api/api-options.js';
import { measureTarget } from '../src/api/measure-target.js';
import { makeScenarios } from '../src/api/scenarios.js';
import { drawSubjects, readSubjects } from '../src/api/subjects.js';
import { Forked } from '../src/harness/forked.js';
import { Cleanup } from '../src/harness/run.js';
import type { LoadCalls } from '../src/load-process.js';

const TOTAL = 2_500;
const networks = new Map([['btc', requireUtxoChain('btc').networks.find(({ name }) => name === 'regtest')!]] as const);

let database: TestDatabase;
let session: Session;
let api: SpawnedApi;
let load: Forked<LoadCalls>;
const cleanup = new Cleanup();
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  database = await createTestDatabase();
  session = await openSession(database.url, 'chaintrail-test');
  await seedLongHistory(session, TOTAL);
  await session.query('UPDATE btc.sync_state SET script_hashes = true');
  await createIndexedChain(session, 'btc', 'regtest');
  api = await spawnApi({ databaseUrl: database.url, env: { RATE_LIMITS: 'free=1000000/1m' } });
  load = new Forked('load-process', cleanup);
});
afterAll(async () => {
  await cleanup.close();
  await session.end();
  await database.drop();
  vi.restoreAllMocks();
});

test('what is drawn is that of the seed', async () => {
  const subjects = await drawSubjects(session, networks, 1);
  expect(subjects.addresses).toEqual([
    { currency: 'btc', address: LONG_HISTORY.address, key: LONG_HISTORY.addressKey, total: TOTAL },
  ]);
  expect(new Set(subjects.txids.map(({ txid }) => txid)).size).toBe(2_000);
  expect(await drawSubjects(session, networks, 1)).toEqual(subjects);
  expect((await drawSubjects(session, networks, 2)).txids).not.toEqual(subjects.txids);
  const deep = makeScenarios(subjects, 1).find(({ name }) => name === 'deep')!;
  const offsets = deep.requests.map(({ path }) => Number(/offset=(\d+)/.exec(path)![1]));
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(TOTAL / 2);
  expect(Math.max(...offsets)).toBe(TOTAL - 25);
});

test('balances and pages of Ethereum are asked for by its addresses, and a Bitcoin balance is none of them', () => {
  const address = `0x${'ab'.repeat(20)}`;
  const addresses = [{ currency: 'eth', address, key: Buffer.alloc(20, 0xab), total: 25 }] as const;
  const asked = makeScenarios({ addresses, txids: [] }, 1).map(({ name, requests }) => [name, requests[0]!.path]);
  expect(asked).toEqual([
    ['tokens', `/v0/addresses/eth/${address}/transactions?limit=25`],
    ['evm-balance', `/v0/addresses/eth/${address}/balance`],
  ]);
});

test.each(['newest', 'deep', 'transaction'] as const)('bare rows of %s are those of the answer', async (name) => {
  const { bareRows, requests } = makeScenarios(await drawSubjects(session, networks, 1), 1).find(
    (scenario) => scenario.name === name,
  )!;
  const { path, values } = requests.at(-1)!;
  const { rows } = await session.query<{ txid: Buffer }>(bareRows, [...values!]);
  const body = (await (await fetch(`${api.url}${path}`)).json()) as { txid: string; transactions?: { txid: string }[] };
  const answered = (body.transactions ?? [body]).map(({ txid }) => txid);
  expect(rows.map(({ txid }) => txid.toString('hex'))).toEqual(answered);
  expect(answered).toHaveLength(name === 'transaction' ? 1 : 25);
});

test('every request is counted, by connections, beside the bare rows', async () => {
  const subjects = await drawSubjects(session, networks, 1);
  const options = { connections: [1, 3], seconds: 0.2, seed: 1, only: SCENARIOS, encoding: 'gzip' };
  let looks = 0;
  const processorSeconds = () => {
    looks++;
    return { postgres: looks, node: 2 * looks };
  };
  const own = { session, processorSeconds };
  const figures = await measureTarget(options, { url: api.url, subjects, own }, load);
  expect(figures.rows.map(({ scenario, connections }) => [scenario, connections])).toEqual(
    ['newest', 'deep', 'balance', 'transaction', 'unused'].flatMap((name) => [1, 3, null].map((each) => [name, each])),
  );
  for (const { requests, perSecond, p50Ms, p99Ms, postgresMs } of figures.rows) {
    expect(requests).toBeGreaterThan(0);
    expect(perSecond).toBeGreaterThan(0);
    expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
    expect(postgresMs).toBeCloseTo(1_000 / requests, 2);
  }
  const [first] = figures.rows;
  expect(first!.nodeMs).toBeCloseTo(2_000 / first!.requests, 2);
  // 25 transactions in JSON, compressed.
  expect(first!.bytes).toBeGreaterThan(1_000);
  expect(first!.bytes).toBeLessThan(10_000);
  expect(figures).toMatchObject({ connections: 3, tenPerSecond: null, limits: '"free";q=1000000;w=60' });
  expect(figures.historyPerSecond).toBe(figures.rows[1]!.perSecond);
});

test('a running API is asked how long listed histories are; what is no answer ends the run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-addresses-'));
  const file = join(folder, 'addresses');
  await writeFile(file, `btc ${LONG_HISTORY.address}\n\n`);
  const subjects = await readSubjects(api.url, file);
  expect(subjects).toEqual({
    addresses: [{ currency: 'btc', address: LONG_HISTORY.address, key: null, total: TOTAL }],
    txids: [{ currency: 'btc', txid: longHistoryEntry(TOTAL).txid }],
  });
  const options = {
    connections: [2],
    seconds: 0.1,
    seed: 1,
    only: ['newest', 'ten'],
    encoding: 'identity',
  } as const;
  const { rows } = await measureTarget(options, { url: api.url, subjects, own: null }, load);
  expect(rows).toEqual([
    expect.objectContaining({ scenario: 'newest', connections: 2, postgresMs: Number.NaN, nodeMs: Number.NaN }),
  ]);
  // Not compressed.
  expect(rows[0]!.bytes).toBeGreaterThan(10_000);
  await writeFile(file, 'xmr 4abc');
  await expect(readSubjects(api.url, file)).rejects.toThrow('--addresses: expected CURRENCY ADDRESS');
  await expect(readSubjects(api.url, join(folder, 'none'))).rejects.toThrow('--addresses: ENOENT');
  await rm(folder, { recursive: true });
  const request = { url: api.url, first: 0, connections: 2, seconds: 1, encoding: 'gzip' };
  await expect(load.call('load', { ...request, paths: ['/v0/nothing'] })).rejects.toThrow(/^404 of \/v0\/nothing: \{/);
});
