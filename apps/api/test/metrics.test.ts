import { becomeOwner, closeSession, openAuditSession, openSession } from '@chaintrail/db';
import { type TestDatabase, withApiLogin } from '@chaintrail/testkit';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BUSY_ADDRESS as busy, demoChain, demoDatabase } from './support/demo-chain.js';
import { seedMempool } from './support/seed-mempool.js';
import { passASecond, startApi, type TestApi } from './support/start-api.js';

const { blocks } = demoChain();
const BTC = '{currency="btc",network="regtest"}';

let database: TestDatabase;
let api: TestApi;

beforeEach(async () => {
  ({ database } = await demoDatabase({ nodeHeight: blocks.length + 4 }));
  api = await startApi(database.url);
});
afterEach(async () => {
  await api?.stop();
  await database?.drop();
});

async function execute(sql: string): Promise<void> {
  const session = await openSession(database.url, 'test');
  await session.query(sql);
  await session.end();
}

/** Every sample, by name and labels. */
async function scrape(from = api): Promise<Map<string, number>> {
  passASecond();
  const { status, text, headers } = await from.get('/metrics');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

describe('metrics', () => {
  it('tell of every chain where it stands', async () => {
    await seedMempool(database.url, 'btc', []);
    await execute('UPDATE btc.sync_state SET share = 0.25');
    const samples = await scrape();
    expect(samples.get('chaintrail_store_up')).toBe(1);
    expect(samples.get(`chaintrail_indexed_height${BTC}`)).toBe(blocks.length - 1);
    expect(samples.get(`chaintrail_node_height${BTC}`)).toBe(blocks.length + 4);
    expect(samples.get(`chaintrail_live${BTC}`)).toBe(1);
    expect(samples.get(`chaintrail_first_sync_ratio${BTC}`)).toBe(0.25);
    expect(samples.get(`chaintrail_first_sync_done${BTC}`)).toBe(1);
    expect(samples.get('chaintrail_http_problems_total{code="internal"}')).toBe(0);
    expect(samples.get(`chaintrail_mempool_transactions${BTC}`)).toBe(1);
    expect(samples.get(`chaintrail_mempool_indexed_transactions${BTC}`)).toBe(0);
    expect(samples.get(`chaintrail_tip_age_seconds${BTC}`)).toBeGreaterThan(1_000);
    expect(samples.get('chaintrail_phase{currency="btc",network="regtest",phase="live"}')).toBe(1);
    expect(samples.get('chaintrail_phase{currency="btc",network="regtest",phase="stalled"}')).toBe(0);
    expect(samples.has(`chaintrail_audit_clean${BTC}`)).toBe(false);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('say nothing of what is not known', async () => {
    await execute(
      `UPDATE btc.sync_state SET node_height = NULL, share = NULL, heartbeat_at = now() - interval '1 hour'`,
    );
    const samples = await scrape();
    for (const name of ['node_height', 'first_sync_ratio', 'mempool_transactions', 'mempool_age_seconds'])
      expect(samples.has(`chaintrail_${name}${BTC}`), name).toBe(false);
    expect(samples.get(`chaintrail_live${BTC}`)).toBe(0);
    expect(samples.get(`chaintrail_heartbeat_age_seconds${BTC}`)).toBeGreaterThanOrEqual(3_600);
  });

  it('tell how old the last rate of the coin is, however old', async () => {
    expect([...(await scrape()).keys()].filter((name) => name.startsWith('chaintrail_rate'))).toEqual([]);
    await execute(`INSERT INTO chaintrail.rates (symbol, at, rate, as_of, sources)
      SELECT symbol, floor(extract(epoch FROM now())) - age, 9, floor(extract(epoch FROM now())) - age - 300, '{kraken}'
      FROM (VALUES ('BTC', 200000), ('BTC', 900000), ('ETH', 5)) AS found (symbol, age)`);
    const samples = await scrape();
    const ages = ['rate_age_seconds', 'rate_confirmed_age_seconds'].map((name) =>
      samples.get(`chaintrail_${name}${BTC}`),
    );
    // The scrape may come some seconds after the rows.
    expect(ages.map((age) => Math.floor(age! / 100))).toEqual([2003, 2000]);
    expect([...samples.keys()].filter((name) => name.startsWith('chaintrail_rate'))).toHaveLength(2);
  });

  it('tell of the last audit that ended, as /status does', async () => {
    const audit = `INSERT INTO btc.audits (scope, result, finished_at, height, findings)`;
    await execute(`${audit} VALUES ('full', 'findings', to_timestamp(1800000000), 9, 3)`);
    await execute(`${audit} VALUES ('sample', 'running', NULL, NULL, 0)`);
    const samples = await scrape();
    expect(samples.get(`chaintrail_audit_clean${BTC}`)).toBe(0);
    expect(samples.get(`chaintrail_audit_findings${BTC}`)).toBe(3);
    expect(samples.get(`chaintrail_audit_finished_timestamp_seconds${BTC}`)).toBe(1_800_000_000);
    const shown = async () => {
      passASecond();
      return (await api.get('/v0/status')).json.chains[0];
    };
    const last = { result: 'findings', scope: 'full', height: 9, finishedAt: 1_800_000_000, findings: 3 };
    expect(await shown()).toMatchObject({ audit: last, runningAudit: null });
    const session = (await openAuditSession(database.url, 'btc'))!;
    const running = { scope: 'sample', startedAt: expect.any(Number), check: null, share: null, findings: 0 };
    expect(await shown()).toMatchObject({ audit: last, runningAudit: running });
    await closeSession(session);
    await execute(`${audit} VALUES ('sample', 'clean', now(), 12, 0)`);
    expect((await scrape()).get(`chaintrail_audit_clean${BTC}`)).toBe(1);
    expect((await shown()).audit).toMatchObject({ result: 'clean', height: 12 });
  });

  it('tell whether somebody has the chain, why it is not live, and how its node does', async () => {
    expect((await scrape()).get(`chaintrail_owned${BTC}`)).toBe(0);
    const owner = (await becomeOwner(database.url, 'btc'))!;
    await execute(`UPDATE btc.sync_state SET phase = 'stalled', reason_code = 'node-unavailable', eta_seconds = 90,
      blocks_per_second = 2.5, node_requests = 12, node_failures = 3, node_seconds = 1.5`);
    const samples = await scrape();
    expect(samples.get(`chaintrail_owned${BTC}`)).toBe(1);
    const reason = (code: string) =>
      samples.get(`chaintrail_reason{currency="btc",network="regtest",reason="${code}"}`);
    expect([reason('node-unavailable'), reason('deep-reorg')]).toEqual([1, 0]);
    expect(samples.get(`chaintrail_live${BTC}`)).toBe(0);
    expect(samples.get(`chaintrail_sync_eta_seconds${BTC}`)).toBe(90);
    expect(samples.get(`chaintrail_sync_blocks_per_second${BTC}`)).toBe(2.5);
    expect(samples.get(`chaintrail_block_interval_seconds${BTC}`)).toBe(600);
    // A second scrape counts nothing twice.
    for (const each of [samples, await scrape()]) {
      expect(each.get(`chaintrail_indexer_node_requests_total${BTC}`)).toBe(12);
      expect(each.get(`chaintrail_indexer_node_failures_total${BTC}`)).toBe(3);
      expect(each.get(`chaintrail_indexer_node_seconds_total${BTC}`)).toBe(1.5);
    }
    await closeSession(owner);
    await expect.poll(async () => (await scrape()).get(`chaintrail_owned${BTC}`)).toBe(0);
  });

  it('tell of a lock that a reader holds, which is nobody who owns the chain', async () => {
    const foreign = `chaintrail_foreign_lock${BTC}`;
    expect((await scrape()).get(foreign)).toBe(0);
    // With the name of an indexer, and without its rights.
    const reader = await openSession(withApiLogin(database.url), 'chaintrail-indexer-btc');
    await reader.query('SELECT pg_advisory_lock(1667785065, 0)');
    const samples = await scrape();
    expect([samples.get(`chaintrail_owned${BTC}`), samples.get(foreign)]).toEqual([0, 1]);
    expect((await api.get('/v0/status')).json.chains[0].owned).toBe(false);
    await closeSession(reader);
    await expect.poll(async () => (await scrape()).get(foreign)).toBe(0);
    const owner = (await becomeOwner(database.url, 'btc'))!;
    const owned = await scrape();
    expect([owned.get(`chaintrail_owned${BTC}`), owned.get(foreign)]).toEqual([1, 0]);
    await closeSession(owner);
    await expect.poll(async () => (await scrape()).get(`chaintrail_owned${BTC}`)).toBe(0);
  });

  it('tell how the database does, and how large it is', async () => {
    await api.get(`/v0/addresses/btc/${busy}/balance`);
    const of = (name: string) => `chaintrail_database_${name}{setting="DATABASE_URL",place="0"}`;
    await expect
      .poll(async () => (await scrape()).get('chaintrail_database_size_bytes{setting="DATABASE_URL"}'))
      .toBeGreaterThan(1_000_000);
    const session = await openSession(database.url, 'test');
    await session.query('BEGIN; LOCK TABLE btc.address_transactions IN ACCESS EXCLUSIVE MODE');
    // An answer that was given before is in memory, and reads no rows.
    const held = api.get(`/v0/addresses/btc/${busy}/transactions?limit=7`);
    await expect.poll(async () => (await scrape()).get(of('connections_busy'))).toBeGreaterThanOrEqual(1);
    // Longer than what counts as slow.
    await session.query('SELECT pg_sleep(1.1)');
    await session.end();
    expect((await held).status).toBe(200);
    const samples = await scrape();
    expect(samples.get(of('slow_answers_total'))).toBe(1);
    expect(samples.get(of('failures_total'))).toBe(0);
    expect(samples.get(of('seconds_total'))).toBeGreaterThan(1.1);
    expect(samples.get(of('waiting'))).toBe(0);
  });

  it('count what limits refuse by tier, and problems by code', async () => {
    const limited = await startApi(database.url, { env: { RATE_LIMITS: 'free=2/1h,pro=9/1h' } });
    onTestFinished(() => limited.stop());
    for (let at = 0; at < 5; at++) await limited.get('/v0/status');
    await expect.poll(async () => (await scrape(limited)).get('chaintrail_rate_limited_total{tier="free"}')).toBe(3);
    const samples = await scrape(limited);
    expect(samples.get('chaintrail_http_problems_total{code="rate-limited"}')).toBe(3);
    expect(samples.has('chaintrail_rate_limited_total{tier="pro"}')).toBe(false);
    expect([...samples.keys()].some((name) => name.startsWith('chaintrail_limits_shared'))).toBe(false);
  });

  it('count requests by documented route and class of status, never by what clients write', async () => {
    for (const path of [`/v0/addresses/btc/${busy}/balance`, `/api/v0/addresses/btc/${busy}/balance`, '/secret-path'])
      await api.get(path);
    const count = (labels: string) => `chaintrail_http_request_duration_seconds_count{${labels}}`;
    await expect.poll(async () => (await scrape()).get(count('route="none",status="4xx"'))).toBe(1);
    const samples = await scrape();
    expect(samples.get(count('route="/addresses/{currency}/{address}/balance",status="2xx"'))).toBe(2);
    expect([...samples.keys()].join('\n')).not.toMatch(new RegExp(`secret-path|${busy}`));
  });

  it('name no host, and are answered without a database', async () => {
    const url = new URL(database.url);
    await execute(`UPDATE btc.sync_state SET reason = 'node at 10.9.8.7', reason_code = 'node-unavailable'`);
    const { text } = await api.get('/metrics');
    expect(text).not.toContain('10.9.8.7');
    expect(text).not.toContain(`${url.hostname}:${url.port}`);
    await database.drop();
    const samples = await scrape();
    expect(samples.get('chaintrail_store_up')).toBe(0);
    expect(samples.get('chaintrail_database_failures_total{setting="DATABASE_URL",place="0"}')).toBeGreaterThan(0);
    expect([...samples.keys()].some((name) => name.startsWith('chaintrail_indexed_height'))).toBe(false);
  });
});
