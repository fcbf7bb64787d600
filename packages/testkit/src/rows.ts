import { createHash } from 'node:crypto';
import { type ChainCode, requireChain } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { inSession } from './postgres.js';

/** Columns that are a function of the chain alone, in front of the colon; the canonical order behind it. */
const COMMON = {
  blocks: '*: height',
  transactions: '*: tx_key',
  address_transactions: '*: address_key, seq',
  cursor: 'network, history_from, height, hash, block_time',
} as const;

const PARTS = {
  utxo: { ...COMMON, unspent_outputs: '*: txid, vout', unaddressed_spends: '*: made_tx_key, vout' },
  evm: {
    ...COMMON,
    transfers: '*: tx_key, idx',
    internal_gaps: 'from_height, to_height, reason_code: from_height',
    // Their state is what contracts answered.
    tokens: 'asset, address, first_height, plain_from, indexed_from: asset',
    token_balances: 'address_key, asset, token_id, first_touched: address_key, asset, token_id',
  },
  cosmos: {
    ...COMMON,
    transfers: '*: tx_key, idx',
    payouts: '*: tx_key, idx',
    token_history: '*: address_key, asset, tx_key',
    token_holdings: '*: address_key, asset',
  },
} as const;

/** Rows as Postgres prints them, one string each, in canonical order; none of tables that the chain's family has not. */
export type RowDump = Readonly<
  Record<keyof (typeof PARTS.utxo & typeof PARTS.evm & typeof PARTS.cosmos), readonly string[]>
>;

/**
 * Reads everything that depends on the indexed chain and on nothing else: two databases that followed the same chain in
 * different ways must give equal dumps. `cursor` is sync_state without progress and times. Nothing where nobody followed it.
 */
export async function dumpRows(databaseUrl: string, chain: ChainCode): Promise<RowDump> {
  const dump = await readParts(databaseUrl, chain, async (session, rows, order) => {
    const sql = `SELECT r::text AS row FROM (${rows} ${order}) r`;
    return (await session.query<{ row: string }>(sql)).rows.map(({ row }) => row);
  });
  const { utxo, evm, cosmos } = PARTS;
  const nothing = Object.keys({ ...utxo, ...evm, ...cosmos }).map((part) => [part, []] as const);
  return { ...Object.fromEntries(nothing), ...dump } as unknown as RowDump;
}

/** Number of rows and the sum of their hashes, by table. */
export type RowDigest = Readonly<Record<string, string>>;

/** Reads what {@link dumpRows} reads as numbers that the server makes: a tenth of the work where there are many rows. */
export function digestRows(databaseUrl: string, chain: ChainCode): Promise<RowDigest> {
  return readParts(databaseUrl, chain, async (session, rows) => {
    const { rows: found } = await session.query<{ digest: string }>(
      `SELECT concat_ws(' ', count(*), sum(hashtextextended(r::text, 0))) AS digest FROM (${rows}) r`,
    );
    return found[0]!.digest;
  });
}

/** Reads each part of the chain's family in one snapshot. */
function readParts<T>(
  databaseUrl: string,
  chain: ChainCode,
  read: (session: Session, rows: string, order: string) => Promise<T>,
): Promise<Record<string, T>> {
  return inSession(databaseUrl, async (session) => {
    await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const found: Record<string, T> = {};
    const parts: Readonly<Record<string, string>> = (await isFollowed(session, chain))
      ? PARTS[requireChain(chain).family]
      : {};
    for (const [part, what] of Object.entries(parts)) {
      const [columns, order] = what.split(': ');
      const table = part === 'cursor' ? 'sync_state' : part;
      const rows = `SELECT ${columns} FROM ${chain}.${table}`;
      found[part] = await read(session, rows, order === undefined ? '' : `ORDER BY ${order}`);
    }
    await session.query('COMMIT');
    return found;
  });
}

/** PostgreSQL's code for a table that is not there, nor its schema: undefined_table. */
const ABSENT = '42P01';

/**
 * Asks the schema of a chain, outside of a transaction. Whoever waits for something asks again and again, so the server
 * plans it once: looking at a first sync takes it 0.09 ms in place of 0.62.
 * @returns no rows while there is no schema: nobody has followed the chain
 */
export async function queryFollowed<Row extends object>(
  session: Session,
  chain: ChainCode,
  sql: string,
): Promise<Row[]> {
  try {
    const name = createHash('sha1').update(sql).digest('hex');
    return (await session.query<Row>({ name, text: sql })).rows;
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === ABSENT;
    if (isAbsent && !(await isFollowed(session, chain))) return [];
    throw error;
  }
}

/** Whether an indexer has begun to follow the chain. */
async function isFollowed(session: Session, chain: ChainCode): Promise<boolean> {
  const { rows } = await session.query<{ present: boolean }>(
    `SELECT to_regclass('${chain}.sync_state') IS NOT NULL AS present`,
  );
  return rows[0]!.present;
}
