/** 200,000 transactions that blocks tell of and 60,000 that only traces do, as one history: right and cheap at every offset. */
import { openSession, readEvmHistory, type Session } from '@chaintrail/db';
import { Random } from '@chaintrail/devnet';
import { createTestDatabase, inParallel, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../apps/api/test/support/start-api.js';
import { LONG_EVM_HISTORY, longEvmEntry, seedLongEvmHistory } from './support/long-evm-history.js';
import { testSeed } from './support/seed.js';

const ROWS = 260_000;
const READERS = 3;
const PAGES = 120;

interface Page {
  readonly total: number;
  readonly next: string | null;
  readonly transactions: readonly {
    readonly txid: string;
    readonly amount: string;
    readonly balanceAfter: string | null;
  }[];
}

let database: TestDatabase;
let session: Session;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'chaintrail-test-seed');
  await seedLongEvmHistory(session, ROWS);
  api = await startApi(database.url);
}, 300_000);
afterAll(async () => {
  await session?.end();
  await api?.stop();
  await database?.drop();
});

async function read(query: string): Promise<Page> {
  const response = await fetch(`${api.url}/v0/addresses/eth/${LONG_EVM_HISTORY.address}/transactions?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

/** Checks that the page holds the transactions `from`, `from + step` … of the history. */
function expectEntries({ transactions }: Page, from: number, step: 1 | -1): void {
  const found = transactions.map(({ txid, amount, balanceAfter }) => ({ txid, amount, balanceAfter }));
  const right = transactions.map((_, index) => longEvmEntry(from + step * index));
  expect(found).toEqual(right);
}

const random = new Random(testSeed());

test('random offsets, from both ends', { timeout: 180_000 }, async () => {
  await inParallel(Array.from({ length: PAGES }), READERS, async () => {
    const [offset, limit, isUp] = [random.below(ROWS), random.between(1, 300), random.chance(0.5)];
    const page = await read(`limit=${limit}&offset=${offset}${isUp ? '&order=asc' : ''}`);
    expect([page.total, page.transactions.length]).toEqual([ROWS, Math.min(limit, ROWS - offset)]);
    expectEntries(page, isUp ? offset + 1 : ROWS - offset, isUp ? 1 : -1);
  });
});

test('cursors go on from random offsets, over the border between what was traced when', {
  timeout: 180_000,
}, async () => {
  const starts = [0, ROWS / 2 - 500, ROWS - 1_200, random.below(ROWS), random.below(ROWS)];
  await inParallel(starts, READERS, async (offset) => {
    for (const [order, step] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      let page = await read(`limit=250&offset=${offset}&order=${order}`);
      let n = step === 1 ? offset + 1 : ROWS - offset;
      for (let pages = 0; pages < 5; pages++) {
        expectEntries(page, n, step);
        n += step * page.transactions.length;
        if (page.next === null) break;
        page = await read(`limit=250&cursor=${encodeURIComponent(page.next)}`);
      }
    }
  });
});

/** Pages of tables and indexes of the chain that this session has looked at. */
async function lookedAt(): Promise<number> {
  await session.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await session.query<{ blocks: number }>(
    `SELECT sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0))::float8 AS blocks
     FROM pg_statio_user_tables WHERE schemaname = 'eth'`,
  );
  return rows[0]?.blocks ?? 0;
}

test('a page looks at about as much of the database at every offset', async () => {
  const offsets = [0, 100, 10_000, 50_000, ROWS / 2, 200_000, ROWS - 100];
  const looks: Record<string, number> = {};
  for (const newestFirst of [true, false]) {
    for (const offset of offsets) {
      // The lesser of two looks: the first also plans the statement, and an autovacuum may come upon either.
      const counts: number[] = [];
      for (let look = 0; look < 2; look++) {
        const before = await lookedAt();
        const page = { newestFirst, offset, from: null, limit: 25 };
        const found = await readEvmHistory(session, 'eth', LONG_EVM_HISTORY.addressKey, page);
        expect(found?.rows.length).toBe(25);
        counts.push((await lookedAt()) - before);
      }
      looks[`${newestFirst ? 'newest' : 'oldest'} first, offset ${offset}`] = Math.min(...counts);
    }
  }
  console.info(looks);
  const counts = Object.values(looks);
  expect(Math.min(...counts)).toBeGreaterThan(25);
  // A list read from its beginning would be some 2,000 at the far end.
  expect(Math.max(...counts)).toBeLessThan(2 * Math.min(...counts) + 500);
});
