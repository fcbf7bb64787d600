/** The rows of a table or view, as a stream: of a period, from one snapshot, a bounded number in memory. */
import type { Readable } from 'node:stream';
import { escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Session } from '../connection.js';

/** What was asked for cannot be exported; the message says what can. */
export class ExportRefusedError extends Error {
  override readonly name = 'ExportRefusedError';
}

/** Rows that the server hands over at a time. */
const ROWS_AT_ONCE = 5_000;

type ExportType = 'boolean' | 'integer' | 'bigint' | 'double' | 'time' | 'bytes' | 'text';

export interface ExportColumn {
  readonly name: string;
  readonly type: ExportType;
}

/** `integer` and `double` are numbers, `bigint` a bigint, `time` a Date, `bytes` a Buffer; everything else is the text that PostgreSQL prints. */
type ExportRow = Readonly<Record<string, boolean | number | bigint | Date | Buffer | string | null>>;

export interface RelationExport {
  readonly columns: readonly ExportColumn[];
  /** CSV with a header (RFC 4180): NULL is empty and an empty text is `""`, bytes are `\x` and hex, times are in UTC. */
  csv(): Readable;
  rows(): AsyncGenerator<ExportRow>;
}

const TYPES: Readonly<Record<string, ExportType>> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'bigint',
  'double precision': 'double',
  'timestamp with time zone': 'time',
  bytea: 'bytes',
};

/**
 * Begins a transaction on the session, which ends with it.
 * @param relation `<schema>.<name>` of a table or view
 * @param from, to as PostgreSQL reads times, UTC where they say no zone; the period is from `from` to before `to`
 * @throws ExportRefusedError
 */
export async function openExport(
  session: Session,
  relation: string,
  from: string | null,
  to: string | null,
): Promise<RelationExport> {
  // It becomes part of a statement.
  if (!/^[a-z]{2,20}\.[a-z_]{1,60}$/.test(relation)) {
    throw new ExportRefusedError(
      `Name a table or view with its schema, such as btc.transfers, not ${JSON.stringify(relation)}.`,
    );
  }
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await session.query(`SET LOCAL timezone = 'UTC'; SET LOCAL statement_timeout = 0`);
  const columns = await columnsOf(session, relation);
  const where = await conditionOf(session, relation, columns, from, to);
  return {
    columns,
    csv() {
      const list = columns.map(({ name }) => escapeIdentifier(name)).join(', ');
      return session.query(copyTo(`COPY (SELECT ${list} FROM ${relation} ${where}) TO STDOUT (FORMAT csv, HEADER)`));
    },
    async *rows() {
      const list = columns
        .map(({ name, type }) => (type === 'text' ? `${escapeIdentifier(name)}::text` : escapeIdentifier(name)))
        .join(', ');
      await session.query(`DECLARE exported NO SCROLL CURSOR FOR SELECT ${list} FROM ${relation} ${where}`);
      for (;;) {
        const { rows } = await session.query(`FETCH ${ROWS_AT_ONCE} FROM exported`);
        for (const row of rows) yield exported(row, columns);
        if (rows.length < ROWS_AT_ONCE) return;
      }
    },
  };
}

async function columnsOf(session: Session, relation: string): Promise<ExportColumn[]> {
  const { rows } = await session.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [relation],
  );
  if (rows.length === 0)
    throw new ExportRefusedError(`There is no table or view ${relation}; docs/schema.md has them all.`);
  return rows.map(({ name, type }) => ({ name, type: TYPES[type] ?? 'text' }));
}

async function conditionOf(
  session: Session,
  relation: string,
  columns: readonly ExportColumn[],
  from: string | null,
  to: string | null,
): Promise<string> {
  if (from === null && to === null) return '';
  const period = [from ?? '-infinity', to ?? 'infinity'];
  const has = (column: string): boolean => columns.some(({ name }) => name === column);
  const ask = async (statement: string): Promise<string> => {
    const { rows } = await session.query<{ condition: string }>(statement, period).catch((error: unknown) => {
      throw new ExportRefusedError(`The period is not understood: ${error instanceof Error ? error.message : error}.`);
    });
    return rows[0]!.condition;
  };
  if (has('tx_key') && !relation.startsWith('chaintrail.')) {
    const range = `${relation.split('.')[0]}.tx_range($1, $2)`;
    return ask(
      `SELECT CASE WHEN isempty(r) THEN 'WHERE false' ELSE format('WHERE tx_key >= %s AND tx_key < %s', lower(r), upper(r)) END AS condition FROM ${range} r`,
    );
  }
  const ends: readonly (readonly [string, string])[] = [
    ['day', 'day >= %L AND day < %L'],
    ['time', 'to_timestamp(time) >= %L AND to_timestamp(time) < %L'],
    ['at', 'at >= %L AND at < %L'],
  ];
  const found = ends.find(([column]) => has(column));
  if (!found) throw new ExportRefusedError(`${relation} has no time: leave --from and --to out.`);
  const type = found[0] === 'day' ? 'date' : 'timestamptz';
  return ask(`SELECT format('WHERE ${found[1]}', $1::${type}, $2::${type}) AS condition`);
}

function exported(row: Readonly<Record<string, unknown>>, columns: readonly ExportColumn[]): ExportRow {
  const bigints = columns.filter(({ name, type }) => type === 'bigint' && row[name] !== null);
  return { ...row, ...Object.fromEntries(bigints.map(({ name }) => [name, BigInt(row[name] as string)])) } as ExportRow;
}
