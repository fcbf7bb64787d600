/** The limits and sizes are taken from a database that the product's own tests fill. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainTables, openSession, type Session, UTXO_TABLES } from '@chaintrail/db';
import { createTestChain, createTestDatabase, seedLongHistory, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureBlockLimit, measureCopyLimit, prepareCopy } from '../src/harness/copy-limit.js';
import { bytesTable, readRelationBytes } from '../src/sync/relation-bytes.js';

let database: TestDatabase;
let session: Session;
const folder = mkdtempSync(join(tmpdir(), 'chaintrail-limits-'));
beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'chaintrail-test');
  await seedLongHistory(session, 2_500);
});
afterAll(async () => {
  await session.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function count(from: string): Promise<number> {
  const { rows } = await session.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${from}`);
  return rows[0]!.n;
}

test.each(UTXO_TABLES)('%s is copied row by row into a table without indexes', async (table) => {
  const bare = await prepareCopy(session, 'btc', table, `SELECT * FROM btc.${table}`, folder);
  expect(await count(bare.table)).toBe(0);
  await bare.copy();
  expect(await count(bare.table)).toBe(await count(`btc.${table}`));
  expect(await count(`(SELECT * FROM ${bare.table} EXCEPT SELECT * FROM btc.${table}) AS other`)).toBe(0);
  expect(await count(`pg_index WHERE indrelid = '${bare.table}'::regclass`)).toBe(0);
  await bare.remove();
});

/** Where work stands, and what was noted of it. */
const KEPT_OF_WORK =
  /^(mempool_.*|sync_state|first_sync|internal_(sync|ranges|gaps)|address_gaps|token_changes|reorgs|orphaned_blocks|node_fees|audits)$/;

test.each(['btc', 'eth', 'rune'] as const)('what is copied of %s is every table with confirmed rows', async (chain) => {
  await createTestChain(database.url, chain);
  const { rows } = await session.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
    [chain],
  );
  const confirmed = rows.map(({ name }) => name).filter((name) => !KEPT_OF_WORK.test(name));
  expect(confirmed.sort()).toEqual([...chainTables(chain)].sort());
});

test('the limit of a sync leaves nothing behind', async () => {
  expect(await measureCopyLimit(session, 'btc', folder)).toBeGreaterThan(0);
  expect(await count("pg_class WHERE relname LIKE 'bare_%'")).toBe(0);
  expect(await count("pg_file_settings WHERE name = 'autovacuum'")).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test('the limit of a block is of the rows that the last block wrote', async () => {
  // 500 transactions of one address, the block itself; both addresses are older.
  const { p50Ms, rows } = await measureBlockLimit(session, 'btc', folder);
  expect(p50Ms).toBeGreaterThan(0);
  expect(rows).toBe(500 + 500 + 1);
  expect(await count("pg_class WHERE relname LIKE 'bare_%'")).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test('bytes are told for every table and index of the chain', async () => {
  const bytes = await readRelationBytes(session, 'btc');
  expect(Object.keys(bytes)).toEqual(
    expect.arrayContaining(['transactions', 'transactions_txid', 'address_transactions_history', 'blocks_height']),
  );
  const { rows } = await session.query<{ bytes: string }>("SELECT pg_relation_size('btc.transactions_txid') AS bytes");
  expect(bytes['transactions_txid']).toBe(Number(rows[0]!.bytes));
  expect(bytesTable({ transactions: 3 * 2 ** 20, transactions_txid: 2 ** 20 }, 2 ** 20).split('\n')).toEqual([
    'table or index      MB  bytes/transaction',
    'transactions       3.0                3.0',
    'transactions_txid  1.0                1.0',
    'all                4.0                4.0',
  ]);
});
