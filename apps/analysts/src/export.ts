#!/usr/bin/env node
/** `npx chaintrail export btc.transfers --from 2026-11-01 --to 2026-12-01 --format parquet`: a table or view as a file. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EXPORT, readCommandLine } from '@chaintrail/commands';
import { closeSession, ExportRefusedError, explainConnectionError, openExport, openSession } from '@chaintrail/db';
import { databaseUrl, NO_DATABASE } from './database-url.js';
import { ParquetError, writeParquet } from './write-parquet.js';

interface ExportOptions {
  readonly from?: string;
  readonly to?: string;
  readonly token?: string;
  readonly address?: string;
  readonly format: 'csv' | 'parquet';
  readonly out?: string;
}

const FILE_ERRORS = new Set(['EACCES', 'EDQUOT', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS', 'EXDEV']);

const { args, options } = readCommandLine<ExportOptions>(EXPORT);
process.exitCode = await main(String(args[0]), options);

async function main(relation: string, options: ExportOptions): Promise<number> {
  const url = await databaseUrl(process.env, relation.split('.')[0]);
  if (url === null) {
    console.error(NO_DATABASE);
    return 2;
  }
  const out = options.out ?? `${relation}.${options.format}`;
  try {
    await exportTo(url, relation, { ...options, out });
    console.log(`Wrote ${out}.`);
    return 0;
  } catch (error) {
    const isPlain = error instanceof ExportRefusedError || error instanceof ParquetError;
    const sentence = isPlain ? error.message : (fileProblem(error, out) ?? explainConnectionError(error));
    console.error(sentence ?? error);
    return 1;
  }
}

/** @returns null where it is no error of the file system */
function fileProblem(error: unknown, out: string): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && syscall !== 'connect' && FILE_ERRORS.has(code ?? '')
    ? `${out} cannot be written (${code}): name a file in a folder that this user may write, with --out.`
    : null;
}

/** The file appears under its name when it is whole. */
async function exportTo(
  url: URL,
  relation: string,
  { format, out, ...filter }: ExportOptions & { readonly out: string },
): Promise<void> {
  const part = resolve(`${out}.part`);
  const session = await openSession(url.href, 'chaintrail-export');
  try {
    const exported = await openExport(session, relation, filter);
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
