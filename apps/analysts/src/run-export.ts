/** An export to its end, with the sentence for whoever runs it. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { closeSession, ExportRefusedError, explainConnectionError, openExport, openSession } from '@chaintrail/db';
import { databaseUrl, NO_DATABASE } from './database-url.js';
import { ParquetError, writeParquet } from './write-parquet.js';

export interface ExportOptions {
  readonly from?: string;
  readonly to?: string;
  readonly token?: string;
  readonly address?: string;
  readonly format: 'csv' | 'parquet';
  readonly out?: string;
}

const FILE_ERRORS = new Set(['EACCES', 'EDQUOT', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS', 'EXDEV']);

interface ExportEnd {
  /** Exit status. */
  readonly status: number;
  /** A sentence, or an error that nobody foresaw. */
  readonly message: unknown;
}

export async function runExport(relation: string, options: ExportOptions, env: NodeJS.ProcessEnv): Promise<ExportEnd> {
  const url = await databaseUrl(env, relation.split('.')[0]);
  if (url === null) return { status: 2, message: NO_DATABASE };
  const out = options.out ?? `${relation}.${options.format}`;
  try {
    await exportTo(url, relation, { ...options, out });
    return { status: 0, message: `Wrote ${out}.` };
  } catch (error) {
    const isPlain = error instanceof ExportRefusedError || error instanceof ParquetError;
    const sentence = isPlain ? error.message : (fileProblem(error, out) ?? explainConnectionError(error));
    return { status: 1, message: sentence ?? error };
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
