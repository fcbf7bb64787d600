import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EXPORT, parseCommandLine } from '@chaintrail/commands';
import { createIndexedChain, openSession, type Session } from '@chaintrail/db';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { DuckDBInstance } from '@duckdb/node-api';
import { getAddress } from 'ethers';
import { decompress } from 'fzstd';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportOptions, runExport } from '../src/run-export.js';

const built = (file: string): string => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));
const PROGRAM = built('export.js');
const run = promisify(execFile);

/** All that COPY escapes, and what looks as if it were. */
const AWKWARD = 'tab\t, line\nend\r\\n \\\\N \\ \b\f\v "quoted" \u00e9\u{1f600}\\';
const KEY = Buffer.concat([Buffer.alloc(20), Buffer.from([255])]);
const LONG_SCRIPT = Buffer.alloc(4_000_000, 0xab);

let database: TestDatabase;
let session: Session;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'chaintrail-export-'));
  session = await openSession(database.url, 'test');
  await createIndexedChain(session, 'eth', 'local');
  await createIndexedChain(session, 'btc', 'regtest');
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
  await session.query(
    'INSERT INTO eth.tokens (first_height, standard, asset, address, name, symbol, asked_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [2, 'erc20', Buffer.from([2]), '0x', AWKWARD, '\\N', '2026-11-02 03:04:05.678901+01'],
  );
  await session.query(
    `INSERT INTO btc.blocks (time, height, tx_count, size, hash, parent_hash) VALUES (1793467800, 1, 1, 1000, '', '')`,
  );
  // All coins that there will be; arrays with NULL, of nothing, and none; scripts as long as a block has them.
  await session.query(
    `INSERT INTO btc.transactions (tx_key, txid, fee, input_tx_keys, input_vouts, output_values, output_keys, output_scripts, output_tokens)
     VALUES (1 << 20, sha256('\x0a'), -7, '{NULL,7}', '{}', '{2099999997690000,1}', $1, $2, $3)`,
    [
      [null, KEY],
      [Buffer.alloc(0), null, LONG_SCRIPT],
      [{ said: AWKWARD }, null],
    ],
  );
  await session.query(
    `INSERT INTO btc.address_transactions (tx_key, seq, address_key, delta, balance, received)
     VALUES (1 << 20, 1, $1, -7, 12345678901230000000, 10::numeric ^ 38 - 1)`,
    [KEY],
  );
  await session.query(`INSERT INTO btc.sync_state (network, history_from, phase) VALUES ('regtest', 0, 'live')`);
}, 60_000);
afterAll(async () => {
  await session?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function end(file: string, args: readonly string[]) {
  const out = join(folder, file);
  const { args: named, options } = parseCommandLine<ExportOptions>(EXPORT, [...args, '--out', out]);
  return { out, ...(await runExport(String(named[0]), options, { DATABASE_URL: database.url })) };
}

async function exportTo(file: string, ...args: readonly string[]): Promise<string> {
  const { out, status, message } = await end(file, args);
  expect([status, message]).toEqual([0, `Wrote ${out}.`]);
  return out;
}

async function refusedTo(file: string, ...args: readonly string[]): Promise<string> {
  const { status, message } = await end(file, args);
  expect(status).toBe(1);
  return String(message);
}
const refused = (...args: readonly string[]) => refusedTo('refused', ...args);

const runProgram = (url: string, ...args: string[]) =>
  run(process.execPath, [PROGRAM, ...args], { env: { ...process.env, DATABASE_URL: url } });

/** By a reader that is not DuckDB. */
async function rowsOf(file: string, columns?: string[]): Promise<Record<string, unknown>[]> {
  const compressors = { ZSTD: (input: Uint8Array) => decompress(input) };
  return parquetReadObjects({
    file: await asyncBufferFromFile(file),
    compressors,
    utf8: false,
    ...(columns ? { columns } : {}),
  });
}

/** By DuckDB; numbers of 64 bits and more as texts. */
async function ask(query: string): Promise<Record<string, unknown>[]> {
  const duckdb = await DuckDBInstance.create(':memory:');
  try {
    return (await (await duckdb.connect()).runAndReadAll(query)).getRowObjectsJson();
  } finally {
    duckdb.closeSync();
  }
}

async function typesOf(file: string): Promise<Record<string, unknown>> {
  const columns = await ask(`DESCRIBE SELECT * FROM '${file}'`);
  return Object.fromEntries(columns.map((column) => [column['column_name'], column['column_type']]));
}

describe('an export', () => {
  it('has the rows of a period as CSV, exactly', async () => {
    const file = join(folder, 'day.csv');
    const period = ['--from', '2026-11-03', '--to', '2026-11-03 02:00'];
    const { stdout } = await runProgram(database.url, 'eth.transfers', ...period, '--out', file);
    expect(stdout).toBe(`Wrote ${file}.\n`);
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
    const none = { standard: null, from_key: null, to_key: null, asset: null, token_id: null, amount: null };
    expect((await rowsOf(file)).map((row) => ({ ...none, ...row }))).toEqual([
      {
        ...{ tx_key: 50331648n, idx: 0, kind: 'token', standard: 'erc721' },
        ...{ amount: null, amount_text: String(2n ** 256n - 1n) },
        ...{ from_key: new Uint8Array([0, 255]), to_key: new Uint8Array(), asset: new Uint8Array([1]) },
        token_id: '9007199254740993',
      },
      { ...none, tx_key: 50331649n, idx: 0, kind: 'reward', amount: 0, amount_text: '0' },
    ]);
    expect(await ask(`SELECT DISTINCT compression FROM parquet_metadata('${file}')`)).toEqual([
      { compression: 'ZSTD' },
    ]);
    expect(await typesOf(file)).toMatchObject({
      tx_key: 'BIGINT',
      idx: 'INTEGER',
      kind: 'VARCHAR',
      amount: 'DECIMAL(38,0)',
      amount_text: 'VARCHAR',
      token_id: 'VARCHAR',
      asset: 'BLOB',
    });
  });

  it('has any text, and times to the microsecond', async () => {
    const file = await exportTo('tokens.parquet', 'eth.tokens', '--format', 'parquet');
    expect(
      await ask(`SELECT name, symbol, epoch_us(asked_at) AS asked, drifts FROM '${file}' ORDER BY first_height`),
    ).toEqual([
      { name: '', symbol: 'a,"b"\nc', asked: null, drifts: false },
      { name: AWKWARD, symbol: '\\N', asked: '1793585045678901', drifts: false },
    ]);
    expect((await rowsOf(file))[1]).toMatchObject({ name: AWKWARD, asked_at: new Date('2026-11-02T02:04:05.678Z') });
    expect(await typesOf(file)).toMatchObject({ asked_at: 'TIMESTAMP WITH TIME ZONE', drifts: 'BOOLEAN' });
  });

  it('has decimals and lists of Bitcoin and its like', async () => {
    const file = await exportTo('transactions.parquet', 'btc.transactions', '--format', 'parquet');
    const [row, ...more] = await ask(
      `SELECT * REPLACE (octet_length(output_scripts[3]) AS output_scripts, list_transform(output_keys, lambda k: hex(k)) AS output_keys) FROM '${file}'`,
    );
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      ...{
        tx_key: String(2 ** 20),
        version: null,
        fee: '-7',
        input_tx_keys: [null, '7'],
        input_vouts: [],
      },
      ...{
        output_values: ['2099999997690000', '1'],
        output_keys: [null, KEY.toString('hex').toUpperCase()],
        output_scripts: String(LONG_SCRIPT.length),
      },
      ...{ input_txids: null, input_keys: null, input_values: null },
    });
    expect(row!['output_tokens']).toContain('NULL');
    const [empty, none, long] = (await rowsOf(file, ['output_scripts']))[0]!['output_scripts'] as (Uint8Array | null)[];
    expect([empty, none]).toEqual([new Uint8Array(), null]);
    expect(LONG_SCRIPT.equals(long!)).toBe(true);
    const types = await typesOf(file);
    expect(types).toMatchObject({
      fee: 'DECIMAL(38,0)',
      input_tx_keys: 'BIGINT[]',
      input_vouts: 'INTEGER[]',
      output_keys: 'BLOB[]',
    });
    const view = await exportTo('outputs.parquet', 'btc.transaction_outputs', '--format', 'parquet');
    expect(await ask(`SELECT amount, value FROM '${view}' WHERE value IS NOT NULL ORDER BY vout`)).toEqual([
      { amount: '20999999.97690000', value: '2099999997690000' },
      { amount: '0.00000001', value: '1' },
    ]);
    const units = await exportTo('transfers.parquet', 'btc.transfers', '--format', 'parquet', '--from', '2026-10-31');
    expect(await ask(`SELECT sum(amount) AS sum FROM '${units}'`)).toEqual([{ sum: '2099999997690001' }]);
    expect(await typesOf(units)).toMatchObject({ amount: 'DECIMAL(38,0)', is_change: 'BOOLEAN' });
    const history = await exportTo('history.parquet', 'btc.address_history', '--format', 'parquet');
    expect(await ask(`SELECT amount, balance FROM '${history}'`)).toEqual([
      { amount: '-0.00000007', balance: '123456789012.30000000' },
    ]);
    expect(await typesOf(history)).toMatchObject({ amount: 'DECIMAL(38,8)', balance: 'DECIMAL(38,8)' });
    const states = await exportTo('states.parquet', 'btc.address_transactions', '--format', 'parquet');
    expect(await ask(`SELECT delta, received FROM '${states}'`)).toEqual([{ delta: '-7', received: '9'.repeat(38) }]);
    const days = await exportTo('daily.parquet', 'chaintrail.daily', '--format', 'parquet', '--to', '2026-11-02');
    expect(await typesOf(days)).toMatchObject({ day: 'DATE', volume: 'DECIMAL(38,18)', volume_text: 'VARCHAR' });
  });

  it('has all groups of a large one in order, and none of an empty one', async () => {
    const all = await exportTo('all.parquet', 'eth.transfers', '--format', 'parquet');
    const rows = await rowsOf(all, ['tx_key', 'amount_text']);
    expect(rows).toHaveLength(50_002);
    expect(rows.map((row) => row['tx_key'])).toEqual(
      rows.map((row) => row['tx_key']).sort((a, b) => Number(a) - Number(b)),
    );
    expect(rows.at(-1)).toEqual({ tx_key: (50n << 20n) + 49_999n, amount_text: '49999000000000000000000' });
    const none = await exportTo('none.parquet', 'eth.transfers', '--format', 'parquet', '--from', '2030-01-01');
    expect(await rowsOf(none)).toEqual([]);
    expect(await typesOf(none)).toMatchObject({ tx_key: 'BIGINT' });
    const period = ['--from', '2026-11-02', '--to', '2026-11-02 01:00'];
    const blocks = await exportTo('blocks.parquet', 'chaintrail.blocks', '--format', 'parquet', ...period);
    const [block, ...more] = await rowsOf(blocks);
    expect(block).toMatchObject({
      chain: 'eth',
      height: 24,
      at_time: new Date('2026-11-02T00:00:00Z'),
      time: 1793577600n,
    });
    expect(more).toEqual([]);
  });

  it('has amounts that add up, exactly or not at all, and no name that readers take for a word of their own', async () => {
    await session.query(`
      CREATE VIEW eth.amounts AS SELECT n, v::numeric AS v FROM unnest(
        '{0,-0.5,-1.000000000000000001,99999999999999999999.999999999999999999,100000000000000000000,1.5000000000000000000000,1e-19,NaN,NULL}'::text[])
        WITH ORDINALITY AS a(v, n)`);
    const amounts = await exportTo('amounts.parquet', 'eth.amounts', '--format', 'parquet');
    const zeros = '0'.repeat(18);
    expect((await ask(`SELECT v, v_text FROM '${amounts}' ORDER BY n`)).map((row) => Object.values(row))).toEqual([
      [`0.${zeros}`, '0'],
      [`-0.5${zeros.slice(1)}`, '-0.5'],
      ['-1.000000000000000001', '-1.000000000000000001'],
      ['99999999999999999999.999999999999999999', '99999999999999999999.999999999999999999'],
      [null, '100000000000000000000'],
      [`1.5${zeros.slice(1)}`, '1.5000000000000000000000'],
      [null, '0.0000000000000000001'],
      [null, 'NaN'],
      [null, null],
    ]);
    const [sum] = await ask(`SELECT sum(amount) AS sum FROM '${join(folder, 'all.parquet')}'`);
    expect(sum).toEqual({ sum: String((49_999n * 50_000n * 10n ** 18n) / 2n) });
    // As printed in docs/analysts.md.
    const document = await readFile(new URL('../../../docs/analysts.md', import.meta.url), 'utf8');
    await session.query(`CREATE VIEW eth.moved AS SELECT f.tx_key, to_timestamp(b.time) AS at, f.amount * 1e-18 AS amount
      FROM eth.transfers f JOIN eth.blocks b ON b.height = f.tx_key >> 20`);
    const day = ['--from', '2026-11-03 02:00', '--to', '2026-11-04'];
    const file = await exportTo('november.parquet', 'eth.moved', '--format', 'parquet', ...day);
    const statement = document.match(/^ {4}(SELECT .* FROM 'november.parquet'.*)$/m)![1]!;
    expect(await ask(statement.replace('november.parquet', file))).toEqual([
      { day: expect.stringMatching(/^2026-11-03/), moved: `1249975000.${zeros}` },
    ]);
    const csv = await readFile(await exportTo('moved.csv', 'eth.moved', ...day), 'utf8');
    expect(csv.split('\n')[0]).toBe('tx_key,at_time,amount');
  });

  it('has coins of tables that analysts made, whose names may have digits', async () => {
    await session.query(`CREATE TABLE mine.moved_2026 AS SELECT 0.00570549 AS moved, 5::numeric AS number`);
    const file = await exportTo('mine.parquet', 'mine.moved_2026', '--format', 'parquet');
    const [row] = await ask(`SELECT * FROM '${file}'`);
    expect(row).toEqual({
      ...{ moved: `0.00570549${'0'.repeat(10)}`, moved_text: '0.00570549' },
      ...{ number: `5.${'0'.repeat(18)}`, number_text: '5' },
    });
  });

  it('that fails on the way, or cannot be written, ends with a sentence and leaves no file', async () => {
    await session.query(`
      CREATE FUNCTION eth.fails(n integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN IF n > 40000 THEN RAISE 'too far'; END IF; RETURN n; END $$;
      CREATE VIEW eth.failing AS SELECT eth.fails(n) AS n, repeat('x', 500) AS x FROM generate_series(1, 50000) n;
      CREATE VIEW eth.failing_at_once AS SELECT eth.fails(40001) AS n`);
    for (const view of ['eth.failing', 'eth.failing_at_once'])
      expect(await refused(view, '--format', 'parquet')).toMatch(/too far/);
    expect(await refusedTo(join('nowhere', 'x'), 'eth.tokens', '--format', 'parquet')).toMatch(
      /^DuckDB could not write the file: .*No such file or directory/,
    );
    expect(await refusedTo(join('nowhere', 'x'), 'eth.tokens')).toMatch(
      /^\S*nowhere\/x cannot be written \(ENOENT\): name a file in a folder that this user may write, with --out\.$/,
    );
    const away = runProgram('postgres://nobody@127.0.0.1:1/none', 'eth.tokens', '--out', join(folder, 'x'));
    await expect(away).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^[^{}]*DATABASE_URL[^{}]*$/) });
    expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([]);
  });

  it('of what is not there is refused with a sentence, and leaves no file', async () => {
    expect(await refused('eth.nothing')).toMatch(/There is no table or view eth.nothing/);
    expect(await refused('eth.transfers; DROP TABLE eth.transfers')).toMatch(/Name a table or view with its schema/);
    expect(await refused('eth.transfers', '--from', 'yesterday-ish')).toMatch(/The period is not understood/);
    expect(await refused('eth.tokens', '--from', '2026-11-01')).toMatch(/has no time/);
    expect(() => parseCommandLine(EXPORT, [])).toThrow(/missing required argument 'relation'/);
    expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([]);
  });
});

describe('a filter', () => {
  it('exports the rows of a token, and of an address on any side', async () => {
    const linesIn = async (...options: string[]): Promise<number> =>
      (await readFile(await exportTo('filtered.csv', ...options), 'utf8')).trim().split('\n').length - 1;
    const linesOf = (...options: string[]): Promise<number> => linesIn('eth.transfers', ...options);
    const [some, other] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`];
    await session.query(
      `INSERT INTO eth.transfers (tx_key, idx, kind, from_key, to_key, asset, amount)
      VALUES (51::bigint << 20, 0, 'token', $1, $2, $1, 1), (51::bigint << 20, 1, 'native', $2, $1, NULL, 1)`,
      [Buffer.alloc(20, 0xaa), Buffer.alloc(20, 0xbb)],
    );
    expect(await linesOf('--token', some)).toBe(1);
    expect(await linesOf('--address', other.toUpperCase().slice(2))).toBe(2);
    expect(await linesOf('--address', getAddress(other))).toBe(2);
    expect(await linesOf('--token', some, '--address', other, '--from', '2026-12-24')).toBe(0);
    // Over all chains, too.
    expect(await linesIn('chaintrail.transfers', '--from', '2026-11-03', '--to', '2026-11-03 02:00')).toBe(2);
    expect(await linesIn('chaintrail.address_history', '--from', '2030-01-01')).toBe(0);
    expect(await refused('eth.transfers', '--address', 'nobody')).toMatch(/is not understood: .*expected an address/);
  });
});

describe('psql', () => {
  it('runs on the database, where it is installed, else says how to connect without the password', async () => {
    const asked = `SELECT current_user || ' ' || current_setting('transaction_read_only')`;
    const ask = (env: NodeJS.ProcessEnv, ...options: string[]) =>
      run(process.execPath, [built('psql.js'), ...options, '-Atc', asked], { env });
    const own = { ...process.env, DATABASE_URL: database.url };
    const answer = (...options: string[]): Promise<string> =>
      ask(own, ...options).then(
        ({ stdout }) => stdout.trim(),
        (error: { stderr: string }) => error.stderr,
      );
    const read = await answer();
    expect(read).toMatch(/^chaintrail_read on$|psql is not installed/);
    if (!read.includes('not installed')) expect(await answer('--owner')).toBe(`${new URL(database.url).username} off`);
    const missing = (await ask({ PATH: folder, DATABASE_URL: database.url }).catch((error: unknown) => error)) as {
      stderr: string;
    };
    expect(missing.stderr).toMatch(/psql is not installed. Any client connects to postgres:\/\//);
    expect(missing.stderr).not.toContain(new URL(database.url).password);
    const { host, pathname, username, password } = new URL(database.url);
    const query = `user=${username}&application_name=a%20b`;
    const asParameter = `postgres://${host}${pathname}?password=${password}&options=-c%20jit%3Doff&${query}`;
    const told = (await ask({ PATH: folder, DATABASE_URL: asParameter }).catch((error: unknown) => error)) as {
      stderr: string;
    };
    expect(told.stderr).toContain(`connects to postgres://${host}${pathname}?${query};`);
    const same = await ask({ ...own, DATABASE_URL: asParameter }).then(
      ({ stdout }) => stdout.trim(),
      (error: { stderr: string }) => error.stderr,
    );
    expect(same).toMatch(/^chaintrail_read on$|psql is not installed/);
    const nowhere = (await ask({ PATH: folder, DATA_DIR: folder }).catch((error: unknown) => error)) as {
      stderr: string;
    };
    expect(nowhere.stderr).toMatch(/start Chaintrail with npm start/);
  });
});
