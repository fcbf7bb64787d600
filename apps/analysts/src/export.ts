#!/usr/bin/env node
/** `npm run export -- btc.transfers --from 2026-11-01 --to 2026-12-01 --format parquet`: a table or view as a file. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { closeSession, ExportRefusedError, explainConnectionError, openExport, openSession } from '@chaintrail/db';
import { databaseUrl, NO_DATABASE } from './database-url.js';
import { type ExportArguments, readExportArguments, USAGE } from './export-arguments.js';
import { ParquetError, writeParquet } from './write-parquet.js';

process.exitCode = await main(readExportArguments(process.argv.slice(2)));

async function main(asked: ExportArguments | string): Promise<number> {
  if (typeof asked === 'string') {
    console.error(`${asked}\n${USAGE}`);
    return 2;
  }
  const url = await databaseUrl(process.env, asked.relation.split('.')[0]);
  if (url === null) {
    console.error(NO_DATABASE);
    return 2;
  }
  try {
    await exportTo(url, asked);
    console.log(`Wrote ${asked.out}.`);
    return 0;
  } catch (error) {
    const isPlain = error instanceof ExportRefusedError || error instanceof ParquetError;
    const sentence = isPlain ? error.message : explainConnectionError(error);
    console.error(sentence ?? error);
    return 1;
  }
}

/** The file appears under its name when it is whole. */
async function exportTo(url: URL, { relation, from, to, format, out }: ExportArguments): Promise<void> {
  const part = resolve(`${out}.part`);
  const session = await openSession(url.href, 'chaintrail-export');
  try {
    const exported = await openExport(session, relation, from, to);
    // As PostgreSQL writes it: nothing is read and written anew on the way, so its own COPY takes it back as it was.
    if (format === 'csv') await pipeline(exported.copy('csv'), createWriteStream(part));
    else await writeParquet(exported, part);
    await rename(part, resolve(out));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await closeSession(session);
  }
}
