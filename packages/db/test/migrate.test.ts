import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSession, type Session } from '../src/connection.js';
import { MigrationError, migrate } from '../src/migrate.js';
import { syncState } from '../src/sync-state-table.js';

let database: TestDatabase;
let session: Session;

beforeEach(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'migrate-test');
});

afterEach(async () => {
  await session?.end();
  await database?.drop();
});

describe('migrate', () => {
  it('changes nothing when repeated, also by several at once', async () => {
    expect(await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)])).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('applies everything once when several start on an empty database', async () => {
    await session.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const applied = await Promise.all([migrate(database.url), migrate(database.url)]);
    expect(applied.flat()).toEqual([...new Set(applied.flat())]);
    expect(applied.flat().length).toBeGreaterThan(0);
  });

  it('refuses a database of a newer version and an edited migration', async () => {
    await session.query("INSERT INTO schema_migrations (name, checksum) VALUES ('9999_future.sql', 'x')");
    await expect(migrate(database.url)).rejects.toThrow(MigrationError);
    await session.query("DELETE FROM schema_migrations WHERE name = '9999_future.sql'");
    await session.query("UPDATE schema_migrations SET checksum = 'edited'");
    await expect(migrate(database.url)).rejects.toThrow(/frozen/);
  });
});

describe('rows of earlier versions', () => {
  it('get the amount 0 for non-fungible tokens alone', async () => {
    const alone = '{"category": "aa", "amount": null, "nft": {"capability": "none", "commitment": ""}}';
    const both = '{"category": "bb", "amount": "7", "nft": {"capability": "none", "commitment": ""}}';
    await createIndexedChain(session, 'bch', 'regtest');
    for (const [key, tokens] of [
      [1, [null, alone, both]],
      [2, [both]],
      [3, null],
    ] as const) {
      await session.query(
        `INSERT INTO transactions (chain, tx_key, txid, version, lock_time, size, vsize, output_tokens)
         VALUES ('bch', $1::bigint, sha256(int8send($1::bigint)), 1, 0, 1, 1, $2::jsonb[])`,
        [key, tokens],
      );
    }
    await session.query("DELETE FROM schema_migrations WHERE name = '0006_token_amounts.sql'");
    expect(await migrate(database.url)).toEqual(['0006_token_amounts.sql']);
    const { rows } = await session.query<{ tokens: unknown }>(
      'SELECT to_jsonb(output_tokens) AS tokens FROM transactions ORDER BY tx_key',
    );
    const nothing = { ...JSON.parse(alone), amount: '0' };
    expect(rows).toEqual([
      { tokens: [null, nothing, JSON.parse(both)] },
      { tokens: [JSON.parse(both)] },
      { tokens: null },
    ]);
  });
});

describe('schema', () => {
  it('has the columns that the typed sync_state table names', async () => {
    const { rows } = await session.query<{ name: string; nullable: boolean }>(
      `SELECT column_name AS name, is_nullable = 'YES' AS nullable FROM information_schema.columns WHERE table_name = 'sync_state'`,
    );
    const typed = getTableConfig(syncState).columns.map((column) => ({ name: column.name, nullable: !column.notNull }));
    const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
    expect(typed.sort(byName)).toEqual(rows.sort(byName));
  });

  it('explains every table, view and column to analysts', async () => {
    const { rows } = await session.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
       AND NOT c.relispartition AND obj_description(c.oid) IS NULL AND c.relname <> 'schema_migrations'`,
    );
    expect(rows).toEqual([]);
    const columns = await session.query<{ name: string }>(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
       AND NOT a.attisdropped AND col_description(c.oid, a.attnum) IS NULL AND c.relname <> 'schema_migrations' ORDER BY 1`,
    );
    expect(columns.rows).toEqual([]);
  });

  it('makes the partitions of a chain once, however often it is asked', async () => {
    for (let i = 0; i < 2; i++) await createIndexedChain(session, 'ltc', 'regtest');
    const { rows } = await session.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND relname LIKE '%\\_ltc' ORDER BY 1`,
    );
    expect(rows.map((row) => row.name)).toEqual([
      'ltc.address_transactions',
      'ltc.addresses',
      'ltc.blocks',
      'ltc.mempool_address_transactions',
      'ltc.mempool_spends',
      'ltc.mempool_transactions',
      'ltc.transactions',
      'ltc.unspent_outputs',
    ]);
  });
});
