/** tx_range: from times to tx_keys, held against all blocks of chains whose times fall now and then, or stand still. */
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIndexedChain, openSession, type Session } from '../src/index.js';
import { nodeTypes, type PlanNode, rowsRead } from './support/plan.js';

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
        const range = heights.length === 0 ? 'empty' : `[${2 ** 20 * heights[0]!},${2 ** 20 * (heights.at(-1)! + 1)})`;
        expect(await rangeOf(chain, iso(from), iso(until))).toBe(range);
      }),
      { numRuns: 200 },
    );
  });

  it('may have no ends', async () => {
    const all = `[0,${2 ** 20 * BLOCKS})`;
    expect(await rangeOf(chain, '-infinity', 'infinity')).toBe(all);
    expect(await rangeOf(chain, '4713-01-01 BC', '290000-01-01')).toBe(all);
    expect(await rangeOf(chain, 'infinity', '-infinity')).toBe('empty');
    expect(await rangeOf(chain, 'infinity', 'infinity')).toBe('empty');
  });

  it('is a range of an index, as its comment says', async () => {
    const range = `${chain}.tx_range('${iso(START + 100_000)}', '${iso(START + 110_000)}')`;
    const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) SELECT txid FROM ${chain}.transactions WHERE tx_key >= lower(${range}) AND tx_key < upper(${range})`,
    );
    const plan = rows[0]!['QUERY PLAN'][0].Plan;
    expect(nodeTypes(plan).join()).toMatch(/Index|Bitmap/);
    expect(rowsRead(plan)).toBeLessThan(200);
  });
});
