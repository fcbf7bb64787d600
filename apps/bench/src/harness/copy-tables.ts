/** Writes a chain's rows to files in COPY's binary format, and back into tables without indexes. */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Large pieces: the socket is kept busy by few reads. */
const CHUNK_BYTES = 1 << 20;

/** @param rows a query; from code, never from input */
export async function exportRows(session: Session, rows: string, path: string): Promise<void> {
  const out = session.query(copyTo(`COPY (${rows}) TO STDOUT (FORMAT binary)`));
  await pipeline(out, createWriteStream(path, { highWaterMark: CHUNK_BYTES }));
}

/** Makes a table with the columns of a chain's, without indexes. @returns its name */
export async function makeBareTable(session: Session, table: string, chain: ChainCode): Promise<string> {
  const name = `bare_${table}`;
  await session.query(`DROP TABLE IF EXISTS ${name}`);
  await session.query(`CREATE TABLE ${name} (LIKE ${chain}.${table})`);
  return name;
}

/** @param path of {@link exportRows} */
export async function importRows(session: Session, path: string, table: string): Promise<void> {
  const into = session.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`));
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), into);
}
