import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChainCode } from '@chaintrail/chains';
import { chainTables, type Session } from '@chaintrail/db';
import { exportRows, importRows, makeBareTable } from '../harness/copy-tables.js';
import { timeMs } from '../timing.js';

/**
 * Measures PostgreSQL alone with the rows of a chain: COPY into empty tables without indexes, one connection, one
 * transaction a table. No sync that writes these rows on one connection can be faster.
 * @param folder for the rows of one table at a time
 * @returns seconds
 */
export async function measureCopyLimit(session: Session, chain: ChainCode, folder: string): Promise<number> {
  // Autovacuum after the sync must not slow down the limit.
  await setAutovacuum(session, 'SET autovacuum = off');
  try {
    let milliseconds = 0;
    for (const table of chainTables(chain)) {
      milliseconds += await copyTable(session, chain, table, join(folder, table));
    }
    return milliseconds / 1000;
  } finally {
    await setAutovacuum(session, 'RESET autovacuum');
  }
}

async function setAutovacuum(session: Session, change: string): Promise<void> {
  await session.query(`ALTER SYSTEM ${change}`);
  await session.query('SELECT pg_reload_conf()');
}

/** @returns milliseconds */
async function copyTable(session: Session, chain: ChainCode, table: string, path: string): Promise<number> {
  await exportRows(session, `SELECT * FROM ${chain}.${table}`, path);
  const target = await makeBareTable(session, table, chain);
  // Dirty pages of the sync and of earlier tables are not this table's cost.
  await session.query('CHECKPOINT');
  const milliseconds = await timeMs(async () => {
    await session.query('BEGIN');
    await importRows(session, path, target);
    await session.query('COMMIT');
  });
  await session.query(`DROP TABLE ${target}`);
  await rm(path);
  return milliseconds;
}
