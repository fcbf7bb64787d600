import type { ChainCode } from '@chaintrail/chains';
import { createPool, type Pool } from '@chaintrail/db';
import { createTestChain, createTestDatabase, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NodeMeter } from '../src/follow/meters.js';
import { ProgressReporter } from '../src/follow/progress-reporter.js';

let database: TestDatabase;
let pool: Pool;
let reporter: ProgressReporter;
let nodeMeter: NodeMeter;

const tipAt = (height: number, networkHeight = height, catchingUp = false) => ({
  ...{ height, networkHeight, catchingUp },
  hash: 'aa'.repeat(32),
});

const NEW = { stage: null, share: null, nodeHeight: null };

const row = () => read('phase, reason_code, live_since IS NOT NULL AS live, node_height');

const CHAINS = ['btc', 'arb'] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const chain of CHAINS) await createTestChain(database.url, chain);
});
beforeEach(async () => {
  // Its own in each test: a row that was on its way must not be of the next one.
  pool = createPool(database.url, { max: 2, applicationName: 'test' });
  for (const chain of CHAINS)
    await pool.query(
      `DELETE FROM ${chain}.sync_state;
       INSERT INTO ${chain}.sync_state (network, history_from, phase) VALUES ('regtest', 0, 'starting')`,
    );
  nodeMeter = new NodeMeter();
  report('btc');
});

/** Reports of a chain. @returns the lines of its log, from a level on */
function report(chain: ChainCode, level = 'info'): string[] {
  const lines: string[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(line) });
  reporter = new ProgressReporter(pool, chain, log, nodeMeter);
  return lines;
}

const blockAt = (height: number) => ({
  ...{ height, hash: 'bb'.repeat(32), parentHash: 'aa'.repeat(32), txCount: 1, size: 300 },
});

/** From then on so many milliseconds later. */
const later = (ms: number) => vi.spyOn(performance, 'now').mockImplementation(() => NOW.call(performance) + ms);
const { now: NOW } = performance;

async function read(columns: string) {
  return (await pool.query(`SELECT ${columns} FROM btc.sync_state`)).rows[0];
}

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  reporter.close();
  await pool.end();
});
afterAll(() => database?.drop());

describe('the progress of a chain', () => {
  it('is live only when the node itself has everything', async () => {
    reporter.nodeTip(tipAt(61, 900_000, true));
    await reporter.atTip(tipAt(61, 900_000, true));
    expect(await row()).toEqual({ phase: 'syncing', reason_code: 'node-syncing', live: false, node_height: 900_000 });
    reporter.nodeTip(tipAt(61));
    await reporter.atTip(tipAt(61));
    expect(await row()).toEqual({ phase: 'live', reason_code: null, live: true, node_height: 61 });
  });

  it('shows the newest stage though an older row is slow to arrive', async () => {
    const query = pool.query.bind(pool) as (...query: unknown[]) => Promise<unknown>;
    vi.spyOn(pool, 'query').mockImplementationOnce((async (...asked: unknown[]) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return query(...asked);
    }) as never);
    await Promise.all([reporter.inStage('unspent', 0.5, null), reporter.inStage('sort', 0, null)]);
    expect(await read('stage')).toEqual({ stage: 'sort' });
  });

  it('stays live for one new block and does not for a gap', async () => {
    await reporter.atTip(tipAt(61));
    reporter.start(0, NEW);
    reporter.nodeTip(tipAt(62));
    reporter.nodeTip(tipAt(65));
    await waitFor(async () => (await row())?.phase === 'syncing', { what: 'the gap to show', timeoutMs: 20_000 });
  });

  it('stays live for the few blocks that a quick chain has more each time, and does not for seconds of them', async () => {
    const lines = report('arb');
    await reporter.atTip(tipAt(1_000));
    for (let height = 1_003; height < 1_030; height += 3) {
      reporter.nodeTip(tipAt(height));
      await reporter.advanced([blockAt(height)]);
      await reporter.atTip(tipAt(height));
    }
    expect(lines.filter((line) => line.includes('chain is live'))).toHaveLength(1);
    reporter.nodeTip(tipAt(1_200));
    await reporter.advanced([blockAt(1_100)]);
    await reporter.atTip(tipAt(1_200));
    expect(lines.filter((line) => line.includes('chain is live'))).toHaveLength(2);
  });

  it('stays live on a node that knows headers of a branch which it does not follow', async () => {
    const lines = report('btc');
    for (let poll = 0; poll < 3; poll++) {
      reporter.nodeTip(tipAt(61, 65));
      await reporter.atTip(tipAt(61, 65));
    }
    expect(lines.filter((line) => line.includes('chain is live'))).toHaveLength(1);
  });

  it('says that the node is behind when that lasts, sooner where it lacks many blocks, and writes no row a poll', async () => {
    const behind = { text: 'the node is behind: see to it' };
    await reporter.atTip(tipAt(61));
    const writes = vi.spyOn(pool, 'query');
    const after = async (ms: number, lag: number) => {
      later(ms);
      await reporter.behind({ ...behind, lag });
      return (await row())?.reason_code ?? null;
    };
    expect(await after(0, 2)).toBe(null);
    expect(await after(30_000, 2)).toBe(null);
    expect(await after(46_000, 2)).toBe('node-behind');
    const before = writes.mock.calls.length;
    for (let poll = 0; poll < 4; poll++) await reporter.behind({ text: `${poll}`, lag: 2 });
    expect(writes.mock.calls).toHaveLength(before);
    await reporter.atTip(tipAt(61));
    expect(await row()).toMatchObject({ phase: 'live', reason_code: null });
    expect(await after(46_001, 3)).toBe(null);
    expect(await after(52_000, 3)).toBe('node-behind');
    expect(await row()).toMatchObject({ phase: 'stalled' });
  });

  it('says with number, time and remedy that many blocks are left to come one by one, and of few nothing', async () => {
    const lines = report('btc', 'warn');
    const after = async (ms: number, height: number) => {
      later(ms);
      await reporter.advanced([blockAt(height)]);
      return read('reason_code, reason');
    };
    reporter.nodeTip(tipAt(5_000));
    await after(0, 1);
    expect(await after(60_000, 10)).toEqual({
      reason_code: 'far-behind',
      reason: expect.stringMatching(/^4990 blocks are left.*some \d+\.\d hours.*npx chaintrail drop-chain btc/),
    });
    await after(62_000, 20);
    expect(lines).toEqual([expect.stringMatching(/4990 blocks are left/)]);
    expect(await after(64_000, 4_500)).toEqual({ reason_code: null, reason: null });
  });

  it('shows an eta however long that is', async () => {
    reporter.nodeTip(tipAt(2_000_000_000));
    for (const [height, ms] of [
      [1, 0],
      [2, 110_000],
    ] as const) {
      later(ms);
      await reporter.advanced([blockAt(height)]);
    }
    reporter.start(0, NEW);
    const shows = async () => (await read('eta_seconds')).eta_seconds > 0;
    await waitFor(shows, { what: 'the eta to show', timeoutMs: 10_000 });
  });

  it('tells what the node was asked, what failed and how long it took', async () => {
    const figures = () => read('node_requests, node_failures, node_seconds');
    expect(await figures()).toEqual({ node_requests: null, node_failures: null, node_seconds: null });
    nodeMeter.count({ ms: 250, hasFailed: false });
    nodeMeter.count({ ms: 500, hasFailed: true });
    await reporter.atTip(tipAt(61));
    expect(await figures()).toEqual({ node_requests: '2', node_failures: '1', node_seconds: 0.75 });
  });

  it('says once that the chain came forward, not that it stands where it stood', async () => {
    const load = (height: number) => ({ written: { height, hash: 'bb'.repeat(32) }, transactions: 1 });
    await reporter.loaded([], load(6));
    expect(reporter.takeMoved()).toBe(false);
    await reporter.loaded([blockAt(7)], load(7));
    expect([reporter.takeMoved(), reporter.takeMoved()]).toEqual([true, false]);
    await reporter.advanced([blockAt(8)]);
    expect(reporter.takeMoved()).toBe(true);
    await reporter.atTip(tipAt(8));
    expect(reporter.takeMoved()).toBe(false);
  });

  it('writes nothing before it is started, and then its heartbeat', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const idle = new ProgressReporter(pool, 'btc', pino({ level: 'silent' }), nodeMeter);
    const writes = vi.spyOn(pool, 'query');
    vi.advanceTimersByTime(60_000);
    expect(writes).not.toHaveBeenCalled();
    idle.start(0, NEW);
    vi.advanceTimersByTime(2_000);
    idle.close();
    vi.useRealTimers();
    await waitFor(() => writes.mock.calls.length === 1, { what: 'the heartbeat', timeoutMs: 20_000 });
  });

  it('says when nothing moves any more', async () => {
    await reporter.atTip(tipAt(61));
    reporter.start(0, NEW);
    later(130_000);
    await waitFor(async () => (await row())?.reason_code === 'silent', {
      what: 'the silence to show',
      timeoutMs: 20_000,
    });
    expect(await row()).toMatchObject({ phase: 'stalled', live: true });
    vi.restoreAllMocks();
    await reporter.atTip(tipAt(62));
    await waitFor(async () => (await row())?.phase === 'live', { what: 'life to show', timeoutMs: 20_000 });
  });

  it('tells of a long rollback, which is no silence, until it has ended', async () => {
    await reporter.atTip(tipAt(61));
    reporter.start(0, NEW);
    reporter.rollsBack(7);
    const { now } = performance;
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 130_000);
    await waitFor(async () => (await row())?.reason_code === 'rolling-back', {
      what: 'the rollback to show',
      timeoutMs: 20_000,
    });
    expect(await row()).toMatchObject({ phase: 'syncing', live: true });
    reporter.nodeTip(tipAt(61));
    await reporter.atTip(tipAt(61));
    await waitFor(async () => (await row())?.phase === 'live', { what: 'its end to show', timeoutMs: 20_000 });
  });

  it('shows life also when the time of day was set back', async () => {
    const heartbeats = async () => (await read('heartbeat_at::text AS at')).at;
    reporter.nodeTip(tipAt(100));
    reporter.start(0, NEW);
    await reporter.advanced([blockAt(7)]);
    await waitFor(async () => (await heartbeats()) !== null, { what: 'the first heartbeat', timeoutMs: 10_000 });
    const before = await heartbeats();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    await waitFor(async () => (await heartbeats()) !== before, { what: 'another heartbeat', timeoutMs: 10_000 });
  });

  it('shows what a first sync is at from the start of a run until it ends, and no rates of blocks that stand still', async () => {
    const stageOf = () => read('phase, stage, share, transactions_per_second AS rate');
    reporter.start(0, { stage: 'load', share: 0.2, nodeHeight: 63 });
    await reporter.readingBack(0.5);
    await waitFor(async () => (await stageOf())?.stage === 'load', { what: 'the stage to show', timeoutMs: 20_000 });
    expect(await stageOf()).toEqual({ phase: 'syncing', stage: 'load', share: 0.2, rate: null });
    await reporter.inStage('sort', 0.5, { height: 61, hash: '00'.repeat(32) });
    const sorting = await stageOf();
    expect(sorting).toMatchObject({ stage: 'sort', rate: null });
    await reporter.inStage('index', 1, { height: 61, hash: '00'.repeat(32) });
    await reporter.endFirstSync();
    // 62 of 64 blocks; those that follow take it from there.
    expect(await stageOf()).toEqual({ phase: 'syncing', stage: null, share: 62 / 64, rate: null });
    expect(sorting?.share).toBeLessThan(62 / 64);
    reporter.nodeTip(tipAt(70));
    await reporter.advanced([blockAt(62)]);
    await reporter.atTip(tipAt(62, 70, true));
    expect(await stageOf()).toMatchObject({ phase: 'syncing', share: 62 / 64 });
    await reporter.atTip(tipAt(70));
    expect(await stageOf()).toMatchObject({ phase: 'live', share: null });
    await reporter.advanced([blockAt(71)]);
    await reporter.atTip(tipAt(71, 80, true));
    await waitFor(async () => (await stageOf())?.phase === 'syncing', { timeoutMs: 20_000 });
    expect(await stageOf()).toMatchObject({ share: null });
  });

  it('keeps why it stopped', async () => {
    await reporter.stopped('halted', { code: 'deep-reorg', text: 'too deep' });
    expect(await row()).toMatchObject({ phase: 'halted', reason_code: 'deep-reorg' });
  });
});
