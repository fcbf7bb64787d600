/** The queries of `docs/analysts.md`, as printed: what they answer on a small database, and how much of it they read. */
import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { holder, seedBitcoin, seedEthereum } from './support/analysts-world.js';
import { type PlanNode, rowsRead } from './support/plan.js';

const DOCUMENT = readFileSync(new URL('../../../docs/analysts.md', import.meta.url), 'utf8');

let database: TestDatabase;
let session: Session;
let ids: { readonly paid: string; readonly spent: string };

beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'analysts-test');
  await session.query(`SET timezone = 'UTC'`);
  ids = await seedBitcoin(session);
  await seedEthereum(session);
  for (const [, index] of DOCUMENT.matchAll(/```sql index\n([\s\S]*?)```/g)) await session.query(index!);
  await session.query('VACUUM ANALYZE');
}, 120_000);
afterAll(async () => {
  await closeSession(session);
  await database.drop();
});

/** The query of a numbered question. */
function queryOf(number: number): string {
  const section = DOCUMENT.split(/^### /m).find((part) => part.startsWith(`${number}. `));
  return section!.match(/```sql\n([\s\S]*?)```/)![1]!.trim().replace(/;$/, '');
}
it('prints', async () => {
  console.log(JSON.stringify(ids));
  for (let n = 1; n <= 20; n++) {
    const q = queryOf(n).replaceAll('PAID', ids.paid);
    try {
    const { rows } = await session.query(q);
    const plan = await session.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${q}`);
    console.log(n, rowsRead(plan.rows[0]!['QUERY PLAN'][0]!.Plan), JSON.stringify(rows));
    } catch (e) { console.log(n, 'ERROR', (e as Error).message); }
  }
});
