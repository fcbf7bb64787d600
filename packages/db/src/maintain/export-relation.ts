/** The rows of a table or view, as a stream: of a period, from one snapshot, a bounded number in memory. */
import { chainByCode } from '@chaintrail/chains';
import { escapeIdentifier } from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import type { Session } from '../connection.js';
import { type ExportFilter, ExportRefusedError, exportCondition } from './export-condition.js';

/**
 * Content of a column. `units` and `coins` are amounts (numeric) of chains whose sums fit: integers of at most 38
 * digits, and numbers of at most 30 digits, 8 of them decimals. `wideUnits` and `wideCoins` are those of which some do
 * not: of account chains, and of all chains together. Everything else is the text that PostgreSQL prints.
 */
type ExportType =
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'double'
  | 'date'
  | 'time'
  | 'bytes'
  | 'units'
  | 'coins'
  | 'wideUnits'
  | 'wideCoins'
  | 'text';

export interface ExportColumn {
  /** Name of the column in the file: `at` has another one than in the database. */
  readonly name: string;
  /** Name of the column in the database. */
  readonly source: string;
  readonly type: ExportType;
  /** An array of them, of one dimension; `integer`, `bigint` and `bytes` alone. */
  readonly isList: boolean;
}

export interface RelationExport {
  readonly columns: readonly ExportColumn[];
  /**
   * `csv` has a header (RFC 4180), NULL is empty and an empty text is `""`; `text` is PostgreSQL's own form, a line a
   * row. Both have `\x` and hex for bytes, times in UTC, and PostgreSQL's texts of arrays. `rowCount` is known at its
   * end.
   */
  copy(format: 'csv' | 'text'): CopyToStreamQuery;
}

const TYPES: Readonly<Record<string, ExportType>> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'bigint',
  'double precision': 'double',
  date: 'date',
  'timestamp with time zone': 'time',
  bytea: 'bytes',
};
const LISTED: readonly ExportType[] = ['integer', 'bigint', 'bytes'];

/**
 * Begins a transaction on the session, which ends with it.
 * @param relation `<schema>.<name>` of a table or view
 * @param filter times as PostgreSQL reads them, UTC where they say no zone; the period is from `from` to before `to`
 * @throws ExportRefusedError
 */
export async function openExport(
  session: Session,
  relation: string,
  filter: ExportFilter = {},
): Promise<RelationExport> {
  // It becomes part of a statement.
  if (!/^[a-z]{2,20}\.[a-z_][a-z0-9_]{0,62}$/.test(relation)) {
    throw new ExportRefusedError(
      `Name a table or view with its schema, such as btc.transfers, not ${JSON.stringify(relation)}.`,
    );
  }
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await session.query(`SET LOCAL timezone = 'UTC'; SET LOCAL statement_timeout = 0`);
  const columns = await columnsOf(session, relation);
  const condition = await exportCondition(session, relation, columns, filter);
  return {
    columns,
    copy(format) {
      const list = columns
        .map(({ name, source }) => `${escapeIdentifier(source)} AS ${escapeIdentifier(name)}`)
        .join(', ');
      const options = format === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT text';
      return session.query(copyTo(`COPY (SELECT ${list} FROM ${relation} WHERE ${condition}) TO STDOUT (${options})`));
    },
  };
}

async function columnsOf(session: Session, relation: string): Promise<ExportColumn[]> {
  const { rows } = await session.query<{ name: string; type: string; isTable: boolean }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type, relkind = 'r' AS "isTable"
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [relation],
  );
  if (rows.length === 0)
    throw new ExportRefusedError(`There is no table or view ${relation}; docs/schema.md has them all.`);
  return rows.map(({ name: source, type, isTable }) => {
    const name = RENAMED[source] ?? source;
    if (type === 'numeric' && source !== 'token_id') {
      return { name, source, type: amountType(relation, isTable), isList: false };
    }
    const of = TYPES[type.replace('[]', '')] ?? 'text';
    const isList = type.endsWith('[]');
    return isList && !LISTED.includes(of)
      ? { name, source, type: 'text', isList: false }
      : { name, source, type: of, isList };
  });
}

/** Names that readers take for something else: `AT` is a reserved word of DuckDB's. */
const RENAMED: Readonly<Record<string, string>> = { at: 'at_time' };
/** Views with base units, as the tables of other chains that have these names. */
const IN_UNITS: ReadonlySet<string> = new Set(['transfers', 'transactions', 'address_transactions']);

/** Tokens of account chains have amounts of 78 digits, and any number of decimals. */
function amountType(relation: string, isTable: boolean): ExportType {
  const [schema, name] = relation.split('.') as [string, string];
  const chain = chainByCode(schema);
  // Tables of analysts have coins, as views do: fewer base units fit into a decimal with a point than digits without one.
  const isInUnits = IN_UNITS.has(name) || (isTable && chain !== undefined);
  if (chain?.family === 'utxo') return isInUnits ? 'units' : 'coins';
  return isInUnits ? 'wideUnits' : 'wideCoins';
}
