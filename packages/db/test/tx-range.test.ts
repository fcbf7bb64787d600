/** tx_range: from times to tx_keys, held against all blocks of chains whose times fall now and then, or stand still. */
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIndexedChain, openSession, type Session } from '../src/index.js';
import { explain, nodeTypes, pagesRead, rowsRead } from './support/plan.js';

const BLOCKS = 3_000;
const START = 1_700_000_000;

let database: TestDatabase;
let session: Session;
/** Header times by height. */
const times: Record<'btc' | 'eth', number[]> = { btc: [], eth: [] };

beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'tx-range-test');
  // Ten minutes apart and stamped up to two hours early or late; several in a second, and a pause now and then.
  times.btc = drawn(fc.integer({ min: -7_200, max: 7_200 })).map((shift, height) => START + 600 * height + shift);
  let time = START;
  times.eth = drawn(fc.constantFrom(0, 0, 0, 1, 12, 5_000)).map((pause) => {
    time += pause;
    return time;
  });
  for (const chain of ['btc', 'eth'] as const) {
    await createIndexedChain(session, chain, 'mainnet');
    await session.query(
      `INSERT INTO ${chain}.blocks (time, height, tx_count, size, hash, parent_hash)
       SELECT time, n - 1, 1, 1, sha256(int8send(n)), sha256(int8send(n - 1)) FROM unnest($1::bigint[]) WITH ORDINALITY AS times(time, n)`,
      [times[chain]],
    );
    if (chain === 'btc') {
      // As the indexer notes it.
      await session.query(`UPDATE btc.blocks b SET max_time = latest
        FROM (SELECT height, max(time) OVER (ORDER BY height) AS latest FROM btc.blocks) m WHERE m.height = b.height AND b.time < latest`);
    }
    await session.query(
      `INSERT INTO ${chain}.transactions (tx_key, txid) SELECT height::bigint << 20, hash FROM ${chain}.blocks`,
    );
    await session.query(`ANALYZE ${chain}.blocks; ANALYZE ${chain}.transactions`);
  }
});
afterAll(async () => {
  await session?.end();
  await database?.drop();
});

function drawn(arbitrary: fc.Arbitrary<number>): number[] {
  return fc.sample(arbitrary, { seed: 20_261_122, numRuns: BLOCKS });
}

async function rangeOf(chain: string, since: string, until: string): Promise<string> {
  const { rows } = await session.query<{ range: string }>(
    `SELECT ${chain}.tx_range($1::timestamptz, $2::timestamptz)::text AS range`,
    [since, until],
  );
  return rows[0]!.range;
}

const iso = (seconds: number) => new Date(1_000 * seconds).toISOString();

describe.each(['btc', 'eth'] as const)('on %s', (chain) => {
  it('spans the blocks whose time lies in it', async () => {
    const last = Math.max(...times[chain]);
    const moments = fc.oneof(
      fc.integer({ min: START - 10_000, max: last + 10_000 }),
      fc.constantFrom(...times[chain].slice(0, 50)),
    );
    await fc.assert(
      fc.asyncProperty(moments, moments, fc.boolean(), async (since, until, half) => {
        const from = half ? since + 0.5 : since;
        const heights = times[chain].flatMap((time, height) => (time >= from && time < until ? [height] : []));
        const range =
          heights.length === 0 ? 'empty' : `[${2 ** 20 * heights[0]!},${2 ** 20 * (heights.at(-1)! + 1) - 1})`;
        expect(await rangeOf(chain, iso(from), iso(until))).toBe(range);
      }),
      { numRuns: 200 },
    );
  });

  it('is NULL where a time is, as the last height at it', async () => {
    const { rows } = await session.query(
      `SELECT num_nulls(${chain}.tx_range(NULL, now()), ${chain}.tx_range(now(), NULL), ${chain}.height_at(NULL)) AS nulls`,
    );
    expect(rows[0].nulls).toBe(3);
  });

  it('may have no ends', async () => {
    const all = `[0,${2 ** 20 * BLOCKS - 1})`;
    expect(await rangeOf(chain, '-infinity', 'infinity')).toBe(all);
    expect(await rangeOf(chain, '4713-01-01 BC', '290000-01-01')).toBe(all);
    expect(await rangeOf(chain, 'infinity', '-infinity')).toBe('empty');
    expect(await rangeOf(chain, 'infinity', 'infinity')).toBe('empty');
  });

  const since = iso(START + 100_000);
  const until = iso(START + 110_000);
  const range = `${chain}.tx_range('${since}', '${until}')`;
  // Times around now, which are no constants.
  const moving = `${chain}.tx_range(now() - (now() - timestamptz '${since}'), now() - (now() - timestamptz '${until}'))`;
  // Seconds from there to now; the test ends long before they would be others.
  const AGO = Math.round(Date.now() / 1_000) - (START + 100_000);
  const UNTIL_AGO = AGO - 10_000;
  const span = `b.time >= ${START + 100_000} AND b.time < ${START + 110_000}`;
  const FORMS: readonly (readonly [name: string, condition: string])[] = [
    ['two comparisons', `tx_key >= lower(${range}) AND tx_key < upper(${range})`],
    ['BETWEEN', `tx_key BETWEEN lower(${range}) AND upper(${range})`],
    ['<@', `tx_key <@ ${range}`],
    [
      '<@ with times that are no constants',
      `tx_key <@ ${chain}.tx_range(now() - interval '${AGO} s', now() - interval '${UNTIL_AGO} s')`,
    ],
    ['times that are no constants', `tx_key >= lower(${moving}) AND tx_key < upper(${moving})`],
    ['BETWEEN such times', `tx_key BETWEEN lower(${moving}) AND upper(${moving})`],
    ['subqueries', `tx_key >= (SELECT lower(${moving})) AND tx_key < (SELECT upper(${moving}))`],
    [
      'heights',
      `tx_key > ${chain}.tx_key(${chain}.height_at('${since}')) AND tx_key < ${chain}.tx_key(${chain}.height_at('${until}') + 1)`,
    ],
    [
      'blocks.time',
      `TRUE) SELECT t.txid FROM ${chain}.blocks b JOIN ${chain}.transactions t ON t.tx_key >= ${chain}.tx_key(b.height) AND t.tx_key < ${chain}.tx_key(b.height + 1) WHERE (${span}`,
    ],
  ];
  const statementOf = (condition: string): string =>
    condition.startsWith('TRUE)')
      ? `${condition.slice(6)})`
      : `SELECT txid FROM ${chain}.transactions WHERE ${condition}`;

  it.each(FORMS)('is a range of the index: %s', async (_, condition) => {
    const plan = await explain(session, statementOf(condition));
    expect(nodeTypes(plan).join()).toMatch(/Index|Bitmap/);
    expect(rowsRead(plan)).toBeLessThan(250);
    // A row costs what its pages do, and the ends of the range once.
    expect(pagesRead(plan)).toBeLessThan(4 * plan['Actual Rows'] + 150);
  });

  it('is the same by <@ as by comparisons, negated too, and of no blocks', async () => {
    for (const keys of [moving, range, `${chain}.tx_range('infinity', '-infinity')`]) {
      const differing = `SELECT FROM ${chain}.transactions
        WHERE (tx_key <@ ${keys}) <> coalesce(tx_key >= lower(${keys}) AND tx_key < upper(${keys}), false)`;
      expect((await session.query(differing)).rowCount).toBe(0);
    }
  });

  it('is not looked up for each row that it filters, and costs a sorted walk nothing', async () => {
    const plan = await explain(
      session,
      `SELECT count(*) FROM (SELECT tx_key, count(*) FROM ${chain}.transactions GROUP BY tx_key OFFSET 0) t
       WHERE tx_key >= lower(${range}) AND tx_key < upper(${range})`,
    );
    expect(pagesRead(plan)).toBeLessThan(BLOCKS / 4);
  });

  it('is found anew by a statement that is prepared', async () => {
    const open = `'${iso(Math.max(...times[chain]) - 600)}', '290000-01-01'`;
    try {
      await session.query('BEGIN');
      await session.query(`PREPARE counted AS SELECT count(*)::integer AS count FROM ${chain}.blocks
      WHERE height::bigint << 20 <@ ${chain}.tx_range(${open})`);
      const before = (await session.query('EXECUTE counted')).rows[0].count;
      await session.query(`INSERT INTO ${chain}.blocks (time, height, tx_count, size, hash, parent_hash)
      SELECT max(time) + 1, max(height) + 1, 1, 1, '', '' FROM ${chain}.blocks`);
      expect((await session.query('EXECUTE counted')).rows[0].count).toBeGreaterThan(before);
    } finally {
      await session.query('ROLLBACK');
      await session.query('DEALLOCATE counted');
    }
  });

  it('has the last height at a moment: also between blocks, before the first and after the last', async () => {
    const moments = [
      START - 100_000,
      START,
      START + 12_345,
      START + 777_777,
      Math.max(...times[chain]),
      Math.max(...times[chain]) + 1e6,
    ];
    for (const moment of moments) {
      const expected = times[chain].findLastIndex((time) => time <= moment);
      const { rows } = await session.query(`SELECT ${chain}.height_at($1::timestamptz) AS height`, [iso(moment)]);
      expect(rows[0].height).toBe(expected === -1 ? null : expected);
    }
  });
});
