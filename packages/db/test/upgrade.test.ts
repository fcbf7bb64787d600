import type { ChainCode } from '@chaintrail/chains';
import {
  cloneDatabase,
  createTestDatabase,
  dumpRows,
  inSession,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAuditSession } from '../src/audit/audit-session.js';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { dropChain } from '../src/maintain/drop-chain.js';
import { createChainSchema } from '../src/migrate/chain-schema.js';
import { migrate, UnfinishedMigrationError } from '../src/migrate/migrate.js';
import { type Migration, MigrationError } from '../src/migrate/read-migrations.js';
import { readChains, readChainsWithReasons } from '../src/read/read-chains.js';
import { missingIndexes } from '../src/write/chain-indexes.js';
import { registerChain } from '../src/write/ledger.js';
import { becomeOwner } from '../src/write/owner.js';

/** Migrations of a version that is newer than the files are. */
const newer = vi.hoisted(() => ({ shared: [] as Migration[], chain: [] as Migration[] }));
vi.mock('../src/migrate/read-migrations.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../src/migrate/read-migrations.js')>();
  return {
    ...original,
    readSharedMigrations: async () => [...(await original.readSharedMigrations()), ...newer.shared],
    readChainMigrations: async (chain: never) => [...(await original.readChainMigrations(chain)), ...newer.chain],
  };
});

function migration(number: number, sql: string, folder = 'common'): Migration {
  return { name: `${folder}/${number}_further.sql`, number, sql, checksum: `${number}` };
}

let database: TestDatabase;
let session: Session;
let sessions: Session[];

async function open(name: string): Promise<Session> {
  const opened = await openSession(database.url, name);
  sessions.push(opened);
  return opened;
}

async function versionsOf(): Promise<Record<string, number>> {
  const { rows } = await session.query('SELECT code, schema_version AS version FROM chaintrail.chains ORDER BY code');
  return Object.fromEntries(rows.map(({ code, version }) => [code, version]));
}

/** Sentences about others who are waited for. */
function noteWait(lines: string[]): (line: string) => void {
  return (line) => void (line.startsWith('Waiting') && lines.push(line));
}

/** @returns why it is unfinished, the lines that were said and what was applied */
async function migrateInVain(
  waitMs: number,
  lines: string[] = [],
): Promise<{ message: string; lines: string[]; applied: readonly string[] }> {
  const error: unknown = await migrate(database.url, { waitMs, say: noteWait(lines) }).catch((e: unknown) => e);
  if (!(error instanceof UnfinishedMigrationError)) throw error;
  return { message: error.message, lines, applied: error.applied };
}

/** Three chains, each test in a copy of its own. */
let empty: TestDatabase;
beforeAll(async () => {
  empty = await createTestDatabase();
  await inSession(empty.url, async (making) => {
    for (const chain of ['btc', 'ltc', 'eth'] as const)
      await registerChain(making, chain, chain === 'eth' ? 'mainnet' : 'regtest', 0);
  });
});
afterAll(() => empty.drop());

beforeEach(async () => {
  database = await cloneDatabase(empty);
  sessions = [];
  session = await open('upgrade-test');
  newer.chain = [
    migration(9001, 'ALTER TABLE blocks ADD COLUMN further integer'),
    migration(9002, "COMMENT ON TABLE blocks IS 'Further; {{chain}}.'"),
  ];
});

afterEach(async () => {
  newer.chain = [];
  newer.shared = [];
  for (const each of sessions) await closeSession(each);
  await database.drop();
});

describe('migrate', () => {
  it('leaves a chain that an indexer holds, says who and what to do, and brings the others up to date', async () => {
    const owner = (await becomeOwnerOfOldVersion('ltc'))!;
    const { message, lines, applied } = await migrateInVain(300);
    const remedy =
      /^.*ltc: chaintrail-indexer-ltc \(PostgreSQL process \d+\) holds the chain; stop the indexers of this database\./;
    expect(message).toMatch(remedy);
    expect(message).not.toMatch(/btc|eth/);
    expect(lines).toEqual([expect.stringMatching(/^Waiting 1 s at most: ltc: chaintrail-indexer-ltc/)]);
    expect([...applied].sort()).toEqual([
      'btc: common/9001_further.sql',
      'btc: common/9002_further.sql',
      'eth: common/9001_further.sql',
      'eth: common/9002_further.sql',
    ]);
    expect(await versionsOf()).toMatchObject({ btc: 9002, eth: 9002 });
    await closeSession(owner);
    expect(await migrate(database.url)).toEqual(['ltc: common/9001_further.sql', 'ltc: common/9002_further.sql']);
    expect(await migrate(database.url)).toEqual([]);
  });

  it('gets the chain before one who asks now and then, when its owner ends', async () => {
    const owner = (await becomeOwnerOfOldVersion('ltc'))!;
    const lines: string[] = [];
    const migrating = migrate(database.url, { say: noteWait(lines) });
    await waitFor(() => lines.length > 0, { what: 'migrate to wait' });
    await closeSession(owner);
    expect(await migrating).toContain('ltc: common/9002_further.sql');
  });

  it('waits for an audit', async () => {
    const [audited, wanted] = [newer.chain, []];
    newer.chain = wanted;
    const audit = (await openAuditSession(database.url, 'btc'))!;
    newer.chain = audited;
    expect((await migrateInVain(200)).message).toMatch(/btc: chaintrail-audit-btc \(PostgreSQL process \d+\) is at it/);
    await closeSession(audit);
    expect(await migrate(database.url)).toHaveLength(2);
  });

  it('keeps no reader waiting behind a dump, notes what it could do, and goes on after it', async () => {
    newer.chain.push(migration(9003, 'ALTER TABLE transactions ADD COLUMN further integer'));
    const dump = await open('pg_dump');
    await dump.query('BEGIN; LOCK TABLE btc.transactions IN ACCESS SHARE MODE');
    const reader = await open('reader');
    const lines: string[] = [];
    let isWaiting = true;
    const migrating = migrateInVain(3_000, lines).finally(() => {
      isWaiting = false;
    });
    await waitFor(() => lines.length > 0, { what: 'migrate to wait for the dump' });
    // They would stand behind it otherwise, and it behind the dump.
    for (let i = 0; i < 20; i++) await reader.query('SELECT count(*) FROM btc.transactions');
    expect(isWaiting).toBe(true);
    const { message, applied } = await migrating;
    expect(message).toMatch(
      /btc: pg_dump \(PostgreSQL process \d+\) uses its tables; let it end, or end it\. Then run/,
    );
    expect(lines).toHaveLength(1);
    expect(applied.filter((step) => step.startsWith('btc'))).toEqual([
      'btc: common/9001_further.sql',
      'btc: common/9002_further.sql',
    ]);
    expect(await versionsOf()).toEqual({ btc: 9002, eth: 9003, ltc: 9003 });
    await dump.query('COMMIT');
    expect(await migrate(database.url)).toEqual(['btc: common/9003_further.sql']);
  });

  it('fills what the lookups of blocks, holders and spenders need, in schemas that are older than they', async () => {
    newer.chain = [];
    await registerChain(session, 'rune', 'mainnet', 0);
    // As version 5 left them.
    for (const statement of [
      `ALTER TABLE btc.mempool_spends DROP COLUMN vin`,
      `INSERT INTO btc.mempool_transactions (id, txid, first_seen, input_txids, input_vouts) VALUES (7, '\\x07', 0, '{"\\\\x01","\\\\x01","\\\\x02"}', '{1,0,0}')`,
      `INSERT INTO btc.mempool_spends (id, txid, vout) VALUES (7, '\\x01', 1), (7, '\\x01', 0), (7, '\\x02', 0)`,
      `DROP VIEW rune.token_balances`,
      `DROP TABLE rune.token_holdings`,
      `CREATE VIEW rune.token_balances AS SELECT asset, address_key, balance, tx_key AS last_tx_key, ''::text AS symbol, ''::text AS address FROM rune.token_history`,
      `INSERT INTO rune.token_history (address_key, asset, tx_key, delta, balance) VALUES
       ('\\x01', 'tcy', 5, 3, 3), ('\\x01', 'tcy', 9, -1, 2), ('\\x01', 'x/y', 7, 4, 4), ('\\x02', 'tcy', 6, 1, 1)`,
      `CREATE INDEX token_history_holders ON rune.token_history (asset, address_key) WHERE balance = delta`,
      `DELETE FROM chaintrail.migrations WHERE name LIKE '%/0006_lookups.sql' AND schema <> 'ltc'`,
      `UPDATE chaintrail.chains SET schema_version = 5 WHERE code <> 'ltc'`,
    ])
      await session.query(statement);
    expect((await migrate(database.url)).filter((step) => step.endsWith('/0006_lookups.sql'))).toHaveLength(3);
    const rowsOf = async (text: string) => (await session.query({ text, rowMode: 'array' })).rows;
    expect(await rowsOf(`SELECT encode(txid, 'hex'), vout, vin FROM btc.mempool_spends ORDER BY vin`)).toEqual([
      ['01', 1, 0],
      ['01', 0, 1],
      ['02', 0, 2],
    ]);
    const holdings = `SELECT encode(address_key, 'hex'), asset, tx_key, balance FROM rune.token_holdings ORDER BY 1, 2`;
    expect(await rowsOf(holdings)).toEqual([
      ['01', 'tcy', '9', '2'],
      ['01', 'x/y', '7', '4'],
      ['02', 'tcy', '6', '1'],
    ]);
    // Indexes that the indexer builds when it next writes.
    const missing = async (chain: ChainCode) => (await missingIndexes(session, chain)).map(({ name }) => name);
    for (const chain of ['btc', 'eth', 'rune'] as const) expect(await missing(chain)).toContain('blocks_hash');
    expect(await missing('eth')).toEqual(expect.arrayContaining(['token_balances_holders', 'token_balances_unknown']));
    expect(await missing('rune')).not.toContain('token_history_holders');
    expect(await rowsOf(`SELECT to_regclass('rune.token_history_holders')`)).toEqual([[null]]);
  });

  it('keeps what analysts made on a view that changes, and names it where the view has to go', async () => {
    newer.chain = [migration(9001, 'CREATE VIEW further AS SELECT height FROM blocks')];
    await migrate(database.url);
    await session.query('CREATE VIEW mine.tips AS SELECT max(height) FROM btc.further');
    await session.query('CREATE TABLE mine.kept AS SELECT height FROM btc.further');
    newer.chain.push(migration(9002, 'CREATE OR REPLACE VIEW further AS SELECT height, time FROM blocks'));
    await migrate(database.url);
    newer.chain.push(migration(9003, 'DROP VIEW further'), migration(9003, 'CREATE TABLE further ()', 'utxo'));
    const refused = await migrate(database.url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MigrationError);
    expect(String(refused)).toMatch(
      /btc: common\/9003_further.sql cannot replace what others use \(view mine.tips depends on view further\): save .*, drop it, run/,
    );
    expect(await versionsOf()).toEqual({ btc: 9002, eth: 9003, ltc: 9003 });
    expect((await session.query('SELECT FROM mine.tips')).rowCount).toBe(1);
    await session.query('DROP VIEW mine.tips');
    expect(await migrate(database.url)).toHaveLength(2);
    expect((await session.query('TABLE mine.kept')).rowCount).toBe(0);
  });

  it('leaves nothing of a step that fails', async () => {
    newer.chain = [migration(9001, 'CREATE TABLE further (); SELECT 1 / 0')];
    await expect(migrate(database.url)).rejects.toThrow(/division by zero/);
    const { rows } = await session.query(`SELECT to_regclass('btc.further') AS made`);
    expect(rows).toEqual([{ made: null }]);
    expect(Math.max(...Object.values(await versionsOf()))).toBeLessThan(9001);
  });

  it('makes schemas ahead of their first indexer', async () => {
    const create = [
      { code: 'doge', network: 'regtest' },
      { code: 'btc', network: 'regtest' },
    ] as const;
    const applied = await migrate(database.url, { create });
    expect(applied).toContain('doge: common/9001_further.sql');
    const { rows } = await session.query(
      `SELECT network, schema_version AS version FROM chaintrail.chains WHERE code = 'doge'`,
    );
    expect(rows).toEqual([{ network: 'regtest', version: 9002 }]);
    expect(await migrate(database.url, { create })).toEqual([]);
  });

  it('puts nothing into a schema of somebody else', async () => {
    await session.query('CREATE SCHEMA doge; CREATE TABLE doge.kennel ()');
    const create = [{ code: 'doge', network: 'regtest' }] as const;
    await expect(migrate(database.url, { create })).rejects.toThrow(
      /schema doge with tables that are not of Chaintrail/,
    );
    expect(await versionsOf()).toMatchObject({ btc: 9002, ltc: 9002 });
  });

  it('leaves chains alone that only a newer version knows', async () => {
    await session.query(
      `INSERT INTO chaintrail.chains SELECT 'xyz', name, symbol, decimals, family, network, schema_version FROM chaintrail.chains LIMIT 1`,
    );
    expect(await migrate(database.url)).toHaveLength(6);
  });
});

/** With the schema as it is now. */
async function becomeOwnerOfOldVersion(chain: 'ltc' | 'btc'): Promise<Session | null> {
  const kept = newer.chain;
  newer.chain = [];
  const owner = await becomeOwner(database.url, chain).finally(() => {
    newer.chain = kept;
  });
  if (owner) sessions.push(owner);
  return owner;
}

describe('a program of another version', () => {
  it('writes nothing on an older schema, and says so where the chain stands', async () => {
    await expect(becomeOwner(database.url, 'btc')).rejects.toThrow(
      /schema btc is of version \d+, and this version of Chaintrail needs 9002: run npx chaintrail migrate/,
    );
    const [state] = await readChainsWithReasons(session);
    expect(state).toMatchObject({
      chain: 'btc',
      phase: 'halted',
      reasonCode: 'database',
      reason: expect.stringMatching(/run npx chaintrail migrate/),
    });
    await expect(openAuditSession(database.url, 'btc')).rejects.toThrow(MigrationError);
    await migrate(database.url);
    sessions.push((await becomeOwner(database.url, 'btc'))!, (await openAuditSession(database.url, 'btc'))!);
  });

  it('writes nothing on a newer one, and frees the chain', async () => {
    await migrate(database.url);
    newer.chain = [];
    const before = await dumpRows(database.url, 'ltc');
    for (let i = 0; i < 2; i++) {
      await expect(becomeOwner(database.url, 'ltc')).rejects.toThrow(
        /is of version 9002, .*: run the newer Chaintrail that made it/,
      );
      await expect(openAuditSession(database.url, 'ltc')).rejects.toThrow(/run the newer Chaintrail/);
    }
    expect(await dumpRows(database.url, 'ltc')).toEqual(before);
    await expect(migrate(database.url)).rejects.toThrow(/which this version does not know: run a newer Chaintrail/);
    expect((await readChains(session)).map(({ chain }) => chain)).toEqual(['btc', 'eth', 'ltc']);
  });

  it('makes no schema where what all chains share is newer, or older', async () => {
    newer.chain = [];
    newer.shared = [migration(9003, 'CREATE TABLE further ()', 'chaintrail')];
    await expect(createChainSchema(session, 'doge', 'regtest')).rejects.toThrow(
      /older version of Chaintrail: run npx chaintrail migrate/,
    );
    expect(await migrate(database.url)).toEqual(['chaintrail: chaintrail/9003_further.sql']);
    newer.shared = [];
    await expect(createChainSchema(session, 'doge', 'regtest')).rejects.toThrow(
      /newer version of Chaintrail: run that one/,
    );
    expect(await versionsOf()).not.toHaveProperty('doge');
  });

  it('drops a chain of any version', async () => {
    await migrate(database.url);
    newer.chain = [];
    expect(await dropChain(database.url, 'btc')).toBe(true);
    expect(await dropChain(database.url, 'btc')).toBe(false);
    await registerChain(session, 'btc', 'regtest', 0);
    const { btc, ltc } = await versionsOf();
    expect(btc).toBeLessThan(ltc!);
  });
});
