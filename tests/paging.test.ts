/** Rows of a long history are read exactly once, by offsets and by cursors, while blocks are being appended. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openSession, type Session } from '@chaintrail/db';
import { Random } from '@chaintrail/devnet';
import {
  ApiClient,
  appendToLongHistory,
  createTestDatabase,
  type HistoryAnswer,
  inParallel,
  LONG_HISTORY,
  longHistoryEntry,
  type SpawnedApi,
  seedLongHistory,
  spawnApi,
  type TestDatabase,
} from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testSeed } from './support/seed.js';

const ROWS = 500_000;
/**
 * Rows of a stretch, all of which are read: pages of the middle and of both ends. Reading and checking a row takes 70 µs
 * of CPU time, at every depth alike.
 */
const STRETCH = 7_000;
const READERS = 3;
/** Read newest first: the ranges shift with every block, so they cannot add up to everything. */
const DESCENDING_PAGES = 70;
const APPEND_PAUSE_MS = 40;

let database: TestDatabase;
let session: Session;
let server: SpawnedApi;
let api: ApiClient<'utxo'>;
/** Rows of the address by now. */
let total = ROWS;

beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'chaintrail-test-seed');
  await seedLongHistory(session, ROWS);
  server = await spawnApi({ databaseUrl: database.url });
  api = new ApiClient(server.url, 'btc');
});
afterAll(async () => {
  await session?.end();
  await server?.process.stop();
  await database?.drop();
});

/** Appends small blocks all through a test. */
let appending: Promise<void>;
let appendMore: boolean;
beforeEach(() => {
  appendMore = true;
  appending = (async () => {
    for (let count = 1; appendMore; count = (count % 9) + 1) {
      await appendToLongHistory(session, total, count);
      total += count;
      await sleep(APPEND_PAUSE_MS);
    }
  })();
});
afterEach(async () => {
  appendMore = false;
  await appending;
});

/** Checks that the page holds the transactions `from`, `from + step` … of the history, and marks them as read. */
function take(page: HistoryAnswer, from: number, step: 1 | -1, read: Uint8Array): void {
  for (const [index, item] of page.transactions.entries()) {
    const n = from + step * index;
    const { txid, amount, balanceAfter } = longHistoryEntry(n);
    const expected = { txid, amount: amount.toString(), balanceAfter: balanceAfter.toString() };
    // So many matchers would take longer than the reading.
    if (item.txid !== txid || item.amount !== expected.amount || item.balanceAfter !== expected.balanceAfter) {
      expect(item, `transaction ${n} of the history`).toMatchObject(expected);
    }
    read[n] = (read[n] ?? 0) + 1;
  }
}

function expectEachReadOnce(read: Uint8Array, first: number, last: number): void {
  expect(read.subarray(first, last + 1).findIndex((times) => times !== 1)).toBe(-1);
}

const random = new Random(testSeed());

/** First offsets of stretches that do not overlap: both ends, and one of each half, which a run draws. */
const STRETCHES = [
  0,
  random.between(STRETCH, ROWS / 2 - STRETCH),
  random.between(ROWS / 2, ROWS - 2 * STRETCH),
  ROWS - STRETCH,
];

/** Ranges that cover the stretches, of random lengths, in random order. */
function randomPages(shortest: number, longest: number): { offset: number; limit: number }[] {
  const pages: { offset: number; limit: number; rank: number }[] = [];
  for (const first of STRETCHES) {
    for (let offset = first; offset < first + STRETCH; ) {
      const limit = Math.min(first + STRETCH - offset, random.between(shortest, longest));
      pages.push({ offset, limit, rank: random.fraction() });
      offset += limit;
    }
  }
  return pages.sort((a, b) => a.rank - b.rank);
}

test('oldest first, by random offsets and limits', { timeout: 180_000 }, async () => {
  const read = new Uint8Array(ROWS + 1);
  await inParallel(randomPages(400, 1_000), READERS, async ({ offset, limit }) => {
    const page = await api.history(LONG_HISTORY.address, { order: 'asc', limit, offset });
    expect(page.transactions.length).toBe(limit);
    expect(page.total).toBeGreaterThanOrEqual(ROWS);
    take(page, offset + 1, 1, read);
  });
  for (const first of STRETCHES) expectEachReadOnce(read, first + 1, first + STRETCH);
});

test('newest first, the offset counts from the total that the page names', { timeout: 180_000 }, async () => {
  const read = new Uint8Array(2 * ROWS);
  await inParallel(randomPages(1, 1_000).slice(0, DESCENDING_PAGES), READERS, async ({ offset, limit }) => {
    const page = await api.history(LONG_HISTORY.address, { limit, offset });
    expect(page.transactions.length).toBe(limit);
    take(page, page.total - offset, -1, read);
  });
  const beyond = await api.history(LONG_HISTORY.address, { limit: 10, offset: 900_000_000_000 });
  expect(beyond.transactions).toEqual([]);
  const end = await api.history(LONG_HISTORY.address, { order: 'asc', limit: 1000, offset: ROWS - 3 });
  take(end, ROWS - 2, 1, read);
});

test('by cursors, from both ends and up from the middle at once', { timeout: 180_000 }, async () => {
  const [readUp, readDown] = [new Uint8Array(2 * ROWS), new Uint8Array(2 * ROWS)];
  const middle = STRETCHES[1]!;
  const up = await api.history(LONG_HISTORY.address, { order: 'asc', limit: 1000 });
  const middleUp = await api.history(LONG_HISTORY.address, { order: 'asc', limit: 1000, offset: middle });
  const down = await api.history(LONG_HISTORY.address, { limit: 1000 });
  await Promise.all([
    followCursors(up, 1, 1, readUp, (next) => next > STRETCH),
    followCursors(middleUp, middle + 1, 1, readUp, (next) => next > middle + STRETCH),
    followCursors(down, down.total, -1, readDown, (next) => next <= ROWS - STRETCH),
  ]);
  expectEachReadOnce(readUp, 1, STRETCH);
  expectEachReadOnce(readUp, middle + 1, middle + STRETCH);
  expectEachReadOnce(readDown, ROWS - STRETCH + 1, ROWS);
});

test('cursors end at both ends', async () => {
  const read = new Uint8Array(2 * ROWS);
  const offset = total - 250;
  const oldest = await api.history(LONG_HISTORY.address, { limit: 100, offset });
  expect(await followCursors(oldest, oldest.total - offset, -1, read, () => false)).toBe(0);
  const newest = await api.history(LONG_HISTORY.address, { order: 'asc', limit: 100, offset: ROWS - 1 });
  expect(await followCursors(newest, ROWS, 1, read, () => false)).toBeGreaterThan(ROWS);
});

/** Reads pages until `done` or the last one. @returns the transaction that would come next */
async function followCursors(
  first: HistoryAnswer,
  from: number,
  step: 1 | -1,
  read: Uint8Array,
  done: (next: number) => boolean,
): Promise<number> {
  let page = first;
  for (let next = from; ; ) {
    take(page, next, step, read);
    next += step * page.transactions.length;
    if (page.next === null || done(next)) return next;
    const order = step === 1 ? ({ order: 'asc' } as const) : {};
    page = await api.history(LONG_HISTORY.address, { ...order, limit: 1000, cursor: page.next });
  }
}
