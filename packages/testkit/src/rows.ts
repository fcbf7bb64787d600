import { openSession } from '@chaintrail/db';

/** The tables whose rows are a function of the chain alone, each with its canonical order. */
const TABLES = {
  blocks: 'height',
  transactions: 'tx_key',
  address_transactions: 'address_key, seq',
  addresses: 'address_key',
  unspent_outputs: 'txid, vout',
} as const;

/** The same of account chains, where it is only some columns of a table: those in front of the colon. */
const ACCOUNT_PARTS = {
  transfers: '*: tx_key, idx',
  // Which of them were traced as blocks came, and so how they are numbered, depends on when the chain was at its tip.
  internal_address_transactions: 'chain, address_key, listed, tx_key, delta: address_key, tx_key',
  tokens: 'chain, asset, address, standard, first_height: asset',
  token_balances: 'chain, address_key, asset, token_id, first_touched: address_key, asset, token_id',
} as const;

/** Rows as Postgres prints them, one string each, in canonical order. */
export type RowDump = Readonly<Record<keyof typeof TABLES | keyof typeof ACCOUNT_PARTS | 'cursor', readonly string[]>>;

/**
 * Reads everything that depends on the indexed chain and on nothing else: two databases that followed the same chain in
 * different ways must give equal dumps. `cursor` is sync_state without progress and times.
 * @param chain currency code
 */
export async function dumpRows(databaseUrl: string, chain: string): Promise<RowDump> {
  const session = await openSession(databaseUrl, 'chaintrail-test-dump');
  try {
    await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const read = async (sql: string): Promise<string[]> => {
      const { rows } = await session.query<[string]>({ text: sql, values: [chain], rowMode: 'array' });
      return rows.map(([row]) => row);
    };
    const dump: Record<string, string[]> = {};
    for (const [table, order] of Object.entries(TABLES)) {
      dump[table] = await read(`SELECT r::text FROM ${table} r WHERE chain = $1 ORDER BY ${order}`);
    }
    for (const [table, part] of Object.entries(ACCOUNT_PARTS)) {
      const [columns, order] = part.split(': ');
      dump[table] = await read(
        `SELECT r::text FROM (SELECT ${columns} FROM ${table} WHERE chain = $1 ORDER BY ${order}) r`,
      );
    }
    dump['cursor'] = await read(`
      SELECT ROW(chain, network, history_from, height, hash, block_time)::text FROM sync_state WHERE chain = $1`);
    await session.query('COMMIT');
    return dump as unknown as RowDump;
  } finally {
    await session.end();
  }
}
