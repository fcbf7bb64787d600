import type { ChainCode } from '@chaintrail/chains';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { ChainInUseError, dropChain } from '../src/maintain/drop-chain.js';
import { migrate } from '../src/migrate/migrate.js';
import { refreshSharedViews, SHARED_VIEWS } from '../src/migrate/shared-views.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';

let database: TestDatabase;
let session: Session;

beforeEach(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'shared-views-test');
});
afterEach(async () => {
  await closeSession(session);
  await database.drop();
});

async function make(chain: ChainCode, network = 'regtest'): Promise<void> {
  await createIndexedChain(session, chain, network);
  await session.query(
    `INSERT INTO ${chain}.blocks (time, height, tx_count, size, hash, parent_hash)
     SELECT 1700000000 + n * 600, n, 1, 1000, sha256(int4send(n)), '' FROM generate_series(1, 200) n`,
  );
}

async function chainsIn(view: string): Promise<string[]> {
  const { rows } = await session.query<{ chain: string }>(
    `SELECT DISTINCT chain FROM chaintrail.${view} ORDER BY chain`,
  );
  return rows.map(({ chain }) => chain);
}

async function plan(query: string): Promise<string> {
  const { rows } = await session.query<{ 'QUERY PLAN': string }>(`EXPLAIN (VERBOSE) ${query}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('the views over all chains', () => {
  it('are empty without a chain, and show each that is made until it is dropped', async () => {
    for (const view of Object.keys(SHARED_VIEWS)) expect(await chainsIn(view)).toEqual([]);
    await make('btc');
    await make('eth', 'local');
    await make('doge');
    await make('rune', 'mocknet');
    expect(await chainsIn('blocks')).toEqual(['btc', 'doge', 'eth', 'rune']);
    expect(await chainsIn('daily')).toEqual(['btc', 'doge', 'eth', 'rune']);
    await closeSession(session);
    expect(await dropChain(database.url, 'doge')).toBe(true);
    session = await openSession(database.url, 'shared-views-test');
    expect(await chainsIn('blocks')).toEqual(['btc', 'eth', 'rune']);
    for (const view of Object.keys(SHARED_VIEWS)) await session.query(`SELECT * FROM chaintrail.${view} LIMIT 1`);
  });

  it('have a comment on everything', async () => {
    await make('btc');
    const { rows } = await session.query(
      `SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
       WHERE c.relnamespace = 'chaintrail'::regnamespace AND c.relkind = 'v'
         AND (col_description(c.oid, a.attnum) IS NULL OR obj_description(c.oid) IS NULL)`,
    );
    expect(rows).toEqual([]);
  });

  it('read one chain where one is asked for, with its indexes', async () => {
    await make('btc');
    await make('eth', 'local');
    await make('rune', 'mocknet');
    await session.query('SET enable_seqscan = off');
    const conditions: Readonly<Record<string, string>> = {
      blocks: 'height = 5',
      transactions: 'tx_key BETWEEN 1 AND 100',
      address_transactions: `address_key = '\\x00'`,
      transfers: 'tx_key BETWEEN 1 AND 100',
      address_history: `address_key = '\\x00'`,
      balances: `address_key = '\\x00'`,
      daily: `day = '2023-11-15'`,
      reorgs: 'true',
      sync_state: 'true',
    };
    for (const view of Object.keys(SHARED_VIEWS)) {
      for (const chain of ['btc', 'eth', 'rune'] as const) {
        const text = await plan(`SELECT * FROM chaintrail.${view} WHERE chain = '${chain}' AND ${conditions[view]}`);
        for (const other of ['btc', 'eth', 'rune']) if (other !== chain) expect(text).not.toContain(` ${other}.`);
        const tables = [...text.matchAll(/Seq Scan on (\S+)/g)].map(([, table]) => table?.replace(/^.*\./, ''));
        expect(new Set([...tables, 'reorgs', 'sync_state', 'first_sync', 'internal_sync', 'internal_gaps']).size).toBe(
          5,
        );
      }
    }
  });

  it('come back with the next migrate where somebody dropped a schema by hand', async () => {
    await make('btc');
    await make('ltc');
    await session.query('DROP SCHEMA btc CASCADE');
    await session.query('DELETE FROM chaintrail.chains WHERE code = $1', ['btc']);
    await session.query('DELETE FROM chaintrail.migrations WHERE schema = $1', ['btc']);
    await migrate(database.url);
    expect(await chainsIn('blocks')).toEqual(['ltc']);
  });

  it('wait for no reader: they stay as they are, and follow later; what is granted on them stays', async () => {
    await make('btc');
    const reader = await openSession(database.url, 'reader');
    try {
      const { rows } = await session.query<{ role: string }>('SELECT current_user AS role');
      await session.query(`GRANT SELECT ON chaintrail.blocks TO PUBLIC`);
      await reader.query('BEGIN');
      await reader.query('SELECT * FROM chaintrail.blocks');
      await make('ltc');
      expect(await refreshSharedViews(session)).toBe(false);
      await closeSession(session);
      await expect(dropChain(database.url, 'btc')).rejects.toThrow(ChainInUseError);
      session = await openSession(database.url, 'shared-views-test');
      expect(await chainsIn('blocks')).toEqual(['btc']);
      await reader.query('COMMIT');
      expect(await refreshSharedViews(session)).toBe(true);
      expect(await chainsIn('blocks')).toEqual(['btc', 'ltc']);
      const granted = await session.query(
        `SELECT has_table_privilege('pg_monitor', 'chaintrail.blocks', 'SELECT') AS granted, $1::text <> 'pg_monitor' AS other`,
        [rows[0]!.role],
      );
      expect(granted.rows).toEqual([{ granted: true, other: true }]);
    } finally {
      await closeSession(reader);
    }
  });

  it('belong to another role: a chain is made all the same', async () => {
    const owner = await openSession(database.url, 'owner');
    const name = `one_chain_${database.url.split('_').at(-1)}`;
    try {
      await owner.query(`CREATE ROLE ${name}`);
      await owner.query(
        `GRANT USAGE ON SCHEMA chaintrail TO ${name}; GRANT SELECT, INSERT ON chaintrail.chains, chaintrail.migrations TO ${name}`,
      );
      await owner.query(
        `DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO ${name}', current_database()); END $$`,
      );
      await session.query(`SET ROLE ${name}`);
      await createIndexedChain(session, 'btc', 'regtest');
      expect(await refreshSharedViews(session)).toBe(false);
      await session.query('RESET ROLE');
    } finally {
      await session.query('RESET ROLE');
      await owner.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
      await closeSession(owner);
    }
  });

  it('show every chain when several are made at once', async () => {
    const codes = ['btc', 'ltc', 'doge', 'bch'] as const;
    const sessions = await Promise.all(codes.map(() => openSession(database.url, 'shared-views-test')));
    await Promise.all(codes.map((code, n) => createIndexedChain(sessions[n]!, code, 'regtest')));
    await Promise.all(sessions.map((one) => closeSession(one)));
    expect(await refreshSharedViews(session)).toBe(true);
    await session.query(codes.map((code) => `INSERT INTO ${code}.blocks VALUES (1, 1, 1, 1, '', '')`).join(';'));
    expect(await chainsIn('blocks')).toEqual([...codes].sort());
  });
});
