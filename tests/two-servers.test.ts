/** Two chains on two servers: every program finds each on its own, and the failure of one server is the other's no matter. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ChainCode, requireUtxoChain } from '@chaintrail/chains';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import {
  auditInFull,
  type CrashablePostgres,
  createTestDatabase,
  dumpRows,
  freshMetrics,
  type SpawnedApi,
  type SpawnedProcess,
  spawnApi,
  spawnIndexer,
  startCrashablePostgres,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reach, settingsFor } from './support/followed-chain.js';

const APPS = fileURLToPath(new URL('../apps/', import.meta.url));
const BLOCKS = 110;

let ownServer: CrashablePostgres;
/** Database of Litecoin, and of whatever has none of its own. */
let common: TestDatabase;
/** Database of Bitcoin. */
let own: TestDatabase;
let nodes: Readonly<Record<'btc' | 'ltc', SimulatedNode>>;
let indexer: SpawnedProcess;
let api: SpawnedApi;
let env: Record<string, string>;

beforeAll(async () => {
  ownServer = await startCrashablePostgres();
  [common, own] = await Promise.all([createTestDatabase(), createTestDatabase(ownServer.url)]);
  const start = (code: ChainCode) =>
    startSimulatedNode({ chain: requireUtxoChain(code), seed: 4, blocks: BLOCKS, txPerBlock: 5 });
  const [btc, ltc] = await Promise.all([start('btc'), start('ltc')]);
  nodes = { btc, ltc };
  env = {
    ...{ DATABASE_URL: common.url, BTC_DATABASE_URL: own.url, AUDIT_EVERY_HOURS: '0' },
    ...{ ...settingsFor('btc', btc), ...settingsFor('ltc', ltc) },
  };
  indexer = spawnIndexer({ databaseUrl: common.url, env });
  api = await spawnApi({ databaseUrl: common.url, env });
  await reachBoth();
}, 180_000);
afterAll(async () => {
  await Promise.all([indexer?.stop(), api?.process.stop()]);
  await Promise.all([nodes?.btc.close(), nodes?.ltc.close(), common?.drop(), ownServer?.stop()]);
}, 60_000);

async function reachBoth(): Promise<void> {
  await reach(own.url, 'btc', nodes.btc.tip(), [indexer]);
  await reach(common.url, 'ltc', nodes.ltc.tip(), [indexer]);
}

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by the assertions
  readonly json: any;
}

async function get(path: string, from = api): Promise<Reply> {
  const response = await fetch(from.url + path);
  return { status: response.status, json: await response.json() };
}

function balance(code: 'btc' | 'ltc', from = api): Promise<Reply> {
  return get(`/v0/addresses/${code}/${nodes[code].exampleAddresses().hot}/balance`, from);
}

/** A command as npm starts it. */
async function command(file: string, ...args: string[]): Promise<string> {
  const { PATH = '' } = process.env;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`${APPS}indexer/dist/${file}.js`, ...args], {
    env: { PATH, ...env },
  }).catch((failure: { readonly stdout: string; readonly stderr: string }) => failure);
  return stdout + stderr;
}

test('each chain is where its setting says, and answered from there', async () => {
  const rowsOf = async (url: string, code: ChainCode) =>
    (await dumpRows(url, code).catch(() => null))?.blocks.length ?? 0;
  expect(await rowsOf(own.url, 'btc')).toBe(BLOCKS + 1);
  expect(await rowsOf(own.url, 'ltc')).toBe(0);
  expect(await rowsOf(common.url, 'btc')).toBe(0);
  expect(await rowsOf(common.url, 'ltc')).toBe(BLOCKS + 1);
  for (const code of ['btc', 'ltc'] as const) {
    const { status, json } = await balance(code);
    expect([status, json.tip.hash]).toEqual([200, nodes[code].tip().hash]);
  }
  const { currencies, unavailable } = (await get('/v0/currencies')).json;
  expect(currencies.map(({ currency }: { readonly currency: string }) => currency).sort()).toEqual(['btc', 'ltc']);
  expect(unavailable).toEqual([]);
  expect(Object.keys((await get('/v0/rates')).json.rates).sort()).toEqual(['btc', 'ltc']);
  const unknown = await get('/v0/addresses/doge/x/balance');
  expect(unknown.json).toMatchObject({ code: 'unknown-currency', currencies: expect.arrayContaining(['btc', 'ltc']) });
});

test('commands find it there, too', async () => {
  const audits = (['btc', 'ltc'] as const).map((code) => auditInFull(code, env, 120_000));
  for (const { status, stdout, stderr } of await Promise.all(audits)) expect(status, stdout + stderr).toBe(0);
  const audited = (await get('/v0/status')).json.chains.map(
    (chain: { currency: string; audit: object }) => chain.audit,
  );
  expect(audited).toMatchObject([{ result: 'clean' }, { result: 'clean' }]);
  const migrated = await command('migrate');
  expect(migrated).toMatch(/^DATABASE_URL: .*up to date/m);
  expect(migrated).toMatch(/^BTC_DATABASE_URL: .*up to date/m);
  expect(await command('drop-chain', 'btc')).toMatch(/An indexer follows btc/);
});

test('a server that is away is 503 for its chain alone, and what is new elsewhere is answered', async () => {
  await ownServer.crash();
  try {
    nodes.ltc.mine(3);
    await reach(common.url, 'ltc', nodes.ltc.tip(), [indexer]);
    expect((await balance('ltc')).json.tip.hash).toBe(nodes.ltc.tip().hash);
    expect(await balance('btc')).toMatchObject({ status: 503, json: { code: 'store-unavailable' } });
    const { status, json } = await get('/v0/currencies');
    expect([status, json.unavailable]).toEqual([200, ['btc']]);
    expect(json.currencies).toContainEqual(expect.objectContaining({ currency: 'btc', status: 'offline' }));
    expect(json.currencies).toContainEqual(expect.objectContaining({ currency: 'ltc', status: 'live' }));
    const told = (await get('/v0/status')).json;
    expect(told.unavailable).toEqual(['btc']);
    expect(told.chains).toContainEqual(
      expect.objectContaining({ currency: 'btc', status: 'offline', reasonCode: 'store-unavailable' }),
    );
    expect((await get('/ready')).status).toBe(200);
    const metrics = await freshMetrics(api.url);
    expect(metrics).toMatch(/^chaintrail_store_up 0$/m);
    expect(metrics).toMatch(/^chaintrail_live\{currency="ltc",network="regtest"\} 1$/m);
    expect(metrics).not.toMatch(/^chaintrail_live\{currency="btc"/m);

    // One that begins now has never heard of what is there, and does not say that there is no such chain.
    const later = await spawnApi({ databaseUrl: common.url, env });
    try {
      expect(await balance('btc', later)).toMatchObject({ status: 503, json: { code: 'store-unavailable' } });
      expect((await balance('ltc', later)).status).toBe(200);
      const list = (await get('/v0/currencies', later)).json;
      expect(list.unavailable).toEqual(['btc']);
      expect(list.currencies).toMatchObject([{ currency: 'ltc' }]);
      const reason = /"database":"BTC_DATABASE_URL","reason":"[^"]*correct BTC_DATABASE_URL/;
      await waitFor(() => reason.test(later.process.output()), { what: 'the reason', processes: [later.process] });
    } finally {
      await later.process.stop();
    }
    expect(await command('migrate')).toMatch(/^BTC_DATABASE_URL: No PostgreSQL server answers .*BTC_DATABASE_URL/m);
    const output = api.process.output() + indexer.output();
    expect(output).not.toContain(new URL(own.url).password);
  } finally {
    await ownServer.recover();
  }
  nodes.btc.mine(2);
  await reachBoth();
  await waitFor(async () => (await balance('btc')).json.tip?.hash === nodes.btc.tip().hash);
  expect((await get('/v0/currencies')).json.unavailable).toEqual([]);
});

test('the common one that is away leaves the others where they are', async () => {
  // A database that is not there fails as one does that refuses: at once.
  const gone = await spawnApi({ databaseUrl: `${common.url}_gone`, env: { BTC_DATABASE_URL: own.url } });
  try {
    expect((await balance('btc', gone)).status).toBe(200);
    expect((await get('/ready', gone)).status).toBe(200);
    // Chains of a database that was never read would be missing from a list that looks whole.
    for (const path of ['/v0/currencies', '/v0/status', '/v0/addresses/ltc/x/balance'])
      expect(await get(path, gone), path).toMatchObject({ status: 503, json: { code: 'store-unavailable' } });
  } finally {
    await gone.process.stop();
  }
});

test('a chain is dropped where it is', async () => {
  await indexer.stop();
  expect(await command('drop-chain', 'btc')).toMatch(/Everything stored of Bitcoin is removed/);
  await waitFor(async () => (await balance('btc')).status === 404, { processes: [api.process] });
  expect((await balance('ltc')).status).toBe(200);
});
