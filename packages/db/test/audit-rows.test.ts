import { cloneDatabase, createTestDatabase, inSession, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { beginAudit, finishAudit, readEarlierPosition, saveAudit } from '../src/audit/audit-rows.js';
import { inSnapshot, openAuditSession } from '../src/audit/audit-session.js';
import { readLastAuditStart, readLatestAudits, readRunningAudits } from '../src/audit/read-latest-audits.js';
import { closeSession, type Session } from '../src/connection.js';
import type { CheckReport } from '../src/tables/findings.js';
import { registerChain } from '../src/write/ledger.js';

let database: TestDatabase;
let session: Session;

let empty: TestDatabase;
beforeAll(async () => {
  empty = await createTestDatabase();
  await inSession(empty.url, async (making) => {
    for (const chain of ['ltc', 'btc'] as const) await registerChain(making, chain, 'regtest', 0);
  });
});
afterAll(() => empty.drop());

beforeEach(async () => {
  database = await cloneDatabase(empty);
  session = (await openAuditSession(database.url, 'ltc'))!;
});
afterEach(async () => {
  await closeSession(session);
  await database.drop();
});

const CHECK: CheckReport = {
  ...{ name: 'blocks', outcome: 'findings', reason: null, share: 1, facts: { blocks: 5 }, findings: 2 },
  examples: [{ problem: 'parent', place: 'block 3', expected: 'aa', found: 'bb' }],
};
const PROGRESS = { checks: [CHECK], position: { seed: 7 }, block: { height: 9, hash: 'ab'.repeat(32) } };
const results = async () => (await session.query('SELECT scope, result FROM ltc.audits ORDER BY id')).rows;

it('an audit that was interrupted is gone on with', async () => {
  const begun = await beginAudit(session, 'ltc', 'full');
  expect(begun).toMatchObject({ checks: [], block: null, position: null });
  await saveAudit(session, 'ltc', begun.id, PROGRESS);
  expect(await beginAudit(session, 'ltc', 'full')).toEqual({ id: begun.id, ...PROGRESS });
  expect(await readLatestAudits(session)).toEqual([]);
  expect(await readLastAuditStart(session, 'ltc')).toBeNull();
});

it.each([
  ['of another scope', `SELECT 1`, 'sample'],
  ['of last week', `UPDATE ltc.audits SET updated_at = now() - interval '7 days'`, 'full'],
] as const)('one %s is not', async (_, sql, scope) => {
  const { id } = await beginAudit(session, 'ltc', 'full');
  await saveAudit(session, 'ltc', id, PROGRESS);
  await session.query(sql);
  const next = await beginAudit(session, 'ltc', scope);
  expect(next.id).toBeGreaterThan(id);
  expect(await results()).toEqual([
    { scope: 'full', result: 'failed' },
    { scope, result: 'running' },
  ]);
});

it('the last finished one of each chain is told, without what is for the operator', async () => {
  for (const result of ['clean', 'findings', 'failed'] as const) {
    const { id } = await beginAudit(session, 'ltc', 'sample');
    await finishAudit(session, 'ltc', id, PROGRESS, result, 'node-host:8332 is away');
  }
  await beginAudit(session, 'ltc', 'sample');
  const latest = await readLatestAudits(session);
  expect(latest).toEqual([
    {
      ...{ chain: 'ltc', scope: 'sample', result: 'failed', height: 9, hash: 'ab'.repeat(32), findings: 2 },
      ...{ startedAt: expect.any(Number), finishedAt: expect.any(Number) },
      checks: [{ name: 'blocks', outcome: 'findings', findings: 2, share: 1 }],
    },
  ]);
  expect(JSON.stringify(latest)).not.toContain('node-host');
  expect(Math.abs(Date.now() - (await readLastAuditStart(session, 'ltc'))!)).toBeLessThan(600_000);
  expect(await readLastAuditStart(session, 'btc')).toBeNull();
});

it('one is under way while somebody makes it', async () => {
  expect(await readRunningAudits(session)).toEqual([]);
  const { id } = await beginAudit(session, 'ltc', 'full');
  const begun = { chain: 'ltc', scope: 'full', startedAt: expect.any(Number), findings: 0, check: null, share: null };
  expect(await readRunningAudits(session)).toEqual([begun]);
  await saveAudit(session, 'ltc', id, PROGRESS);
  expect(await readRunningAudits(session)).toEqual([{ ...begun, findings: 2, check: 'blocks', share: 1 }]);
  await closeSession(session);
  // An audit of another chain is none of this one.
  session = (await openAuditSession(database.url, 'btc'))!;
  expect(await readRunningAudits(session)).toEqual([]);
});

it('sums are gone on from where the last clean one left them', async () => {
  for (const [height, result] of [
    [5, 'clean'],
    [8, 'findings'],
  ] as const) {
    const { id } = await beginAudit(session, 'ltc', 'sample');
    await finishAudit(session, 'ltc', id, { ...PROGRESS, position: { pools: { height } } }, result, null);
  }
  expect(await readEarlierPosition(session, 'ltc', 'pools')).toEqual({ height: 5 });
  expect(await readEarlierPosition(session, 'btc', 'pools')).toBeNull();
});

it('the newest few hundred are kept', async () => {
  await session.query(
    "INSERT INTO ltc.audits (scope, result, finished_at) SELECT 'sample', 'clean', now() FROM generate_series(1, 500)",
  );
  await beginAudit(session, 'ltc', 'sample');
  expect(await results()).toHaveLength(400);
});

it('a chain is audited once at a time, two chains may be side by side', async () => {
  expect(await openAuditSession(database.url, 'ltc')).toBeNull();
  const other = await openAuditSession(database.url, 'btc');
  expect(other).not.toBeNull();
  await closeSession(other!);
  await closeSession(session);
  session = (await openAuditSession(database.url, 'ltc'))!;
});

it('a code that is none becomes no table name', async () => {
  await expect(openAuditSession(database.url, 'ltc; DROP TABLE blocks' as never)).rejects.toThrow(RangeError);
});

it('an audit writes nothing but its own rows', async () => {
  await expect(inSnapshot(session, () => session.query('DELETE FROM ltc.blocks'))).rejects.toThrow(/read-only/);
});
