/**
 * Findings of the audit in the tables of an EVM chain: none where they agree, and every change in them.
 */
import { cloneDatabase, createChainDatabase, inSession, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAuditSession } from '../src/audit/audit-session.js';
import { checkBlocks } from '../src/audit/check-blocks.js';
import { checkEvmHistories } from '../src/audit/check-evm-histories.js';
import { checkEvmTransfers } from '../src/audit/check-evm-transfers.js';
import { ALL_ACCOUNT_KEYS, accountKeyRanges, FIRST_SEQ, type HistoryCursor } from '../src/audit/history-stretch.js';
import { closeSession, openSession, type Session } from '../src/connection.js';
import type { Findings } from '../src/tables/findings.js';
import { keyOf, seedAuditedEvmChain } from './support/evm-audited.js';

let database: TestDatabase;
let session: Session;
let audit: Session;

/** Nothing is wrong in it; each test has a copy. */
let right: TestDatabase;
beforeAll(async () => {
  right = await createChainDatabase({ chain: 'eth', indexed: true });
  await inSession(right.url, seedAuditedEvmChain);
});
afterAll(() => right.drop());

beforeEach(async () => {
  database = await cloneDatabase(right);
  session = await openSession(database.url, 'test');
  audit = (await openAuditSession(database.url, 'eth'))!;
});
afterEach(async () => {
  await closeSession(audit);
  await closeSession(session);
  await database.drop();
});

interface Stretch<Cursor> extends Findings {
  readonly rows: number;
  readonly next: Cursor | null;
}

/** @returns rows and problems of one range of keys */
async function walk<Cursor>(first: Cursor, look: (from: Cursor) => Promise<Stretch<Cursor>>) {
  const read = { rows: 0, problems: [] as string[] };
  for (let from: Cursor | null = first; from !== null; ) {
    const stretch: Stretch<Cursor> = await look(from);
    read.rows += stretch.rows;
    read.problems.push(...problems(stretch));
    from = stretch.next;
  }
  return read;
}

const problems = ({ examples }: Findings): string[] => examples.map(({ problem }) => problem);

const histories = ({ from, to } = ALL_ACCOUNT_KEYS, limit = 7) =>
  walk<HistoryCursor>({ key: from, seq: FIRST_SEQ }, (place) =>
    checkEvmHistories(audit, 'eth', { from: place, to, limit }),
  );

async function everything(): Promise<string[]> {
  return [
    ...problems(await checkBlocks(audit, 'eth', { from: 0, to: 1_000 })),
    ...(await histories()).problems,
    ...problems(await checkEvmTransfers(audit, 'eth', { from: 0, to: 1_000 })),
  ];
}

async function count(table: string): Promise<number> {
  return (await session.query<{ n: number }>(`SELECT count(*)::integer AS n FROM eth.${table}`)).rows[0]!.n;
}

describe('an EVM chain whose tables agree', () => {
  it('has no findings, in stretches of any length, and every row is looked at once', async () => {
    expect(await everything()).toEqual([]);
    for (const limit of [2, 11, 1_000]) {
      expect(await histories(ALL_ACCOUNT_KEYS, limit)).toEqual({
        rows: await count('address_transactions'),
        problems: [],
      });
    }
    const { transfers, touched } = await checkEvmTransfers(audit, 'eth', { from: 0, to: 1_000 });
    expect(transfers).toBe(await count('transfers'));
    expect(touched).toBe(await count('address_transactions'));
  });

  it('is the sum of its ranges', async () => {
    let rows = 0;
    for (const range of accountKeyRanges(1)) rows += (await histories(range)).rows;
    expect(rows).toBe(await count('address_transactions'));
  });
});

// Other changes are found by whole audits: apps/audit/test/evm-audit-damage.test.ts.
describe('what is changed is found', () => {
  const mine = (set: string, seq: number) =>
    `UPDATE eth.address_transactions SET ${set} WHERE address_key = '\\x${keyOf(1).toString('hex')}' AND seq = ${seq}`;
  it.each([
    ['a gross sum', mine('received = 0', 3), 'received'],
    ['an order', mine('tx_key = 1', 3), 'order'],
    ['a row above the tip', mine('tx_key = tx_key + (99::bigint << 20)', 2), 'above-cursor'],
    ['a block’s own row', 'UPDATE eth.transactions SET type = NULL WHERE tx_key = 5::bigint << 20', 'transactions'],
  ])('%s', async (_name, sql, problem) => {
    expect((await session.query(sql)).rowCount).toBeGreaterThan(0);
    expect(await everything()).toContain(problem);
  });
});
