import { join } from 'node:path';
import type { ChainCode } from '@chaintrail/chains';
import { CHAIN_TABLES, type Session } from '@chaintrail/db';
import { exportRows, importRows, makeBareTable } from '../harness/copy-tables.js';
import { percentiles, timeMs } from '../timing.js';

const TIMES = 9;

/** Transactions of a height have the keys from height * 2^20 on. */
const IN_BLOCK = (column: string, height: number): string =>
  `${column} >= ${height}::bigint << 20 AND ${column} < ${height + 1}::bigint << 20`;

/** The rows of the chain's last block. Of the unspent outputs only its own count: those that it spent are gone. */
function rowsOfBlock(table: string, chain: ChainCode, height: number): string {
  if (table === 'blocks') return `SELECT * FROM ${chain}.blocks WHERE height = ${height}`;
  return `SELECT * FROM ${chain}.${table} WHERE ${IN_BLOCK('tx_key', height)}`;
}

export interface BlockLimit {
  /** Median. */
  readonly p50Ms: number;
  readonly rows: number;
}

/**
 * Measures PostgreSQL alone with the rows of the chain's last block: COPY into tables without indexes and one commit,
 * as durable as the indexer's.
 */
export async function measureBlockLimit(session: Session, chain: ChainCode, folder: string): Promise<BlockLimit> {
  const { rows: tips } = await session.query<{ height: number }>(`SELECT height FROM ${chain}.sync_state`);
  const { height } = tips[0]!;
  for (const table of CHAIN_TABLES) {
    await exportRows(session, rowsOfBlock(table, chain, height), join(folder, table));
    await makeBareTable(session, table, chain);
  }
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    times.push(
      await timeMs(async () => {
        await session.query('BEGIN');
        for (const table of CHAIN_TABLES) await importRows(session, join(folder, table), `bare_${table}`);
        await session.query('COMMIT');
      }),
    );
  }
  const { rows } = await session.query<{ rows: number }>(
    `SELECT (${CHAIN_TABLES.map((table) => `(SELECT count(*) FROM bare_${table})`).join(' + ')})::integer AS rows`,
  );
  return { p50Ms: percentiles(times).p50Ms, rows: rows[0]!.rows / TIMES };
}
