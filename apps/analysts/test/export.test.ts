import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createIndexedChain, openSession, type Session } from '@chaintrail/db';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = (name: string): string => fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
const run = promisify(execFile);

let database: TestDatabase;
let session: Session;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'chaintrail-export-'));
  session = await openSession(database.url, 'test');
  await createIndexedChain(session, 'eth', 'local');
  await session.query(`
    INSERT INTO eth.blocks (time, height, tx_count, size, hash, parent_hash)
    SELECT extract(epoch FROM timestamptz '2026-11-01Z') + 3600 * h, h, 1, 1000, sha256(int4send(h)), '' FROM generate_series(0, 99) h`);
  // The largest amount there is, and one that no float holds; NULL in every column that may be.
  await session.query(`
    INSERT INTO eth.transfers (tx_key, idx, kind, standard, from_key, to_key, asset, amount, token_id) VALUES
      (48::bigint << 20, 0, 'token', 'erc721', '\\x00ff', '\\x', '\\x01', 2::numeric ^ 256 - 1, 9007199254740993),
      ((48::bigint << 20) + 1, 0, 'reward', NULL, NULL, NULL, NULL, 0, NULL)`);
  await session.query(`
    INSERT INTO eth.transfers (tx_key, idx, kind, from_key, amount)
    SELECT (50::bigint << 20) + n, 0, 'native', int8send(n), n::numeric * 1000000000000000000 FROM generate_series(0, 49999) n`);
  await session.query(
    `INSERT INTO eth.tokens (first_height, standard, asset, address, name, symbol) VALUES (1, 'erc20', '\\x01', '0x', '', 'a,"b"\nc')`,
  );
}, 60_000);
afterAll(async () => {
  await session?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function exportTo(file: string, ...args: readonly string[]): Promise<string> {
  const out = join(folder, file);
  await run(process.execPath, [program('export'), ...args, '--out', out], {
    env: { ...process.env, DATABASE_URL: database.url },
  });
  return out;
}

const refused = (...args: readonly string[]): Promise<string> =>
  exportTo('refused', ...args).then(
    () => 'was not refused',
    (error: { stderr: string }) => error.stderr,
  );

describe('an export', () => {
  it('has the rows of a period as CSV, exactly', async () => {
    const file = await exportTo('day.csv', 'eth.transfers', '--from', '2026-11-03', '--to', '2026-11-03 02:00');
    const zeros = 2n ** 256n - 1n;
    expect(await readFile(file, 'utf8')).toBe(
      'tx_key,idx,kind,standard,from_key,to_key,asset,amount,token_id\n' +
        `50331648,0,token,erc721,\\x00ff,\\x,\\x01,${zeros},9007199254740993\n` +
        '50331649,0,reward,,,,,0,\n',
    );
    const tokens = await readFile(await exportTo('tokens.csv', 'eth.tokens'), 'utf8');
    expect(tokens).toContain(',"","a,""b""\nc"\n');
  });

  it('has them as Parquet, with types, NULL and bytes', async () => {
    const file = await exportTo('day.parquet', 'eth.transfers', '--format', 'parquet', '--to', '2026-11-03 02:00');
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file), utf8: false });
    const none = { standard: null, from_key: null, to_key: null, asset: null, token_id: null };
    expect(rows.map((row) => ({ ...none, ...row }))).toEqual([
      {
        ...{ tx_key: 50331648n, idx: 0, kind: 'token', standard: 'erc721', amount: String(2n ** 256n - 1n) },
        ...{ from_key: new Uint8Array([0, 255]), to_key: new Uint8Array(), asset: new Uint8Array([1]) },
        token_id: '9007199254740993',
      },
      { ...none, tx_key: 50331649n, idx: 0, kind: 'reward', amount: '0' },
    ]);
  });

  it('has all groups of a large one, and none of an empty one', async () => {
    const all = await exportTo('all.parquet', 'eth.transfers', '--format', 'parquet');
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(all), columns: ['tx_key', 'amount'] });
    expect(rows).toHaveLength(50_002);
    expect(rows.at(-1)).toEqual({ tx_key: (50n << 20n) + 49_999n, amount: '49999000000000000000000' });
    const none = await exportTo('none.parquet', 'eth.transfers', '--format', 'parquet', '--from', '2030-01-01');
    expect(await parquetReadObjects({ file: await asyncBufferFromFile(none) })).toEqual([]);
    const blocks = await exportTo(
      'blocks.parquet',
      'chaintrail.blocks',
      '--format',
      'parquet',
      '--from',
      '2026-11-02',
      '--to',
      '2026-11-02 01:00',
    );
    const [block, ...more] = await parquetReadObjects({ file: await asyncBufferFromFile(blocks) });
    expect(block).toMatchObject({ chain: 'eth', height: 24, at: new Date('2026-11-02T00:00:00Z'), time: 1793577600n });
    expect(more).toEqual([]);
  });

  it('of what is not there is refused with a sentence, and leaves no file', async () => {
    expect(await refused('eth.nothing')).toMatch(/There is no table or view eth.nothing/);
    expect(await refused('eth.transfers; DROP TABLE eth.transfers')).toMatch(/Name a table or view with its schema/);
    expect(await refused('eth.transfers', '--from', 'yesterday-ish')).toMatch(/The period is not understood/);
    expect(await refused('eth.tokens', '--from', '2026-11-01')).toMatch(/has no time/);
    expect(await refused('eth.transfers', '--format', 'xml')).toMatch(/csv or parquet/);
    expect(await refused()).toMatch(/Name one table or view/);
    expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([]);
  });
});

describe('psql', () => {
  it('runs on the database, where it is installed, else says how to connect without the password', async () => {
    const ask = (env: NodeJS.ProcessEnv) => run(process.execPath, [program('psql'), '-Atc', 'SELECT 40 + 2'], { env });
    const answered = await ask({ ...process.env, DATABASE_URL: database.url }).catch(
      (error: { stderr: string }) => error,
    );
    expect('stdout' in answered && answered.stdout.trim() === '42' ? '42' : answered.stderr).toMatch(
      /^42$|psql is not installed/,
    );
    const missing = (await ask({ PATH: folder, DATABASE_URL: database.url }).catch((error: unknown) => error)) as {
      stderr: string;
    };
    expect(missing.stderr).toMatch(/psql is not installed. Any client connects to postgres:\/\//);
    expect(missing.stderr).not.toContain(new URL(database.url).password);
    const nowhere = (await ask({ PATH: folder, DATA_DIR: folder }).catch((error: unknown) => error)) as {
      stderr: string;
    };
    expect(nowhere.stderr).toMatch(/start Chaintrail with npm start/);
  });
});
