/** Work for every block of a Cosmos chain does not grow with what there is. */
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { becomeOwner, closeSession, type Session } from '../src/index.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';
import { extendTokenHistory, fillTokenHistory } from '../src/write/cosmos/token-history.js';
import { type PlanNode, rowsRead } from './support/plan.js';

const BLOCKS = 3_000;
const PER_BLOCK = 20;
const ADDRESSES = 50;

let database: TestDatabase;
let session: Session;

beforeAll(async () => {
  database = await createTestDatabase();
  session = (await becomeOwner(database.url, 'rune'))!;
  await createIndexedChain(session, 'rune', 'mocknet');
  const address = (n: string) => `substr(sha256(int4send((${n}) % ${ADDRESSES})), 1, 20)`;
  await session.query(
    `INSERT INTO rune.transfers (tx_key, idx, kind, from_key, to_key, asset, amount)
     SELECT (h::bigint << 20) + n, 0, 'token', ${address('h * 31 + n * 7')}, ${address('h * 17 + n * 3')}, 'asset' || n % 3, 1 + n
     FROM generate_series(1, ${BLOCKS}) h CROSS JOIN generate_series(0, ${PER_BLOCK - 1}) n`,
  );
  await session.query(`DELETE FROM rune.transfers WHERE from_key = to_key`);
  await fillTokenHistory(session, 'rune');
  await session.query('VACUUM ANALYZE');
});
afterAll(async () => {
  if (session !== undefined) await closeSession(session);
  await database?.drop();
});

const span = { from: (BLOCKS - 1) * 2 ** 20, to: (BLOCKS + 1) * 2 ** 20 - 1 };

type Plan = PlanNode & { readonly 'Shared Hit Blocks'?: number };

/** A session that keeps the plans of statements with parameters. @param explain runs one, and says its plan */
function explainingSession(
  explain: (text: string, values: readonly number[]) => Promise<{ readonly 'QUERY PLAN': readonly { Plan: Plan }[] }[]>,
) {
  const plans: Plan[] = [];
  const query = async (query: string | { readonly text: string; readonly values: readonly number[] }) => {
    if (typeof query === 'string') await session.query(query);
    else plans.push((await explain(query.text, query.values))[0]!['QUERY PLAN'][0]!.Plan);
  };
  return { explaining: { query } as unknown as Session, plans };
}

it.each(['force_custom_plan', 'force_generic_plan'])(
  'continues running balances by probes of the index: %s',
  async (mode) => {
    const written = () =>
      session.query(
        `SELECT * FROM rune.token_history WHERE tx_key >= ${span.from} ORDER BY address_key, asset, tx_key`,
      );
    const expected = (await written()).rows;
    expect(expected.length).toBeGreaterThan(2 * PER_BLOCK);
    // As a prepared statement, whose plan may be the same for all spans.
    const { explaining, plans } = explainingSession(async (text, values) => {
      await session.query(`SET LOCAL plan_cache_mode = ${mode}; PREPARE extend (bigint, bigint) AS ${text}`);
      const { rows } = await session.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE extend (${values.join()})`);
      await session.query('DEALLOCATE extend');
      return rows;
    });
    await session.query('BEGIN');
    await session.query(`DELETE FROM rune.token_history WHERE tx_key >= ${span.from}`);
    await extendTokenHistory(explaining, 'rune', span);
    expect((await written()).rows).toEqual(expected);
    await session.query('ROLLBACK');
    // Added rows count as well: the holdings are made of them.
    expect(plans.map(rowsRead)).toEqual([expect.toSatisfy((rows: number) => rows < 12 * PER_BLOCK)]);
  },
);

it('looks at few pages for each row, however many of the same holdings a span adds', async () => {
  const many = { from: 500 * 2 ** 20, to: span.to };
  const { explaining, plans } = explainingSession(
    async (text, values) => (await session.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values])).rows,
  );
  await session.query('BEGIN');
  const { rowCount } = await session.query(`DELETE FROM rune.token_history WHERE tx_key >= ${many.from}`);
  await session.query('COMMIT');
  await session.query('VACUUM rune.token_history');
  await session.query('BEGIN');
  await extendTokenHistory(explaining, 'rune', many);
  await session.query('ROLLBACK');
  expect(rowCount).toBeGreaterThan(50_000);
  // 9 here; 16 where each look passes over what the statement itself has added, and hundreds of times the work on those
  // pages.
  expect(plans[0]!['Shared Hit Blocks']! / rowCount!).toBeLessThan(12);
});
