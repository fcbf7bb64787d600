/**
 * Rows as a Parquet file, by DuckDB: PostgreSQL's COPY goes through a named pipe into its CSV reader, and from there
 * into the file. So memory is bounded, and no rows are on disk twice. DuckDB's extension for PostgreSQL is not part of
 * its package: it would be downloaded.
 */
import { execFile } from 'node:child_process';
import { constants, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ExportColumn, RelationExport } from '@chaintrail/db';

/** No file could be made; the message says why, and what helps. */
export class ParquetError extends Error {
  override readonly name = 'ParquetError';
}

/**
 * Nothing is ever downloaded. Memory: what is in flight. Without a folder for temporary files nothing is spilled to
 * disk. One thread keeps the order of rows; PostgreSQL is what takes the time. Told to keep the order, DuckDB would
 * keep all rows in memory.
 */
const OPTIONS = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  memory_limit: '512MB',
  temp_directory: '',
  threads: '1',
  preserve_insertion_order: 'false',
};

/** The longest row, bytes: arrays of a transaction that fills its block are some 10 MB. */
const LONGEST_ROW = 2 ** 25;
/** Readers skip groups that a condition leaves out. A multiple of DuckDB's 2,048. */
const GROUP_ROWS = 20_480;
const RELEASE_MS = 50;

const TYPES = {
  boolean: 'BOOLEAN',
  integer: 'INTEGER',
  bigint: 'BIGINT',
  double: 'DOUBLE',
  date: 'DATE',
  time: 'TIMESTAMPTZ',
  units: 'DECIMAL(38, 0)',
  coins: 'DECIMAL(38, 8)',
  bytes: 'BLOB',
  // DuckDB's integers of 128 bits would be floats in Parquet.
  wideUnits: 'DECIMAL(38, 0)',
  wideCoins: 'DECIMAL(38, 18)',
  text: 'VARCHAR',
} as const satisfies Record<ExportColumn['type'], string>;

/** @throws ParquetError; else what PostgreSQL says is wrong */
export async function writeParquet(exported: RelationExport, file: string): Promise<void> {
  const { DuckDBInstance } = await loadDuckDb();
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-export-'));
  try {
    const pipe = join(folder, 'rows');
    await promisify(execFile)('mkfifo', [pipe]).catch(() => {
      throw new ParquetError(
        `No named pipe could be made in ${tmpdir()}: let TMPDIR be a folder of a local disk, or export as CSV.`,
      );
    });
    const duckdb = await DuckDBInstance.create(':memory:', OPTIONS);
    try {
      const connection = await duckdb.connect();
      const rows = exported.copy('text');
      let isSent = false;
      const sending = pipeline(rows, createWriteStream(pipe)).finally(() => {
        isSent = true;
      });
      const reading = connection.run(statement(exported.columns, pipe, file)).catch(async (error: unknown) => {
        // Both ends of a pipe are opened together: without a reader the other one would wait for ever.
        for (; !isSent; await sleep(RELEASE_MS)) await releaseWriter(pipe);
        throw error;
      });
      const [sent, read] = await Promise.allSettled([sending, reading]);
      requireWhole(rows.rowCount, sent, read);
    } finally {
      duckdb.closeSync();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function releaseWriter(pipe: string): Promise<void> {
  const end = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  await end.close();
}

/** Loaded here: 70 MB that nothing else needs. */
async function loadDuckDb(): Promise<typeof import('@duckdb/node-api')> {
  return import('@duckdb/node-api').catch((error: unknown) => {
    throw new ParquetError(
      `DuckDB, which writes Parquet, cannot be loaded: ${reasonOf(error)}. Its package for this machine is optional, and the image of containers has none: export as CSV, or run npm ci without --omit=optional in a clone.`,
    );
  });
}

/** Where DuckDB gives up, what sends sees a broken pipe; where PostgreSQL does, DuckDB sees an end. */
function requireWhole(
  rowCount: number,
  sent: PromiseSettledResult<void>,
  read: PromiseSettledResult<{ readonly rowsChanged: number }>,
): void {
  if (sent.status === 'rejected' && (sent.reason as NodeJS.ErrnoException).code !== 'EPIPE') throw sent.reason;
  if (read.status === 'rejected') throw new ParquetError(`DuckDB could not write the file: ${reasonOf(read.reason)}`);
  if (sent.status === 'rejected') throw sent.reason;
  const { rowsChanged } = read.value;
  if (rowsChanged !== rowCount)
    throw new ParquetError(`PostgreSQL sent ${rowCount} rows and DuckDB read ${rowsChanged}: export as CSV.`);
}

function statement(columns: readonly ExportColumn[], pipe: string, file: string): string {
  const values = columns.flatMap((column) => {
    const value = `${expressionOf(column)} AS ${quoted(column.name)}`;
    // A number that no decimal holds is NULL; the text beside it has all.
    return isWide(column) ? [value, `${quoted(column.name)} AS ${quoted(`${column.name}_text`)}`] : [value];
  });
  const types = columns.map((column) => `${quoted(column.name)}: ${text(readAs(column))}`);
  // A row is a line, whatever is in it. The reader is told so: for rows over several lines it would keep all that it
  // read.
  return String.raw`COPY (
      SELECT ${values.join(', ')}
      FROM read_csv(${text(pipe)}, columns = {${types.join(', ')}}, auto_detect = false, header = false, delim = '\t', quote = '',
        escape = '', new_line = '\n', nullstr = '\N', max_line_size = ${LONGEST_ROW}, buffer_size = ${LONGEST_ROW})
    ) TO ${text(file)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${GROUP_ROWS}, USE_TMP_FILE false)`;
}

/**
 * The reader's type of a column, before {@link expressionOf}. It takes 15 µs to read a long decimal, a hundred
 * times as long as an integer.
 */
function readAs({ type, isList }: ExportColumn): string {
  if (type === 'units') return 'HUGEINT';
  return isList || type === 'bytes' || type === 'coins' || isWide({ type }) ? 'VARCHAR' : TYPES[type];
}

const isWide = ({ type }: Pick<ExportColumn, 'type'>): boolean => type === 'wideUnits' || type === 'wideCoins';

/** The value of a column in COPY's text form, where a backslash is two, and begins what would end a value. */
function expressionOf(column: ExportColumn): string {
  const name = quoted(column.name);
  if (column.isList) return listOf(name, column.type);
  if (column.type === 'bytes') return `unhex(${name}[4:])`; // \\x00ff
  if (column.type === 'units') return `CAST(${name} AS ${TYPES.units})`;
  if (column.type === 'coins') return coinsOf(name);
  if (column.type === 'wideUnits') return wideUnitsOf(name);
  if (column.type === 'wideCoins') return wideCoinsOf(name);
  if (column.type !== 'text') return name;
  const unescaped = ESCAPES.reduce((part, [letter, code]) => `replace(${part}, '\\${letter}', chr(${code}))`, 'part');
  return String.raw`CASE WHEN contains(${name}, '\') THEN
      array_to_string(list_transform(string_split(${name}, '\\'), lambda part: ${unescaped}), '\') ELSE ${name} END`;
}

const ESCAPES = Object.entries({ b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 });

/** All have 8 decimals, so that their digits are an integer; were there others, they would take their time. */
function coinsOf(name: string): string {
  return `CASE WHEN ${name}[-9] = '.' THEN CAST(CAST(translate(${name}, '.', '') AS HUGEINT) AS DECIMAL(30, 0)) * CAST(0.00000001 AS DECIMAL(8, 8))
      ELSE CAST(${name} AS ${TYPES.coins}) END`;
}

/** By way of HUGEINT: a cast of text to a decimal takes 15 µs. It would round a fraction. */
function wideUnitsOf(name: string): string {
  return `CASE WHEN NOT contains(${name}, '.') THEN TRY_CAST(TRY_CAST(${name} AS HUGEINT) AS ${TYPES.wideUnits}) END`;
}

/** Both sides of the point apart, for the same reason. Up to 20 digits before it and 18 behind, never rounded. */
function wideCoinsOf(name: string): string {
  const whole = `TRY_CAST(TRY_CAST(split_part(${name}, '.', 1) AS HUGEINT) AS DECIMAL(20, 0))`;
  const digits = `rtrim(split_part(${name}, '.', 2), '0')`;
  const part = `TRY_CAST(rpad(${digits}, 18, '0') AS HUGEINT) * CASE WHEN starts_with(${name}, '-') THEN -1 ELSE 1 END`;
  return `CASE WHEN length(${digits}) <= 18 THEN CAST(${whole} AS ${TYPES.wideCoins})
      + TRY_CAST(${part} AS DECIMAL(18, 0)) * CAST(0.000000000000000001 AS DECIMAL(18, 18)) END`;
}

function listOf(name: string, type: ExportColumn['type']): string {
  if (type !== 'bytes') return `CAST(translate(${name}, '{}', '[]') AS ${TYPES[type]}[])`;
  // {"\\\\x00ff",NULL}: what is left of it is hex, commas and NULL.
  return String.raw`CASE ${name} WHEN '{}' THEN [] ELSE list_transform(string_split(translate(${name}, '{}"\x', ''), ','),
      lambda part: CASE part WHEN 'NULL' THEN NULL ELSE unhex(part) END) END`;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
