import { randomBytes } from 'node:crypto';
import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { createTestDatabase, type TestDatabase, temporaryFolder } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { dropChain } from '../src/maintain/drop-chain.js';
import { migrate } from '../src/migrate/migrate.js';
import { giveApiLogin } from '../src/migrate/roles.js';
import { readChains, readChainsWithReasons } from '../src/read/read-chains.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';
import { registerChain } from '../src/write/ledger.js';
import { becomeOwner } from '../src/write/owner.js';

let database: TestDatabase;
let session: Session;
/** Logins of this file: roles are the server's, which other test files use, too. */
const suffix = randomBytes(4).toString('hex');
const analyst = `analyst_${suffix}`;
const web = `web_${suffix}`;
const miner = `miner_${suffix}`;

function loginUrl(name: string): string {
  const url = new URL(database.url);
  url.username = name;
  url.password = 'secret';
  return url.href;
}

async function as<T>(name: string, work: (session: Session) => Promise<T>): Promise<T> {
  const opened = await openSession(loginUrl(name), name);
  try {
    return await work(opened);
  } finally {
    await closeSession(opened);
  }
}

/**
 * Readable parts of a chain's schema: `table` where a role may read all of it, `table.column` for columns that it may
 * not.
 */
async function readable(role: string, chain: string): Promise<{ tables: string[]; columns: string[] }> {
  const { rows } = await session.query<{ name: string; whole: boolean; hidden: string[] }>(
    `SELECT relname AS name, has_table_privilege($1, c.oid, 'SELECT') AS whole,
       array(SELECT relname || '.' || attname FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0
         AND NOT has_column_privilege($1, c.oid, attnum, 'SELECT') ORDER BY 1) AS hidden
     FROM pg_class c WHERE relnamespace = $2::regnamespace AND relkind IN ('r', 'v')
       AND has_any_column_privilege($1, c.oid, 'SELECT') ORDER BY 1`,
    [role, chain],
  );
  return {
    tables: rows.filter(({ whole }) => whole).map(({ name }) => name),
    columns: rows.filter(({ whole }) => !whole).flatMap(({ hidden }) => hidden),
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'roles-test');
  for (const [name, role] of [
    [analyst, 'chaintrail_read'],
    [web, 'chaintrail_api'],
  ]) {
    await session.query(`CREATE ROLE ${name} LOGIN PASSWORD 'secret' IN ROLE ${role}`);
  }
  await session.query(`CREATE ROLE ${miner} LOGIN PASSWORD 'secret'`);
  for (const [chain, network] of [
    ['btc', 'regtest'],
    ['eth', 'mainnet'],
    ['rune', 'mainnet'],
  ] as const)
    await registerChain(session, chain, network, 0);
});

afterAll(async () => {
  await closeSession(session);
  await database.drop();
});

describe('chaintrail_read', () => {
  it('reads everything of every chain, but no sentence for the operator', async () => {
    for (const chain of ['btc', 'eth', 'rune'] as const) {
      const { rows } = await session.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'v') ORDER BY 1`,
        [chain],
      );
      const guarded = chain === 'eth' ? ['audits', 'internal_sync', 'sync_state'] : ['audits', 'sync_state'];
      const { tables, columns } = await readable(analyst, chain);
      expect([...tables, ...guarded].sort()).toEqual(rows.map(({ name }) => name).sort());
      const hidden = guarded.map((table) => `${table}.reason`);
      expect(columns).toEqual(['audits.checks', 'audits.position', ...hidden].sort());
    }
  });

  it('has every column called reason kept from it, whatever table has one', async () => {
    const { rows } = await session.query<{ seen: string }>(
      `SELECT attrelid::regclass || '.' || attname AS seen FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
       WHERE relnamespace IN ('btc'::regnamespace, 'eth'::regnamespace, 'rune'::regnamespace, 'chaintrail'::regnamespace) AND attname = 'reason'
         AND (has_column_privilege($1, attrelid, attnum, 'SELECT') OR has_column_privilege($2, attrelid, attnum, 'SELECT'))`,
      [analyst, web],
    );
    expect(rows).toEqual([]);
  });

  it('reads tables and chains to come, and writes nothing', async () => {
    await session.query('CREATE TABLE btc.further AS SELECT 1 AS one');
    await registerChain(session, 'doge', 'regtest', 0);
    await as(analyst, async (reader) => {
      expect((await reader.query('SELECT one FROM btc.further')).rows).toEqual([{ one: 1 }]);
      expect((await reader.query('SELECT phase, reason_code FROM doge.sync_state')).rowCount).toBe(1);
      expect((await reader.query('SELECT * FROM chaintrail.chains')).rowCount).toBe(4);
      expect((await reader.query('SELECT DISTINCT chain FROM chaintrail.blocks')).rowCount).toBe(0);
      expect((await reader.query('SELECT * FROM doge.chain_indexes()')).rowCount).toBeGreaterThan(10);
      for (const statement of [
        'SELECT key FROM chaintrail.installation_key',
        'SELECT reason FROM doge.sync_state',
        'SELECT * FROM doge.sync_state',
        'INSERT INTO btc.further VALUES (2)',
        'UPDATE btc.sync_state SET height = 1',
        'DELETE FROM chaintrail.chains',
        'CREATE TABLE btc.mine ()',
        'TRUNCATE btc.blocks',
      ]) {
        await expect(reader.query(statement), statement).rejects.toMatchObject({ code: '42501' });
      }
    });
    await session.query(
      'DROP TABLE btc.further; DROP SCHEMA doge CASCADE; DELETE FROM chaintrail.chains WHERE code = $$doge$$',
    );
    await session.query(`DELETE FROM chaintrail.migrations WHERE schema = 'doge'`);
  });
});

describe('chaintrail_api', () => {
  it('reads what the API answers with, and no more', async () => {
    expect(await readable(web, 'btc')).toEqual({
      tables: [
        'address_transactions',
        'blocks',
        'mempool_address_transactions',
        'mempool_spends',
        'mempool_transactions',
        'node_fees',
        'orphaned_blocks',
        'reorgs',
        'transactions',
        'unaddressed_spends',
        'unspent_outputs',
      ],
      columns: ['audits.position', 'audits.reason', 'sync_state.reason'],
    });
    expect(await readable(web, 'rune')).toEqual({
      tables: [
        'address_transactions',
        'blocks',
        'orphaned_blocks',
        'payouts',
        'reorgs',
        'token_history',
        'token_holdings',
        'transactions',
        'transfers',
      ],
      columns: ['audits.position', 'audits.reason', 'sync_state.reason'],
    });
    const { tables, columns } = await readable(web, 'eth');
    expect(tables).not.toContain('first_sync');
    expect(columns).toEqual(['audits.position', 'audits.reason', 'internal_sync.reason', 'sync_state.reason']);
    await as(web, async (api) => {
      expect((await readChains(api)).map(({ chain }) => chain)).toEqual(['btc', 'eth', 'rune']);
      await expect(readChainsWithReasons(api)).rejects.toMatchObject({ code: '42501' });
      expect((await api.query('SELECT length(key) FROM chaintrail.installation_key')).rows).toEqual([{ length: 32 }]);
      await expect(api.query('SELECT * FROM chaintrail.migrations')).rejects.toMatchObject({ code: '42501' });
      await expect(api.query('UPDATE btc.sync_state SET height = 1')).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('may read by the next migration what it could not before', async () => {
    const mayRead = async () => (await readable(web, 'btc')).tables.includes('reorgs');
    await session.query('REVOKE SELECT ON btc.reorgs FROM chaintrail_api');
    expect(await mayRead()).toBe(false);
    await migrate(database.url, { create: [] });
    expect(await mayRead()).toBe(true);
  });

  it('is given to a login, whose password may change', async () => {
    const login = `login_${suffix}`;
    for (const password of ["first ' one", 'second']) {
      const url = await giveApiLogin(database.url, login, password);
      const api = await openSession(url, 'roles-test');
      expect((await readChains(api)).map(({ chain }) => chain)).toEqual(['btc', 'eth', 'rune']);
      await closeSession(api);
    }
  });
});

describe('chaintrail_analyst', () => {
  it('reads all that readers do, keeps tables of its own, writes no other, and is bounded in time', async () => {
    await session.query(`GRANT chaintrail_analyst TO ${analyst}`);
    try {
      await as(analyst, async (own) => {
        await own.query('SET ROLE chaintrail_analyst');
        await own.query('CREATE TABLE mine.kept AS SELECT height FROM btc.blocks');
        await own.query('CREATE VIEW mine.tips AS SELECT chain, height FROM chaintrail.sync_state');
        expect((await own.query('SELECT FROM mine.tips')).rowCount).toBeGreaterThan(2);
        for (const statement of [
          'CREATE TABLE btc.mine ()',
          'DELETE FROM eth.blocks',
          'SELECT reason FROM btc.sync_state',
        ])
          await expect(own.query(statement), statement).rejects.toMatchObject({ code: '42501' });
      });
      const { rows } = await session.query(
        `SELECT setconfig FROM pg_db_role_setting WHERE setrole = 'chaintrail_analyst'::regrole`,
      );
      expect(rows).toEqual([{ setconfig: ['statement_timeout=10min'] }]);
    } finally {
      await session.query(`REVOKE chaintrail_analyst FROM ${analyst}`);
    }
  });

  it('owns the schema of its own', async () => {
    const { rows } = await session.query(
      `SELECT pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE nspname = 'mine'`,
    );
    expect(rows).toEqual([{ owner: 'chaintrail_analyst' }]);
  });

  it('keeps what leans on a chain: it is dropped with its dependants named and agreed to, never silently', async () => {
    await registerChain(session, 'bch', 'regtest', 0);
    await session.query('CREATE VIEW mine.blocks_of_bch AS SELECT height FROM bch.blocks');
    await session.query('CREATE VIEW mine.heights AS SELECT max(height) FROM mine.blocks_of_bch');
    await session.query('CREATE TABLE mine.noted (height integer DEFAULT bch.height_at(now()))');
    const names =
      'default value for column height of table mine.noted, view mine.blocks_of_bch, view mine.heights would go with bch';
    await expect(dropChain(database.url, 'bch')).rejects.toThrow(
      `${names}: drop or change them first, or repeat with --cascade.`,
    );
    // Without a block, it would be made anew for another network.
    await expect(registerChain(session, 'bch', 'mainnet', 0)).rejects.toThrow(
      `${names}, which is of regtest and is to be made anew for mainnet: drop or change them first.`,
    );
    expect((await session.query('SELECT FROM mine.heights')).rowCount).toBe(1);
    expect(await dropChain(database.url, 'bch', true)).toBe(true);
    // Rows that it held stay.
    expect((await session.query('TABLE mine.noted')).rowCount).toBe(0);
  });
});

describe('the database', () => {
  const rights = async (role: string) =>
    (
      await session.query(
        `SELECT has_database_privilege($1, current_database(), 'CONNECT') AS connect,
           has_database_privilege($1, current_database(), 'TEMPORARY') AS temporary`,
        [role],
      )
    ).rows[0];

  it('is closed to logins that have nothing to do with it, and readers make no tables in it', async () => {
    const [outsider, maker, monitor] = [`outsider_${suffix}`, `maker_${suffix}`, `monitor_${suffix}`];
    for (const name of [outsider, maker, monitor]) await session.query(`CREATE ROLE ${name} LOGIN PASSWORD 'secret'`);
    const { rows } = await session.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
    // An indexer that is to make its schemas by itself, and did not run the migration.
    await session.query(`GRANT CREATE ON DATABASE ${rows[0]!.name} TO ${maker}`);
    await migrate(database.url);
    await expect(as(outsider, async () => undefined)).rejects.toMatchObject({ code: '42501' });
    expect(await rights(maker)).toEqual({ connect: true, temporary: true });
    for (const reader of [analyst, web]) {
      expect(await rights(reader)).toEqual({ connect: true, temporary: false });
      await as(reader, async (opened) =>
        expect(opened.query('CREATE TEMPORARY TABLE mine ()')).rejects.toMatchObject({ code: '42501' }),
      );
    }
    // Rights that an operator gives by hand stay.
    await session.query(`GRANT CONNECT ON DATABASE ${rows[0]!.name} TO ${monitor}`);
    const lines: string[] = [];
    await migrate(database.url, { say: (line) => lines.push(line) });
    expect([await rights(monitor), lines]).toEqual([{ connect: true, temporary: false }, []]);
    await session.query(`REVOKE CREATE ON DATABASE ${rows[0]!.name} FROM ${maker}`);
  });

  it('of another owner is left as it is, and the lines that close it are told', async () => {
    const [name, guest] = [`closed_${suffix}`, `guest_${suffix}`];
    await session.query(`CREATE ROLE ${guest} LOGIN PASSWORD 'secret'`);
    await session.query(`CREATE DATABASE ${name}`);
    await session.query(`GRANT CREATE ON DATABASE ${name} TO ${guest}`);
    const url = Object.assign(new URL(loginUrl(guest)), { pathname: `/${name}` }).href;
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    await migrate(url, { say });
    expect(lines).toEqual([expect.stringMatching(/^Every login of the server may .* as its owner, run "GRANT/)]);
    for (const statement of /run "(.*);"/.exec(lines[0]!)![1]!.split('; ')) await session.query(statement);
    await migrate(url, { say });
    expect(lines).toHaveLength(1);
    await session.query(`DROP DATABASE ${name} WITH (FORCE)`);
  });
});

describe('an indexer whose role has one chain alone', () => {
  it('owns the schema that was made for it, and sees no other chain', async () => {
    await session.query(`CREATE SCHEMA ltc AUTHORIZATION ${miner}`);
    await migrate(database.url, { create: [{ code: 'ltc', network: 'regtest' }] });
    const { rows } = await session.query<{ owner: string }>(
      `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relnamespace = 'ltc'::regnamespace`,
    );
    expect(rows).toEqual([{ owner: miner }]);
    const owner = (await becomeOwner(loginUrl(miner), 'ltc'))!;
    try {
      expect(await registerChain(owner, 'ltc', 'regtest', 0)).toBe(0);
      await createIndexedChain(owner, 'ltc', 'regtest');
      await owner.query('CREATE TABLE ltc.staged ()');
      expect((await readChains(owner)).map(({ chain }) => chain)).toEqual(['ltc']);
      await expect(owner.query('SELECT FROM btc.blocks')).rejects.toMatchObject({ code: '42501' });
      await expect(owner.query('DELETE FROM chaintrail.chains')).rejects.toMatchObject({ code: '42501' });
      await expect(registerChain(owner, 'doge', 'regtest', 0)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await closeSession(owner);
    }
    // Readers of all chains read this one, too, and what its owner makes later.
    expect((await readable(analyst, 'ltc')).tables).toContain('staged');
    await as(web, async (api) =>
      expect((await readChains(api)).map(({ chain }) => chain)).toEqual(['btc', 'eth', 'ltc', 'rune']),
    );
  });
});

it('goes on without roles where the login may not make any, says so, and grants them when somebody has made them', async () => {
  const folder = await temporaryFolder('roles');
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  try {
    const root = await openSession(server.superuserUrl, 'root');
    await root.query(`CREATE ROLE plain LOGIN PASSWORD 'secret'`);
    await root.query('CREATE DATABASE plain OWNER plain');
    const url = Object.assign(new URL(server.url), { username: 'plain', password: 'secret', pathname: '/plain' }).href;
    const lines: string[] = [];
    const options = { create: [{ code: 'btc', network: 'regtest' }], say: (line: string) => lines.push(line) } as const;
    expect((await migrate(url, options)).length).toBeGreaterThan(2);
    const remedy =
      /run "CREATE ROLE chaintrail_read NOLOGIN; CREATE ROLE chaintrail_api NOLOGIN;", then npx chaintrail migrate again/;
    const closed = /^Database plain is closed now to logins that are in none of chaintrail_read, chaintrail_api\./;
    expect(lines).toEqual([expect.stringMatching(remedy), expect.stringMatching(closed)]);
    await root.query('CREATE ROLE chaintrail_read NOLOGIN; CREATE ROLE chaintrail_api NOLOGIN');
    await closeSession(root);
    expect(await migrate(url, options)).toEqual([]);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/may not make what analysts work with: .* run "CREATE ROLE chaintrail_analyst; /);
    const plain = await openSession(url, 'plain');
    const { rows } = await plain.query(
      `SELECT role, has_table_privilege(role, 'btc.blocks', 'SELECT') AS blocks, has_table_privilege(role, 'chaintrail.chains', 'SELECT') AS chains
       FROM unnest(ARRAY['chaintrail_read', 'chaintrail_api']) role`,
    );
    await closeSession(plain);
    expect(rows).toEqual([
      { role: 'chaintrail_read', blocks: true, chains: true },
      { role: 'chaintrail_api', blocks: true, chains: true },
    ]);
  } finally {
    await server.stop();
  }
});
