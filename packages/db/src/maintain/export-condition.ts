/** Which rows of a relation are exported: of a period, a token, an address. */
import { type Chain, chainByCode, chainOnNetwork, parseAddress } from '@chaintrail/chains';
import { escapeLiteral } from 'pg';
import type { Session } from '../connection.js';

/** Refusal of an export; the message says what can be exported. */
export class ExportRefusedError extends Error {
  override readonly name = 'ExportRefusedError';
}

/** Conditions on the rows of an export: all rows, without any of these. */
export interface ExportFilter {
  /** Times as PostgreSQL reads them, UTC where they say no zone; the period is from `from` to before `to`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Contract, denomination or asset. */
  readonly token?: string | undefined;
  readonly address?: string | undefined;
}

interface Column {
  readonly source: string;
  readonly type: string;
}

interface Relation {
  readonly name: string;
  /** Its chain, or `chaintrail`. */
  readonly schema: string;
  typeOf(column: string): string | undefined;
}

/** Inside the caller's transaction. @returns an expression for WHERE @throws ExportRefusedError */
export async function exportCondition(
  session: Session,
  name: string,
  columns: readonly Column[],
  { from, to, token, address }: ExportFilter,
): Promise<string> {
  const relation: Relation = {
    name,
    schema: name.split('.')[0]!,
    typeOf: (column) => columns.find(({ source }) => source === column)?.type,
  };
  const conditions = [
    ...(from === undefined && to === undefined
      ? []
      : [await periodCondition(session, relation, [from ?? '-infinity', to ?? 'infinity'])]),
    ...(token === undefined ? [] : [await tokenCondition(session, relation, token)]),
    ...(address === undefined ? [] : [await addressCondition(session, relation, address)]),
  ];
  return conditions.join(' AND ') || 'true';
}

type Period = readonly [from: string, to: string];

/** By the columns that have an index first. */
const TIMES: readonly (readonly [column: string, type: string, expression: string])[] = [
  ['day', 'date', 'day'],
  ['first_seen', 'timestamptz', 'to_timestamp(first_seen)'],
  ['time', 'timestamptz', 'to_timestamp(time)'],
  ['at', 'timestamptz', 'at'],
];

async function periodCondition(session: Session, relation: Relation, period: Period): Promise<string> {
  const { name, schema, typeOf } = relation;
  // Unconfirmed rows have no place in the chain, but a time of their own.
  if (typeOf('tx_key') !== undefined && typeOf('first_seen') === undefined) {
    if (schema !== 'chaintrail') return rangeCondition(session, schema, period);
    const { rows } = await session.query<{ code: string }>(
      'SELECT code FROM chaintrail.chains WHERE to_regnamespace(code) IS NOT NULL ORDER BY code',
    );
    const ranges: string[] = [];
    for (const { code } of rows)
      ranges.push(`chain = ${escapeLiteral(code)} AND ${await rangeCondition(session, code, period)}`);
    return ranges.length === 0 ? 'false' : `(${ranges.join(' OR ')})`;
  }
  const found = TIMES.find(([column]) => typeOf(column) !== undefined);
  if (!found) throw new ExportRefusedError(`${name} has no time: leave --from and --to out.`);
  const [, type, expression] = found;
  return ask(
    session,
    `SELECT format('${expression} >= %L AND ${expression} < %L', $1::${type}, $2::${type}) AS condition`,
    period,
  );
}

function rangeCondition(session: Session, chain: string, period: Period): Promise<string> {
  return ask(
    session,
    `SELECT CASE WHEN isempty(r) THEN 'false' ELSE format('tx_key >= %s AND tx_key < %s', lower(r), upper(r)) END AS condition
     FROM ${chain}.tx_range($1, $2) r`,
    period,
  );
}

async function ask(session: Session, statement: string, period: Period): Promise<string> {
  const { rows } = await session.query<{ condition: string }>(statement, [...period]).catch((error: unknown) => {
    throw new ExportRefusedError(`The period is not understood: ${messageOf(error)}.`);
  });
  return rows[0]!.condition;
}

async function tokenCondition(session: Session, { name, schema, typeOf }: Relation, token: string): Promise<string> {
  const chain = chainByCode(schema);
  const type = typeOf('asset');
  if (chain === undefined || type === undefined) throw missing(name, 'asset');
  if (type === 'bytes') return `asset = ${await keyOf(session, chain, token)}`;
  // The protocol writes assets in capitals: of what came in, and of what was paid.
  if (typeOf('to_chain') !== undefined) {
    const sides = ['asset', ...(typeOf('in_asset') === undefined ? [] : ['in_asset'])];
    return `${escapeLiteral(token.toUpperCase())} IN (${sides.map((side) => `upper(${side})`).join(', ')})`;
  }
  if (chain.family === 'cosmos' && token.toLowerCase() === chain.nativeDenom) return 'asset IS NULL';
  return `asset IN (${escapeLiteral(token)}, ${escapeLiteral(token.toLowerCase())})`;
}

/** Columns with the parties of a row. */
const PARTIES = ['address_key', 'from_key', 'to_key'] as const;

async function addressCondition(
  session: Session,
  { name, schema, typeOf }: Relation,
  address: string,
): Promise<string> {
  const parties = PARTIES.filter((column) => typeOf(column) === 'bytes');
  // An address of another chain, in its own form.
  const isPaidElsewhere = typeOf('to_chain') !== undefined;
  const chain = chainByCode(schema);
  if (chain === undefined || (parties.length === 0 && !isPaidElsewhere)) {
    throw missing(name, PARTIES.join(', '));
  }
  const elsewhere = isPaidElsewhere ? [`to_address = ${escapeLiteral(address)}`] : [];
  const key = await keyOf(session, chain, address).catch((error: unknown) => {
    if (isPaidElsewhere) return null;
    throw error;
  });
  const here = key === null ? [] : parties.map((party) => `${party} = ${key}`);
  return `(${[...here, ...elsewhere].join(' OR ')})`;
}

const missing = (name: string, columns: string): ExportRefusedError =>
  new ExportRefusedError(
    `${name} has none of ${columns}, or is of all chains: name a table or view of a chain that has one.`,
  );

/** A literal of it. */
async function keyOf(session: Session, chain: Chain, address: string): Promise<string> {
  const { rows } = await session.query<{ network: string }>('SELECT network FROM chaintrail.chains WHERE code = $1', [
    chain.code,
  ]);
  const place = chainOnNetwork(chain, rows[0]!.network)!;
  try {
    return `'\\x${parseAddress(place, address).toString('hex')}'`;
  } catch (error) {
    throw new ExportRefusedError(`${address} is not understood: ${messageOf(error)}.`);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
