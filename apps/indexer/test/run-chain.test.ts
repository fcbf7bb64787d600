/** State that one attempt to follow a chain leaves to the next one, on a real PostgreSQL. */
import { type BlockRef, NodeError, requireChain } from '@chaintrail/chains';
import { createPool, type FirstSync, inTransaction, openSession, type Pool, type Session } from '@chaintrail/db';
import { createTestDatabase, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BackgroundWork } from '../src/follow/background-work.js';
import type { LinkedBlock } from '../src/follow/block-source.js';
import { NodeMeter } from '../src/follow/meters.js';
import { runChain } from '../src/run-chain.js';
import { ledgerOf, sourceOf } from './fake-chain.js';

const NODE = { subversion: 'test', chain: 'regtest', blocks: 2, headers: 2, bestHash: '', initialBlockDownload: false };
const NO_FIRST_SYNC = {
  stage: async () => null,
  shown: async () => ({ share: null, nodeHeight: null }),
  finish: async () => undefined,
} as unknown as FirstSync<LinkedBlock>;

let database: TestDatabase;
let pool: Pool;
let stop: AbortController;
let running: Promise<void> = Promise.resolve();
/** Events, in order. */
let events: string[];
/** Lines of the log. */
let lines: { level: number; msg: string }[];

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 2, applicationName: 'run-chain-test' });
  await pool.query('CREATE TABLE written (word text)');
  stop = new AbortController();
  events = [];
  lines = [];
});
afterEach(async () => {
  stop.abort();
  await running;
  await pool.end();
  await database.drop();
});

interface Parts {
  onOpen?(session: Session): Promise<void>;
  prepare?(session: Session): Promise<unknown>;
  /** Work between two blocks of each attempt, by its number. */
  between(attempt: number, session: Session): Partial<BackgroundWork>;
}

/** Follows a chain that is at its tip. */
function run({ onOpen, prepare, between }: Parts): void {
  let attempts = 0;
  running = runChain({
    chain: requireChain('ltc'),
    databaseUrl: database.url,
    pool,
    nodeMeter: new NodeMeter(),
    source: Object.assign(sourceOf('abc'), {
      preflight: async () => ({ ...NODE, pruned: false, pruneHeight: null, warnings: [] }),
      waitForNewBlock: (_tip: BlockRef, _timeoutMs: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    }),
    async openLedger(session) {
      events.push(`open ${++attempts}`);
      await onOpen?.(session);
      return Object.assign(ledgerOf('abc'), { prepare: async () => void (await prepare?.(session)) });
    },
    openFirstSync: () => NO_FIRST_SYNC,
    openBackgroundWork: (session) => ({
      step: async () => void events.push(`step ${attempts}`),
      reload: () => undefined,
      wake: () => undefined,
      idleMs: Number.POSITIVE_INFINITY,
      close: async () => undefined,
      ...between(attempts, session),
    }),
    ...{ startHeight: 0, reorgLimit: 10, finalityBinds: true, pollMs: 1, bytesAhead: 1_000 },
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    signal: stop.signal,
  });
}

/** Closes what belongs to an attempt no sooner than PostgreSQL has answered. */
const slowlyClosed = (attempt: number) => ({
  async close() {
    await pool.query('INSERT INTO written SELECT generate_series(1, 1000)::text');
    events.push(`closed ${attempt}`);
  },
});

describe('following a chain', () => {
  it('waits for a session that is no indexer, names it with the remedy, and goes on when it is gone', async () => {
    const stranger = await openSession(database.url, 'psql');
    await stranger.query('SELECT pg_advisory_lock(1667785065, 2)');
    run({ between: () => ({}) });
    await waitFor(async () => lines.length > 0, { what: 'a word about the lock' });
    expect(lines[0]).toMatchObject({
      level: 50,
      msg: expect.stringMatching(/^standing by: .*"psql", PostgreSQL proc/),
    });
    const [remedy] = /SELECT pg_terminate_backend\(\d+\)/.exec(lines[0]!.msg)!;
    await pool.query(remedy);
    await waitFor(async () => events.includes('step 1'), { what: 'the chain to be followed' });
    expect(lines.map(({ msg }) => msg)).toContain('chain owned');
    await stranger.end().catch(() => undefined);
  });

  it('begins anew on the same session only when nothing of the attempt before is under way', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const seen: unknown[] = [];
    run({
      async onOpen(session) {
        // Would be read in the middle of the transaction, and is gone if that fails.
        seen.push(
          (await session.query('SELECT count(*)::int AS rows, now() = statement_timestamp() AS alone FROM written'))
            .rows[0],
        );
        if (seen.length > 1) letGo();
      },
      between: (attempt, session) => ({
        async step() {
          events.push(`step ${attempt}`);
          if (attempt > 1) return;
          const leftUnderway = inTransaction(session, async () => {
            await session.query(`INSERT INTO written VALUES ('half')`);
            await held;
            throw new Error('given up');
          });
          leftUnderway.catch(() => events.push('over'));
          await session.query('SELECT 1');
          throw new NodeError('is away', true, { chain: 'ltc', method: 'test' });
        },
        async close() {
          events.push(`closed ${attempt}`);
          letGo();
        },
      }),
    });
    await waitFor(() => events.includes('step 2'));
    expect(events).toEqual(['open 1', 'step 1', 'closed 1', 'over', 'open 2', 'step 2']);
    expect(seen).toEqual(Array(2).fill({ rows: 0, alone: true }));
  });

  it('has closed what ran between blocks before another session takes the chain over', async () => {
    run({ between: slowlyClosed });
    await waitFor(() => events.includes('step 1'));
    const other = await openSession(database.url, 'run-chain-test');
    await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'chaintrail-indexer-ltc' AND datname = current_database()`,
    );
    await other.end();
    await waitFor(() => events.includes('step 2'));
    expect(events).toEqual(['open 1', 'step 1', 'closed 1', 'open 2', 'step 2']);
  });

  it('ends at once while PostgreSQL builds an index that was not wanted before', async () => {
    run({ prepare: (session) => session.query('SELECT pg_sleep(60)'), between: () => ({}) });
    const isBuilding = `SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'`;
    await waitFor(async () => (await pool.query(isBuilding)).rowCount === 1);
    stop.abort();
    await running;
    expect(events).toEqual(['open 1']);
  });

  it('has closed what ran between blocks when it ends', async () => {
    run({ between: slowlyClosed });
    await waitFor(() => events.includes('step 1'));
    stop.abort();
    await running;
    expect(events).toEqual(['open 1', 'step 1', 'closed 1']);
  });
});
