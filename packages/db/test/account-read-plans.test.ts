/**
 * As in read-plans.test.ts: what a page of an account's history looks at does not grow with what there is, nor with how
 * far in it lies.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { EXAMINED_ROWS } from '../src/index.js';
import { accountHistoryStatement } from '../src/read/evm/evm-history-statement.js';
import { LONG_KEY, longKey, seedLongAccount } from './support/account-long-history.js';
import { openReadDatabase } from './support/opened-databases.js';
import { nodeTypes, type PlanNode, rowsRead } from './support/plan.js';

const ROWS = 39_000;
const LIMIT = 25;
/** Transfers of the newest transaction. */
const TRANSFERS = 20_000;

const db = openReadDatabase(async (session) => {
  await seedLongAccount(session, ROWS);
  await session.query(
    `INSERT INTO eth.transfers (tx_key, idx, kind, amount) SELECT ${longKey(ROWS - 1)}, n, 'token', n FROM generate_series(1, ${TRANSFERS}) n`,
  );
});

async function plan(...values: readonly (number | boolean | null)[]): Promise<PlanNode> {
  const client = await db.pool.connect();
  try {
    const given = [`'\\x${LONG_KEY.toString('hex')}'`, ...values.map(String), `'{}', '{}', '{}', NULL`].join(', ');
    await client.query(
      `PREPARE page (bytea, boolean, bigint, bigint, bigint, bigint, numeric[], integer[], bytea[], integer) AS ${accountHistoryStatement('eth')}`,
    );
    const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE page (${given})`);
    await client.query('DEALLOCATE page');
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    client.release();
  }
}

/** Of a part: its ends as keys and times, offset, limit, direction, asset. */
async function partPlan(values: string): Promise<PlanNode> {
  const client = await db.pool.connect();
  try {
    await client.query(
      `PREPARE part (bytea, boolean, bigint, bigint, bigint, bigint, numeric[], integer[], bytea[], integer,
         bigint, bigint, bigint, bigint, bigint, bigint, text, boolean, bytea)
       AS ${accountHistoryStatement('eth', { part: true, compact: false })}`,
    );
    const given = `'\\x${LONG_KEY.toString('hex')}', true, ${values}`;
    const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE part (${given})`);
    await client.query('DEALLOCATE part');
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    client.release();
  }
}

describe.each(['empty', 'true'])('with the statistics of %s tables', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'true') await db.session.query('VACUUM ANALYZE');
    else
      await db.session.query(
        `UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relnamespace = 'eth'::regnamespace`,
      );
  });

  it.each([
    ['newest first, far in', true, ROWS / 2, null, null],
    ['newest first, in what was traced after the fact', true, ROWS - 500, null, null],
    ['newest first, behind the end', true, 5_000_000, null, null],
    ['oldest first, far in', false, ROWS / 2, null, null],
    ['newest first, by a cursor', true, 0, longKey(ROWS / 2), null],
    ['oldest first, by a cursor', false, 0, longKey(ROWS / 2), -1],
  ] as const)('a page of a history: %s', async (_name, newestFirst, offset, txKey, pendingId) => {
    const root = await plan(newestFirst, offset, txKey, pendingId, LIMIT);
    // Two searches of some sixteen steps, both lists' candidates, and for each transaction of the page a dozen rows.
    expect(rowsRead(root)).toBeLessThan(4 * 17 + 2 * LIMIT + 13 * LIMIT + 50);
    expect(nodeTypes(root)).not.toContain('Seq Scan');
  });

  it.each(['all', 'half'])('a page that is counted from a balance before %s of the history', async (part) => {
    const height = part === 'all' ? '0' : 'height / 2';
    await db.session.query(`UPDATE eth.address_balances SET height = ${height}`);
    const root = await plan(true, ROWS / 2, null, null, LIMIT);
    await db.session.query('UPDATE eth.address_balances SET height = (SELECT max(height) FROM eth.blocks)');
    expect(rowsRead(root)).toBeLessThan(8 * 17 + 2 * LIMIT + 13 * LIMIT + 50);
    expect(nodeTypes(root)).not.toContain('Seq Scan');
  });

  it('a page of a history whose balance nothing tells', async () => {
    await db.session.query('UPDATE eth.address_balances SET height = -height');
    const root = await plan(true, ROWS / 2, null, null, LIMIT);
    await db.session.query('UPDATE eth.address_balances SET height = -height');
    expect(rowsRead(root)).toBeLessThan(4 * 17 + 2 * LIMIT + 15 * LIMIT + 50);
    expect(nodeTypes(root)).not.toContain('Seq Scan');
  });

  it('a page of a part looks for its ends, too', async () => {
    const [since, until] = [1_700_000_000 + 20 * 12, 1_700_000_000 + 180 * 12];
    const root = await partPlan(
      `900, NULL, NULL, ${LIMIT}, '{}', '{}', '{}', NULL, NULL, ${since}, NULL, ${until}, 0, ${LIMIT}, NULL, false, NULL`,
    );
    expect(rowsRead(root)).toBeLessThan(8 * 17 + 2 * LIMIT + 13 * LIMIT + 70);
    expect(nodeTypes(root)).not.toContain('Seq Scan');
  });

  it('a page by asset goes through so many transactions and no more', async () => {
    const page = `0, NULL, NULL, ${EXAMINED_ROWS}, '{}', '{}', '{}', NULL, NULL, NULL, NULL, NULL, 0, ${LIMIT}`;
    const root = await partPlan(`${page}, NULL, false, '\\x77'`);
    // Both lists, what traces add to a row, counts of transfers and those themselves; and the newest one's.
    expect(rowsRead(root)).toBeLessThan(7 * EXAMINED_ROWS + TRANSFERS + 500);
    expect(nodeTypes(root)).not.toContain('Seq Scan');
  });

  it('a transaction with very many transfers is looked at in part', async () => {
    const root = await plan(true, 0, null, null, LIMIT);
    expect(rowsRead(root)).toBeLessThan(2_000 + 600);
    expect(nodeTypes(root)).not.toContain('Seq Scan');
  });
});
