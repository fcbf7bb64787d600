/** The rows of a table or view, as a stream: of a period, from one snapshot, a bounded number in memory. */
import { chainByCode } from '@chaintrail/chains';
import { escapeIdentifier } from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import type { Session } from '../connection.js';

/** What was asked for cannot be exported; the message says what can. */
export class ExportRefusedError extends Error {
  override readonly name = 'ExportRefusedError';
}

/**
 * What a column holds. `units` and `coins` are amounts (numeric) of chains whose sums fit: integers of at most 38
 * digits, and numbers of at most 30 digits, 8 of them decimals. Everything else, amounts of account chains too, is the
 * text that PostgreSQL prints.
 */
type ExportType = 'boolean' | 'integer' | 'bigint' | 'double' | 'date' | 'time' | 'bytes' | 'units' | 'coins' | 'text';

export interface ExportColumn {
  readonly name: string;
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

/** What is exported of a relation: all, without any of these. */
export interface ExportFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Contract or denomination. */
  readonly token?: string | undefined;
  readonly address?: string | undefined;
}

/**
 * Begins a transaction on the session, which ends with it.
 * @param relation `<schema>.<name>` of a table or view
 * @param filter times as PostgreSQL reads them, UTC where they say no zone; the period is from `from` to before `to`
 * @throws ExportRefusedError
 */
export async function openExport(
  session: Session,
  relation: string,
  { from, to, token, address }: ExportFilter = {},
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
  const where = [
    await conditionOf(session, relation, columns, from ?? null, to ?? null),
    ...(token === undefined ? [] : [await ownerCondition(session, relation, columns, ['asset'], token)]),
    ...(address === undefined ? [] : [await ownerCondition(session, relation, columns, PARTIES, address)]),
  ]
    .filter((condition) => condition !== '')
    .map((condition, n) => (n === 0 ? condition : condition.replace('WHERE', 'AND')))
    .join(' ');
  return {
    columns,
    copy(format) {
      const list = columns.map(({ name }) => escapeIdentifier(name)).join(', ');
      const options = format === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT text';
      return session.query(copyTo(`COPY (SELECT ${list} FROM ${relation} ${where}) TO STDOUT (${options})`));
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
  return rows.map(({ name, type, isTable }) => {
    if (type === 'numeric') return { name, type: amountType(relation, isTable), isList: false };
    const of = TYPES[type.replace('[]', '')] ?? 'text';
    const isList = type.endsWith('[]');
    return isList && !LISTED.includes(of) ? { name, type: 'text', isList: false } : { name, type: of, isList };
  });
}

/**
 * Tokens of account chains have amounts and ids of 78 digits, and any number of decimals. `transfers` is a table there,
 * and a view with the same columns here.
 */
function amountType(relation: string, isTable: boolean): ExportType {
  const [schema, name] = relation.split('.');
  if (chainByCode(schema!)?.family !== 'utxo') return 'text';
  return isTable || name === 'transfers' ? 'units' : 'coins';
}

/** Columns with the parties of a row. */
const PARTIES = ['address_key', 'from_key', 'to_key'];

async function ownerCondition(
  session: Session,
  relation: string,
  columns: readonly ExportColumn[],
  names: readonly string[],
  text: string,
): Promise<string> {
  const found = columns.filter(({ name }) => names.includes(name));
  const chain = relation.split('.')[0]!;
  if (found.length === 0 || !chainByCode(chain)) {
    throw new ExportRefusedError(
      `${relation} has none of ${names.join(', ')}, or is of all chains: name a table or view of a chain that has one.`,
    );
  }
  const isText = found.every(({ type }) => type === 'text');
  const { rows } = await session
    .query<{ value: string }>(`SELECT quote_literal(${isText ? '$1::text' : `${chain}.address_key($1)`}) AS value`, [
      text,
    ])
    .catch((error: unknown) => {
      throw new ExportRefusedError(`${text} is not understood: ${error instanceof Error ? error.message : error}.`);
    });
  return `WHERE (${found.map(({ name }) => `${name} = ${rows[0]!.value}`).join(' OR ')})`;
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
