/** The limit of what writes rows: PostgreSQL alone, by COPY of the same rows into tables without indexes. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { chainTables, type Session, UTXO_TABLES } from '@chaintrail/db';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { percentiles, timeMs } from './figures.js';

/** Large pieces: the socket is kept busy by few reads. */
const CHUNK_BYTES = 1 << 20;
const BLOCK_TIMES = 9;

/**
 * All rows of a chain: one connection, one transaction a table. No sync that writes these rows on one connection can be
 * faster.
 * @param folder for the rows of one table at a time
 * @returns seconds
 */
export async function measureCopyLimit(session: Session, chain: ChainCode, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  // Autovacuum after the sync must not slow down the limit.
  await setAutovacuum(session, 'SET autovacuum = off');
  try {
    let milliseconds = 0;
    for (const table of chainTables(chain)) {
      const copy = await prepareCopy(session, chain, table, `SELECT * FROM ${chain}.${table}`, folder);
      // Dirty pages of the sync and of earlier tables are not this table's cost.
      await session.query('CHECKPOINT');
      milliseconds += await timeMs(() => inTransaction(session, [copy]));
      await copy.remove();
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

/** Tables of EVM chains whose rows belong to one transaction, or block. */
const EVM_BLOCK_TABLES = ['blocks', 'transactions', 'transfers', 'address_transactions'];

/** The rows of the last block of a UTXO or EVM chain: all in one transaction, as durable as the indexer's. */
export async function measureBlockLimit(session: Session, chain: ChainCode, folder: string) {
  await mkdir(folder, { recursive: true });
  const { rows: tips } = await session.query<{ height: number }>(
    `SELECT max(height) AS height FROM ${chain}.sync_state`,
  );
  const { height } = tips[0]!;
  const copies: BareCopy[] = [];
  const tables = requireChain(chain).family === 'evm' ? EVM_BLOCK_TABLES : UTXO_TABLES;
  for (const table of tables) {
    copies.push(await prepareCopy(session, chain, table, rowsOfBlock(table, chain, height), folder));
  }
  const times: number[] = [];
  for (let n = 0; n < BLOCK_TIMES; n++) times.push(await timeMs(() => inTransaction(session, copies)));
  const { rows } = await session.query<{ rows: number }>(
    `SELECT (${copies.map(({ table }) => `(SELECT count(*) FROM ${table})`).join(' + ')})::integer AS rows`,
  );
  for (const copy of copies) await copy.remove();
  return { p50Ms: percentiles(times).p50Ms, rows: rows[0]!.rows / BLOCK_TIMES };
}

/** Among unspent outputs, only the block's own count: those that it spent are gone. */
function rowsOfBlock(table: string, chain: ChainCode, height: number): string {
  if (table === 'blocks') return `SELECT * FROM ${chain}.blocks WHERE height = ${height}`;
  // Transactions of a height have the keys from height * 2^20 on.
  return `SELECT * FROM ${chain}.${table} WHERE tx_key >= ${height}::bigint << 20 AND tx_key < ${height + 1}::bigint << 20`;
}

type BareCopy = Awaited<ReturnType<typeof prepareCopy>>;

/**
 * Writes rows to a file in COPY's binary format, for an empty table with the columns of the chain's and no indexes.
 * @param rows a query; from code, never from input
 */
export async function prepareCopy(session: Session, chain: ChainCode, of: string, rows: string, folder: string) {
  const [path, table] = [join(folder, of), `bare_${of}`];
  const out = session.query(copyTo(`COPY (${rows}) TO STDOUT (FORMAT binary)`));
  await pipeline(out, createWriteStream(path, { highWaterMark: CHUNK_BYTES }));
  await session.query(`CREATE TABLE ${table} (LIKE ${chain}.${of})`);
  return {
    table,
    async copy(): Promise<void> {
      const into = session.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`));
      await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), into);
    },
    async remove(): Promise<void> {
      await session.query(`DROP TABLE ${table}`);
      await rm(path);
    },
  };
}

async function inTransaction(session: Session, copies: readonly BareCopy[]): Promise<void> {
  await session.query('BEGIN');
  for (const each of copies) await each.copy();
  await session.query('COMMIT');
}
