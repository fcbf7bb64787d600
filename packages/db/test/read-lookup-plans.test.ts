/**
 * As in read-plans.test.ts: what a page of a block, or of holders, looks at does not grow with what there is, nor with
 * how far in it lies.
 */
import { seedLongHistory } from '@chaintrail/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { blockStatement } from '../src/read/read-block.js';
import { COUNTED_HOLDERS, holdersStatement } from '../src/read/read-holders.js';
import { seedLongAccount } from './support/account-long-history.js';
import { FIRST_HEIGHT, seedLongCosmosAccount } from './support/cosmos-long-history.js';
import { openReadDatabase } from './support/opened-databases.js';
import { nodeTypes, type PlanNode, rowsRead } from './support/plan.js';

const ROWS = 30_000;
const LIMIT = 25;
/** Of a token, half of them known; of other tokens as many. */
const HOLDERS = 60_000;
/** Holders with the same balance. */
const EQUAL = 10_000;
const TOKEN = `'\\x${'ab'.repeat(20)}'::bytea`;

const db = openReadDatabase(async (session) => {
  await seedLongHistory(session, ROWS);
  await seedLongAccount(session, ROWS);
  await seedLongCosmosAccount(session, { rows: ROWS, assets: 3 });
  const holder = `substr(sha256(n::text::bytea), 1, 20)`;
  const balance = `CASE WHEN n <= ${EQUAL} THEN 7 ELSE n END`;
  for (const statement of [
    `INSERT INTO eth.tokens (asset, first_height, standard, address) VALUES (${TOKEN}, 1, 'erc20', '')`,
    `INSERT INTO eth.token_balances (address_key, asset, token_id, first_touched, touched, height, balance)
     SELECT ${holder}, asset, token_id, 1, 1, CASE WHEN n % 2 = 0 THEN 1 END, CASE WHEN n % 2 = 0 THEN ${balance} END
     FROM generate_series(1, ${HOLDERS}) n, (VALUES (${TOKEN}, NULL::numeric), (${TOKEN}, 5), ('\\xcd'::bytea, NULL)) t(asset, token_id)`,
    `INSERT INTO rune.token_holdings (tx_key, address_key, asset, balance)
     SELECT 1, ${holder}, asset, CASE WHEN n % 2 = 0 THEN ${balance} ELSE 0 END
     FROM generate_series(1, ${HOLDERS}) n, (VALUES ('tcy'), ('x/ruji')) t(asset)`,
  ])
    await session.query(statement);
});

async function plan(statement: string, types: string, given: readonly (string | number)[]): Promise<PlanNode> {
  const client = await db.pool.connect();
  try {
    await client.query(`PREPARE page (${types}) AS ${statement}`);
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE page (${given.join(', ')})`,
    );
    await client.query('DEALLOCATE page');
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    client.release();
  }
}

const CHAINS = ['btc', 'eth', 'rune'] as const;

describe.each(['empty', 'true'])('with the statistics of %s tables', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'true') await db.session.query('VACUUM ANALYZE');
    else
      await db.session.query(
        `UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relnamespace IN ('btc'::regnamespace, 'eth'::regnamespace, 'rune'::regnamespace)`,
      );
  });

  it.each(CHAINS.flatMap((chain) => (['height', 'hash', 'latest'] as const).map((by) => [chain, by] as const)))(
    'a page far in a block of %s, by %s',
    async (chain, by) => {
      const { rows } = await db.session.query(
        `SELECT (tx_key >> 20)::integer AS height, count(*)::integer AS entries, encode(b.hash, 'hex') AS hash
       FROM ${chain}.transactions t JOIN ${chain}.blocks b ON b.height = (tx_key >> 20)::integer
       GROUP BY 1, 3 HAVING count(*) > 20 ORDER BY ${by === 'latest' ? '1 DESC' : '1 OFFSET 5'} LIMIT 1`,
      );
      const { height, entries, hash } = rows[0];
      const name = by === 'height' ? [height, 'NULL'] : by === 'hash' ? ['NULL', `'\\x${hash}'`] : ['NULL', 'NULL'];
      const limit = Math.min(LIMIT, entries >> 1);
      const root = await plan(blockStatement(chain), 'integer, bytea, bigint, bigint, integer', [
        ...name,
        entries - limit,
        limit,
        'NULL',
      ]);
      // For each transaction: itself, a dozen rows of what it moved and paid; the block, the one above it, the last
      // entry.
      expect(rowsRead(root)).toBeLessThan(14 * limit + 20);
      expect(nodeTypes(root)).not.toContain('Seq Scan');
    },
  );

  const holders = (chain: 'eth' | 'rune', ...[id, offset, balance]: readonly (string | number)[]) =>
    plan(holdersStatement(chain), `${chain === 'eth' ? 'bytea' : 'text'}, numeric, bigint, bigint, numeric, bytea`, [
      ...[chain === 'eth' ? TOKEN : `'tcy'`, id!, offset!, LIMIT, balance!],
      balance === 'NULL' ? 'NULL' : `'\\x80'`,
    ]);

  it.each([
    ['eth', 'the first', 'NULL', 0, 'NULL'],
    ['eth', 'by the largest offset', 'NULL', COUNTED_HOLDERS, 'NULL'],
    ['eth', 'by a cursor, far in', 'NULL', 0, 20_000],
    ['eth', 'by a cursor, among equal ones', 'NULL', 0, 7],
    ['eth', 'of one of its ids', 5, 0, 'NULL'],
    ['eth', 'of one of its ids, by a cursor', 5, 0, 7],
    ['rune', 'the first', 'NULL', 0, 'NULL'],
    ['rune', 'by the largest offset', 'NULL', COUNTED_HOLDERS, 'NULL'],
    ['rune', 'by a cursor, far in', 'NULL', 0, 20_000],
    ['rune', 'by a cursor, among equal ones', 'NULL', 0, 7],
  ] as const)('a page of holders of %s: %s', async (chain, _name, id, offset, balance) => {
    const root = await holders(chain, id, offset, balance);
    // Known and unknown ones are counted; a cursor counts the unknown ones alone.
    const counted = (chain === 'eth' ? COUNTED_HOLDERS : 0) + (balance === 'NULL' ? COUNTED_HOLDERS : 0);
    expect(rowsRead(root)).toBeLessThan(counted + offset + LIMIT + 20);
    expect(nodeTypes(root)).not.toContain('Seq Scan');
  });

  it('a page of holders where nobody knows what was there before', async () => {
    await db.session.query(`UPDATE rune.sync_state SET history_from = ${FIRST_HEIGHT + 1}`);
    const root = await holders('rune', 'NULL', 0, 'NULL');
    await db.session.query(`UPDATE rune.sync_state SET history_from = ${FIRST_HEIGHT}`);
    expect(rowsRead(root)).toBeLessThan(COUNTED_HOLDERS + 20);
    expect(nodeTypes(root)).not.toContain('Seq Scan');
  });
});
