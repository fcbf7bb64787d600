import { createPool, type Pool } from '@chaintrail/db';
import { createTestDatabase, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressReporter } from '../src/progress-reporter.js';

let database: TestDatabase;
let pool: Pool;
let reporter: ProgressReporter;

const tipAt = (height: number, networkHeight = height, catchingUp = false) => ({
  ...{ height, networkHeight, catchingUp },
  hash: 'aa'.repeat(32),
});

async function row() {
  const { rows } = await pool.query<{ phase: string; reason_code: string | null; live: boolean; node_height: number }>(
    `SELECT phase, reason_code, live_since IS NOT NULL AS live, node_height FROM sync_state WHERE chain = 'btc'`,
  );
  return rows[0];
}

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 2, applicationName: 'test' });
  await pool.query(
    `INSERT INTO sync_state (chain, network, history_from, phase) VALUES ('btc', 'regtest', 0, 'starting')`,
  );
  reporter = new ProgressReporter(pool, 'btc', pino({ level: 'silent' }));
});

afterEach(async () => {
  vi.restoreAllMocks();
  reporter.close();
  await pool.end();
  await database.drop();
});

describe('the progress of a chain', () => {
  it('is live only when the node itself has everything', async () => {
    reporter.nodeTip(tipAt(61, 900_000, true));
    await reporter.atTip(tipAt(61, 900_000, true));
    expect(await row()).toEqual({ phase: 'syncing', reason_code: 'node-syncing', live: false, node_height: 900_000 });
    reporter.nodeTip(tipAt(61));
    await reporter.atTip(tipAt(61));
    expect(await row()).toEqual({ phase: 'live', reason_code: null, live: true, node_height: 61 });
  });

  it('stays live for one new block and does not for a gap', async () => {
    await reporter.atTip(tipAt(61));
    reporter.start(0, null);
    reporter.nodeTip(tipAt(62));
    reporter.nodeTip(tipAt(65));
    await waitFor(async () => (await row())?.phase === 'syncing', { what: 'the gap to show', timeoutMs: 20_000 });
  });

  it('says once that the chain came forward, not that it stands where it stood', async () => {
    const block = { height: 7, hash: 'bb'.repeat(32), parentHash: 'aa'.repeat(32), txCount: 1, size: 300 };
    const load = (height: number) => ({ written: { height, hash: block.hash }, transactions: 1 });
    await reporter.loaded([], load(6));
    expect(reporter.takeMoved()).toBe(false);
    await reporter.loaded([block], load(7));
    expect([reporter.takeMoved(), reporter.takeMoved()]).toEqual([true, false]);
    await reporter.advanced([{ ...block, height: 8 }]);
    expect(reporter.takeMoved()).toBe(true);
    await reporter.atTip(tipAt(8));
    expect(reporter.takeMoved()).toBe(false);
  });

  it('writes nothing before it is started, and says when nothing moves any more', async () => {
    const writes = vi.spyOn(pool, 'query');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(writes).not.toHaveBeenCalled();
    await reporter.atTip(tipAt(61));
    reporter.start(0, null);
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 130_000);
    await waitFor(async () => (await row())?.reason_code === 'silent', {
      what: 'the silence to show',
      timeoutMs: 20_000,
    });
    expect(await row()).toMatchObject({ phase: 'stalled', live: true });
    vi.restoreAllMocks();
    await reporter.atTip(tipAt(62));
    await waitFor(async () => (await row())?.phase === 'live', { what: 'life to show', timeoutMs: 20_000 });
  });

  it('shows what a first sync is at from the start of a run until it ends, and no rates of blocks that stand still', async () => {
    const stageOf = async () => {
      const { rows } = await pool.query(
        `SELECT phase, stage, share, transactions_per_second AS rate FROM sync_state WHERE chain = 'btc'`,
      );
      return rows[0];
    };
    reporter.start(0, { stage: 'load', share: 0.2 });
    await reporter.readingBack(0.5);
    await waitFor(async () => (await stageOf())?.stage === 'load', { what: 'the stage to show', timeoutMs: 20_000 });
    expect(await stageOf()).toEqual({ phase: 'syncing', stage: 'load', share: 0.2, rate: null });
    await reporter.inStage('sort', 0.5, { height: 61, hash: '00'.repeat(32) });
    expect(await stageOf()).toMatchObject({ stage: 'sort', rate: null });
    await reporter.endFirstSync();
    expect(await stageOf()).toEqual({ phase: 'syncing', stage: null, share: null, rate: null });
  });

  it('keeps why it stopped', async () => {
    await reporter.stopped('halted', { code: 'deep-reorg', text: 'too deep' });
    expect(await row()).toMatchObject({ phase: 'halted', reason_code: 'deep-reorg' });
  });
});
