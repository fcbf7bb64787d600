/**
 * As in read-plans.test.ts: what an answer about a Cosmos chain looks at does not grow with what there is, nor with how
 * far in it lies.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CosmosHistoryRow,
  type NewsPage,
  type NewsPlace,
  readCosmosHistory,
  readCosmosNews,
  readCosmosTransaction,
  TooHeavyError,
} from '../src/index.js';
import { ofMany } from '../src/read/chain-state.js';
import { cosmosHistoryStatement } from '../src/read/cosmos/cosmos-history-statement.js';
import { denominationStatement } from '../src/read/cosmos/denomination-statement.js';
import { cosmosBalanceStatement } from '../src/read/cosmos/read-cosmos-balance.js';
import { cosmosTransactionStatement } from '../src/read/cosmos/read-cosmos-transaction.js';
import { newsStatement, touchedStatement } from '../src/read/stream/news-statement.js';
import { FIRST_HEIGHT, LONG_ACCOUNT, longTxKey, seedLongCosmosAccount } from './support/cosmos-long-history.js';
import { openReadDatabase } from './support/opened-databases.js';
import { expectBounded, explainPrepared, type PlanNode, rowsRead, setStatistics } from './support/plan.js';

const ROWS = 30_000;
const ASSETS = 30;
const LIMIT = 25;
/** Transfers of the newest transaction, and what was paid for it. */
const TRANSFERS = 20_000;
const PAYOUTS = 3_000;

const db = openReadDatabase(async (session) => {
  await seedLongCosmosAccount(session, { rows: ROWS, assets: ASSETS });
  const newest = longTxKey(ROWS - 1);
  await session.query(
    `INSERT INTO rune.transfers (tx_key, idx, kind, amount) SELECT ${newest}, n, 'native', n FROM generate_series(2, ${TRANSFERS}) n`,
  );
  await session.query(
    `INSERT INTO rune.payouts (tx_key, idx, in_txid, out_txid, to_chain, to_address, asset, amount)
     SELECT paying.tx_key, 7, paid.txid, '\\x00', 'BTC', 'bc1', 'BTC.BTC', 1
     FROM rune.transactions paid CROSS JOIN rune.transactions paying
     WHERE paid.tx_key = ${newest} AND paying.tx_key BETWEEN ${longTxKey(0)} AND ${longTxKey(PAYOUTS)}`,
  );
});

const plan = (types: string, statement: string, given: readonly unknown[]): Promise<PlanNode> =>
  explainPrepared(db.pool, statement, types, given);

const PART_TYPES =
  'bytea, boolean, bigint, bigint, bigint, integer, bigint, bigint, bigint, bigint, bigint, bigint, text, boolean, text';
const account = `'\\x${LONG_ACCOUNT.toString('hex')}'`;
const page = (...values: readonly (number | boolean | null)[]): Promise<PlanNode> =>
  plan('bytea, boolean, bigint, bigint, bigint, integer', cosmosHistoryStatement('rune'), [
    account,
    ...values.map(String),
    'NULL',
  ]);
const balance = (height: number | null): Promise<PlanNode> =>
  plan('bytea, integer, bigint', cosmosBalanceStatement('rune'), [account, String(height), 100]);

describe.each(['empty', 'true'] as const)('with the statistics of %s tables', (statistics) => {
  beforeAll(() => setStatistics(db.session, statistics, 'rune'));

  it.each([
    ['newest first, far in', true, ROWS / 2, null],
    ['newest first, behind the end', true, 5_000_000, null],
    ['oldest first, far in', false, ROWS / 2, null],
    ['newest first, by a cursor', true, 0, ROWS / 2],
    ['oldest first, by a cursor', false, 0, ROWS / 2],
  ] as const)('a page of a history: %s', async (_name, newestFirst, offset, seq) => {
    const root = await page(newestFirst, offset, seq, LIMIT);
    // For each transaction: itself, its block, two transfers and their count, what it paid and was paid, what answered
    // it.
    expectBounded(root, 12 * LIMIT + 50);
  });

  it('a page of a part looks for its ends, too', async () => {
    const [since, until] = [1_700_000_000 + 20 * 6, 1_700_000_000 + 130 * 6];
    const given = [account, true, 900, null, LIMIT, null, null, since, null, until, 0, LIMIT, null, false, null].map(
      String,
    );
    const root = await plan(PART_TYPES, cosmosHistoryStatement('rune', { part: true, compact: false }), given);
    expectBounded(root, 12 * LIMIT + 50 + 2 * 20);
  });

  it.each([true, false])(
    'a page of a denomination looks at its changes alone; newest first: %s',
    async (newestFirst) => {
      const given = [account, newestFirst, null, null, null, null, null, 0, LIMIT, `'asset-7'`, null].map(String);
      const root = await plan(
        'bytea, boolean, bigint, bigint, bigint, bigint, bigint, bigint, bigint, text, integer',
        denominationStatement('rune', false),
        given,
      );
      // All of them are counted, and those of the page are looked for in the history.
      expectBounded(root, ROWS / ASSETS + (12 + 16) * LIMIT + 50);
    },
  );

  it('a transaction with very many transfers and payouts is looked at in part', async () => {
    const root = await page(true, 0, null, LIMIT);
    expectBounded(root, 2_000 + 12 * LIMIT + 200);
    const { rows } = await db.session.query(
      `SELECT encode(txid, 'hex') AS txid FROM rune.transactions WHERE tx_key = ${longTxKey(ROWS - 1)}`,
    );
    const whole = await plan('bytea, integer, integer, integer', cosmosTransactionStatement('rune'), [
      ...[`'\\x${rows[0].txid}'`, '0', '1000', 'NULL'],
    ]);
    expectBounded(whole, 1_000 + 3 * 1_000 + 100);
  });

  it.each([
    ['the tip', null, 0],
    ['a past block', FIRST_HEIGHT + 40, 17],
  ] as const)('a balance at %s', async (_name, height, steps) => {
    const root = await balance(height);
    // Twice a denomination: to find it, and its newest row. Of millions of rows of one, no other is looked at.
    expectBounded(root, 2 * (ASSETS + 1) + steps + 20);
  });

  it('balances of many, each as it would be alone', async () => {
    const many = 50;
    const keys = `ARRAY[${Array(many).fill(account).join(', ')}]::bytea[]`;
    const statement = ofMany(cosmosBalanceStatement('rune', 'first', '$4::integer'), { $1: 'bytea[]' });
    const root = await plan('bytea[], integer, bigint, integer', statement, [keys, FIRST_HEIGHT + 40, 100, 200]);
    expectBounded(root, many * (2 * (ASSETS + 1) + 17 + 20));
  });

  it.each([
    ['behind the tip, who follows an address costs its newest row', ROWS, 25],
    ['where payouts are new, who follows an address costs those', ROWS - 200, 3_000],
    // A page looks at so many payouts at most, and at a page of its rows; all of the address's have an outcome.
    ['far behind, a page of news has a bound', 0, 50_000],
  ] as const)('%s', async (_name, from, most) => {
    const place = longTxKey(from) - 1;
    const watched = `ARRAY[${[account, ...Array.from({ length: 500 }, (_, n) => `'\\x${n.toString(16).padStart(40, '0')}'`)].join(', ')}]::bytea[]`;
    const touched = await plan('bytea[], bigint', touchedStatement('rune', 'told'), [watched, place + 1]);
    const given = [watched, place, 'NULL', Number.MAX_SAFE_INTEGER, LIMIT];
    const news = await plan('bytea[], bigint, bytea, bigint, integer', newsStatement('rune', 'told'), given);
    for (const root of [touched, news]) {
      expectBounded(root, most);
    }
  });

  it('a transaction that another one is paid for', async () => {
    const { rows } = await db.session.query(
      `SELECT encode(txid, 'hex') AS txid FROM rune.transactions WHERE tx_key = ${longTxKey(100)}`,
    );
    const root = await plan('bytea, integer, integer, integer', cosmosTransactionStatement('rune'), [
      ...[`'\\x${rows[0].txid}'`, '0', '1000', 'NULL'],
    ]);
    expectBounded(root, 20);
  });
});

it('pages of news, however many payouts lie between, tell each outcome once and in order', async () => {
  const key = LONG_ACCOUNT.toString('hex');
  const places: NewsPlace[] = [];
  let rest: NewsPlace | null = { at: longTxKey(ROWS / 2) - 1, key: null };
  while (rest !== null) {
    const query = { kind: 'told', keys: [key], after: rest, to: longTxKey(ROWS + 200) - 1, limit: 5_000 } as const;
    const page: NewsPage<CosmosHistoryRow> | null = await readCosmosNews(db.pool, 'rune', query);
    places.push(...page!.rows.map(({ place }) => place));
    rest = page!.next;
  }
  // Every third is answered by the next, every sixhundredth in the next block.
  const outcomes = places.filter((place) => place.key !== key);
  expect([places.length - outcomes.length, outcomes.length]).toEqual([ROWS / 2, ROWS / 2 / 600]);
  const sorted = places.toSorted((a, b) => a.at - b.at || (a.key! < b.key! ? -1 : 1));
  expect(places).toEqual(sorted);
  expect(new Set(places.map(({ at, key: own }) => `${at} ${own}`)).size).toBe(places.length);
});

describe('a transaction with very many messages and transfers', () => {
  const MESSAGES = 2_500;
  const newest = (): Promise<Buffer> =>
    db.session
      .query(`SELECT txid FROM rune.transactions WHERE tx_key = ${longTxKey(ROWS - 1)}`)
      .then(({ rows }) => rows[0].txid);
  beforeAll(async () => {
    await db.session.query(
      `UPDATE rune.transactions SET messages = (SELECT jsonb_agg(jsonb_build_object('type', 'x', 'n', n)) FROM generate_series(1, ${MESSAGES}) n)
       WHERE tx_key = ${longTxKey(ROWS - 1)}`,
    );
  });

  it('has each of them in one of its parts', async () => {
    const txid = await newest();
    const [messages, amounts]: [unknown[], string[]] = [[], []];
    for (let offset = 0; offset <= TRANSFERS; offset += 1_000) {
      const part = { offset, limit: 1_000, mostWeight: null };
      const { transaction } = (await readCosmosTransaction(db.pool, 'rune', txid, part))!;
      expect(transaction).toMatchObject({ messageCount: MESSAGES, transferCount: TRANSFERS + 1 });
      expect(transaction!.transfers.length).toBe(Math.min(1_000, TRANSFERS + 1 - offset));
      messages.push(...transaction!.messages.map(({ n }) => n));
      amounts.push(...transaction!.transfers.map(({ amount }) => amount));
    }
    expect(messages).toEqual(Array.from({ length: MESSAGES }, (_, n) => n + 1));
    expect(amounts.slice(2)).toEqual(Array.from({ length: TRANSFERS - 1 }, (_, n) => String(n + 2)));
    const far = { offset: 15_000, limit: 10, mostWeight: 50 };
    const given = [`'\\x${txid.toString('hex')}'`, far.offset, far.limit, far.mostWeight];
    const root = await plan('bytea, integer, integer, integer', cosmosTransactionStatement('rune'), given);
    expect(rowsRead(root)).toBeLessThan(10 + 3 * 1_000 + 100);
  });

  it('is left out where it weighs more than it may, alone and in a history', async () => {
    const txid = await newest();
    const read = (mostWeight: number) =>
      readCosmosTransaction(db.pool, 'rune', txid, { offset: 0, limit: 1_000, mostWeight });
    await expect(read(199)).rejects.toThrow(TooHeavyError);
    expect((await read(400))!.transaction!.transfers).toHaveLength(1_000);
    const page = { newestFirst: true, offset: 0, from: null, limit: LIMIT };
    await expect(readCosmosHistory(db.pool, 'rune', LONG_ACCOUNT, { ...page, mostWeight: 9 })).rejects.toThrow(
      TooHeavyError,
    );
    expect((await readCosmosHistory(db.pool, 'rune', LONG_ACCOUNT, { ...page, mostWeight: 100 }))!.rows).toHaveLength(
      LIMIT,
    );
  });
});
