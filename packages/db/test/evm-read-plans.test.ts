/**
 * As in read-plans.test.ts: what a page of an EVM address's history looks at does not grow with what there is, nor with how
 * far in it lies.
 */
import { beforeAll, describe, it } from 'vitest';
import { EXAMINED_FOR_MENTIONS, EXAMINED_ROWS } from '../src/index.js';
import { evmHistorySql } from '../src/read/evm/evm-history-statement.js';
import { evmBalanceStatement } from '../src/read/evm/read-evm-balance.js';
import { historyStatement, plainHistoryStatement } from '../src/read/history-statement.js';
import { LONG_KEY, longKey, seedLongEvmHistory } from './support/evm-long-history.js';
import { openReadDatabase } from './support/opened-databases.js';
import { expectBounded, explainPrepared, type PlanNode, setStatistics } from './support/plan.js';

const ROWS = 39_000;
const LIMIT = 25;
/** Transfers of the newest transaction. */
const TRANSFERS = 20_000;

const db = openReadDatabase(async (session) => {
  await seedLongEvmHistory(session, ROWS);
  await session.query(
    `INSERT INTO eth.transfers (tx_key, idx, kind, amount) SELECT ${longKey(ROWS - 1)}, n, 'token', n FROM generate_series(1, ${TRANSFERS}) n`,
  );
});

const explained = (types: string, statement: string, given: string): Promise<PlanNode> =>
  explainPrepared(db.pool, statement, types, [given]);

const KEY = `'\\x${LONG_KEY.toString('hex')}'`;
const TYPES = 'bytea, boolean, bigint, bigint, bigint, bigint, integer';
const SQL = evmHistorySql('eth');

const plan = (...values: readonly (number | boolean | null)[]): Promise<PlanNode> =>
  explained(TYPES, historyStatement('eth', SQL), [KEY, ...values.map(String), 'NULL'].join(', '));

/** Parameters of most pages: offset and limit. */
const plainPlan = (offset: number): Promise<PlanNode> =>
  explained(
    'bytea, boolean, bigint, bigint, integer',
    plainHistoryStatement('eth', SQL),
    `${KEY}, true, ${offset}, ${LIMIT}, NULL`,
  );

/** Plan of a part: its ends as keys and times, offset, limit, direction, asset. */
const partPlan = (values: string): Promise<PlanNode> =>
  explained(
    `${TYPES}, bigint, bigint, bigint, bigint, bigint, bigint, text, boolean, bytea, boolean`,
    historyStatement('eth', SQL, { part: true, compact: false }),
    `${KEY}, true, ${values}`,
  );

/** Parameter of a balance: the last block to count. */
const balancePlan = (height: number | null): Promise<PlanNode> =>
  explained('bytea, integer, integer', evmBalanceStatement('eth'), `${KEY}, ${height}, 100`);

describe.each(['empty', 'true'] as const)('with the statistics of %s tables', (statistics) => {
  beforeAll(() => setStatistics(db.session, statistics, 'eth'));

  it.each([
    ['newest first, far in', true, ROWS / 2, null, null],
    ['newest first, behind the end', true, 5_000_000, null, null],
    ['oldest first, far in', false, ROWS / 2, null, null],
    ['newest first, by a cursor', true, 0, longKey(ROWS / 2), null],
    ['oldest first, by a cursor', false, 0, longKey(ROWS / 2), -1],
  ] as const)('a page of a history: %s', async (_name, newestFirst, offset, txKey, pendingId) => {
    const root = await plan(newestFirst, offset, txKey, pendingId, LIMIT);
    // A search of some sixteen steps, and for each transaction of the page a dozen rows.
    expectBounded(root, 4 * 17 + 2 * LIMIT + 13 * LIMIT + 50);
  });

  it.each([0, ROWS / 2])('a page by offset of a history with nothing pending: %i', async (offset) => {
    const root = await plainPlan(offset);
    expectBounded(root, 12 * LIMIT + 50 + (offset === 0 ? 2_000 : 0));
  });

  it('a page of a part looks for its ends, too', async () => {
    const [since, until] = [1_700_000_000 + 20 * 12, 1_700_000_000 + 180 * 12];
    const root = await partPlan(
      `900, NULL, NULL, ${LIMIT}, NULL, NULL, ${since}, NULL, ${until}, 0, ${LIMIT}, NULL, false, NULL, false`,
    );
    expectBounded(root, 8 * 17 + 2 * LIMIT + 13 * LIMIT + 70);
  });

  it('a page by asset goes through so many transactions and no more', async () => {
    const page = `0, NULL, NULL, ${EXAMINED_ROWS}, NULL, NULL, NULL, NULL, NULL, 0, ${LIMIT}`;
    const root = await partPlan(`${page}, NULL, false, '\\x77', false`);
    // Rows, counts of transfers and those themselves; and the newest one's.
    expectBounded(root, 7 * EXAMINED_ROWS + TRANSFERS + 500);
  });

  it('a page without mentions goes through a thousand transactions and no more', async () => {
    const page = `0, NULL, NULL, ${EXAMINED_FOR_MENTIONS}, NULL, NULL, NULL, NULL, NULL, 0, ${LIMIT}`;
    const root = await partPlan(`${page}, NULL, false, NULL, true`);
    expectBounded(root, 9 * EXAMINED_FOR_MENTIONS + 500);
  });

  it('further tokens of an address are found where the page before ended', async () => {
    const values = `${KEY}, NULL, 100, '\\x77', 5, 1, 3, '\\x78', -1`;
    const types = 'bytea, integer, integer, bytea, numeric, integer, integer, bytea, numeric';
    const root = await explained(types, evmBalanceStatement('eth', 'after'), values);
    expectBounded(root, 2 * 17 + 60);
  });

  it.each([
    ['at the tip', 0, null],
    ['in the middle', 0, 100],
    ['at the tip, traced from a block on', 60, null],
    ['in the middle, traced from a block on', 60, 100],
  ] as const)('a balance %s', async (_name, from, height) => {
    await db.session.query(`UPDATE eth.internal_sync SET from_height = ${from}`);
    const root = await balancePlan(height);
    await db.session.query('UPDATE eth.internal_sync SET from_height = 0');
    // At most two searches, for the last row and for the one before the traced blocks.
    expectBounded(root, 2 * 17 + 40);
  });

  it('a transaction with very many transfers is looked at in part', async () => {
    const root = await plan(true, 0, null, null, LIMIT);
    expectBounded(root, 2_000 + 600);
  });
});
