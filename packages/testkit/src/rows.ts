import { openSession } from '@chaintrail/db';

/** The tables whose rows are a function of the chain alone, each with its canonical order. */
const TABLES = {
  blocks: 'height',
  transactions: 'tx_key',
  address_transactions: 'address_key, seq',
  addresses: 'address_key',
  unspent_outputs: 'txid, vout',
} as const;

/** Rows as Postgres prints them, one string each, in canonical order. */
export type RowDump = Readonly<Record<keyof typeof TABLES | 'cursor', readonly string[]>>;

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
    dump['cursor'] = await read(`
      SELECT ROW(chain, network, history_from, height, hash, block_time)::text FROM sync_state WHERE chain = $1`);
    await session.query('COMMIT');
    return dump as unknown as RowDump;
  } finally {
    await session.end();
  }
}
