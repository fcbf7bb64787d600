import { getTableConfig } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { createChainSchema } from '../src/migrate/chain-schema.js';
import { migrate } from '../src/migrate/migrate.js';
import { MigrationError } from '../src/migrate/read-migrations.js';
import { CHAINS, INSTALLATION_KEY, MIGRATIONS } from '../src/tables/shared-tables.js';
import { auditsOf, firstSyncOf } from '../src/tables/sync-tables.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';
import { copiedDatabase } from './support/opened-databases.js';

const db = copiedDatabase(async () => undefined);

describe('migrate', () => {
  it('changes nothing when repeated, also by several at once', async () => {
    expect(await Promise.all([migrate(db.database.url), migrate(db.database.url), migrate(db.database.url)])).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('applies everything once when several start on an empty database', async () => {
    await db.session.query('DROP SCHEMA chaintrail CASCADE');
    const applied = await Promise.all([migrate(db.database.url), migrate(db.database.url)]);
    expect(applied.flat()).toEqual([...new Set(applied.flat())]);
    expect(applied.flat().length).toBeGreaterThan(0);
  });

  it('refuses the layout of an earlier version, all chains in one schema', async () => {
    await db.session.query(
      'CREATE TABLE public.sync_state (chain text); CREATE TABLE public.schema_migrations (name text)',
    );
    await expect(migrate(db.database.url)).rejects.toThrow(/earlier layout.* sync again/);
  });

  it('refuses histories without internal transfers with a command', async () => {
    await createChainSchema(db.session, 'eth', 'mainnet');
    await db.session.query(
      `UPDATE chaintrail.migrations SET checksum = 'd21fc7bc46fb6e5b6b6c8178ec09446e0dc03eeb085da1c62bacffbd0c7ffb75'
       WHERE schema = 'eth' AND name = 'evm/0002_evm.sql'`,
    );
    await db.session.query(
      "INSERT INTO chaintrail.migrations (schema, name, checksum) VALUES ('eth', 'evm/0013_address_gaps.sql', 'x')",
    );
    await expect(migrate(db.database.url)).rejects.toThrow(/eth .*earlier version.*npx chaintrail drop-chain eth/);
  });

  it('refuses a database of a newer version and an edited migration', async () => {
    await db.session.query(
      "INSERT INTO chaintrail.migrations (schema, name, checksum) VALUES ('chaintrail', 'chaintrail/9999_future.sql', 'x')",
    );
    await expect(migrate(db.database.url)).rejects.toThrow(MigrationError);
    await db.session.query("DELETE FROM chaintrail.migrations WHERE name = 'chaintrail/9999_future.sql'");
    await db.session.query("UPDATE chaintrail.migrations SET checksum = 'edited'");
    await expect(migrate(db.database.url)).rejects.toThrow(/frozen/);
  });
});

describe('the schema of a chain', () => {
  it.each([
    ['btc.first_sync', firstSyncOf('btc')],
    ['btc.audits', auditsOf('btc')],
    ['chaintrail.chains', CHAINS],
    ['chaintrail.migrations', MIGRATIONS],
    ['chaintrail.installation_key', INSTALLATION_KEY],
  ])('makes %s as the code knows it', async (name, table) => {
    for (const chain of ['btc', 'eth'] as const) await createChainSchema(db.session, chain, 'mainnet');
    const { rows } = await db.session.query(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type, attnotnull AS required, atthasdef OR attidentity <> '' AS fills
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
      [name],
    );
    const known = getTableConfig(table).columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      required: column.notNull,
      fills: column.hasDefault || column.generatedIdentity !== undefined,
    }));
    const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
    expect(known.sort(byName)).toEqual(rows.sort(byName));
  });

  it.each(['btc', 'eth', 'rune'] as const)('explains every table, view and column to analysts: %s', async (chain) => {
    await createChainSchema(db.session, chain, 'mainnet');
    const { rows } = await db.session.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relnamespace IN ($1::regnamespace, 'chaintrail'::regnamespace)
         AND c.relkind IN ('r', 'p', 'v') AND obj_description(c.oid) IS NULL AND c.relname <> 'migrations'`,
      [chain],
    );
    expect(rows).toEqual([]);
    const columns = await db.session.query<{ name: string }>(
      `SELECT c.oid::regclass || '.' || a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
       WHERE c.relnamespace IN ($1::regnamespace, 'chaintrail'::regnamespace) AND c.relkind IN ('r', 'p', 'v')
         AND NOT a.attisdropped AND col_description(c.oid, a.attnum) IS NULL AND c.relname <> 'migrations' ORDER BY 1`,
      [chain],
    );
    expect(columns.rows).toEqual([]);
  });

  it('has only the columns of its family, and ranks as long as its own', async () => {
    const typeOf = async (table: string, column: string): Promise<string | undefined> => {
      const { rows } = await db.session.query<{ type: string }>(
        `SELECT format_type(atttypid, NULL) AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2`,
        [table, column],
      );
      return rows[0]?.type;
    };
    for (const chain of ['btc', 'eth', 'rune'] as const) await createChainSchema(db.session, chain, 'mainnet');
    expect(await typeOf('btc.transactions', 'input_tx_keys')).toBe('bigint[]');
    expect(await typeOf('btc.transactions', 'gas_used')).toBeUndefined();
    expect(await typeOf('eth.transactions', 'input_tx_keys')).toBeUndefined();
    expect(await typeOf('btc.address_transactions', 'seq')).toBe('integer');
    expect(await typeOf('eth.address_transactions', 'seq')).toBe('bigint');
    expect(await typeOf('rune.transactions', 'gas_price')).toBeUndefined();
    expect(await typeOf('rune.transfers', 'asset')).toBe('text');
    expect(await typeOf('rune.address_transactions', 'seq')).toBe('bigint');
  });

  it('is made once, however often it is asked for', async () => {
    for (let i = 0; i < 2; i++) await createIndexedChain(db.session, 'ltc', 'regtest');
    const { rows } = await db.session.query(`SELECT code, family, network, decimals FROM chaintrail.chains`);
    expect(rows).toEqual([{ code: 'ltc', family: 'utxo', network: 'regtest', decimals: 8 }]);
  });
});
