/**
 * Findings of the audit in the tables of an EVM chain: none where they agree, and every change in them.
 */
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_ACCOUNT_KEYS, accountKeyRanges } from '../src/audit/history-stretch.js';
import { openAuditSession } from '../src/audit/audit-session.js';
import { checkBlocks } from '../src/audit/check-blocks.js';
import { checkEvmHistories } from '../src/audit/check-evm-histories.js';
import { checkEvmTransfers } from '../src/audit/check-evm-transfers.js';
import { FIRST_SEQ, type HistoryCursor } from '../src/audit/history-stretch.js';
import { closeSession, openSession, type Session } from '../src/connection.js';
import type { Findings } from '../src/tables/findings.js';
import { keyOf, seedAuditedEvmChain } from './support/evm-audited.js';

let database: TestDatabase;
let session: Session;
let audit: Session;

beforeEach(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'test');
  await seedAuditedEvmChain(session);
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

describe('what is changed is found', () => {
  const me = `address_key = '\\x${keyOf(1).toString('hex')}'`;
  const told = 'eth.address_transactions';
  it.each([
    [
      'a rank',
      `UPDATE ${told} SET seq = seq + 1 WHERE ${me} AND seq = (SELECT max(seq) FROM ${told} WHERE ${me})`,
      'rank',
    ],
    ['a sum', `UPDATE ${told} SET balance = balance + 1 WHERE ${me} AND seq = 2`, 'balance'],
    ['a gross sum', `UPDATE ${told} SET received = 0 WHERE ${me} AND seq = 3`, 'received'],
    ['an effect', `UPDATE ${told} SET delta = delta + 1 WHERE ${me} AND seq = 2`, 'delta'],
    ['an order', `UPDATE ${told} SET tx_key = 1 WHERE ${me} AND seq = 3`, 'order'],
    ['a row', `DELETE FROM ${told} WHERE ${me} AND seq = (SELECT max(seq) FROM ${told} WHERE ${me})`, 'not-in-history'],
    [
      'a row above the tip',
      `UPDATE ${told} SET tx_key = tx_key + 99::bigint << 20 WHERE ${me} AND seq = 2`,
      'above-cursor',
    ],
    ['an internal transfer', `DELETE FROM eth.transfers WHERE kind = 'internal'`, 'delta'],
    ['a numbering', `UPDATE eth.transfers SET idx = idx + 1 WHERE idx = 0`, 'numbering'],
    [
      'a transaction',
      `DELETE FROM eth.transactions WHERE tx_key = (SELECT max(tx_key) FROM eth.transfers)`,
      'without-transaction',
    ],
    ['a count of transactions', `UPDATE eth.blocks SET tx_count = 3 WHERE height = 4`, 'transactions'],
    ['a block’s own row', `UPDATE eth.transactions SET type = NULL WHERE tx_key = 5::bigint << 20`, 'transactions'],
  ])('%s', async (_name, sql, problem) => {
    expect((await session.query(sql)).rowCount).toBeGreaterThan(0);
    expect(await everything()).toContain(problem);
  });
});
