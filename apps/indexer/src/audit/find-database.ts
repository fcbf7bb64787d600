/** The database of an audit: the operator's, or that of the server which `npm start` runs. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditSettings } from '@chaintrail/config';
import { AuditRefusedError } from './run-audit.js';

/** Line of postmaster.pid that holds the port (postgres src/include/utils/pidfile.h LOCK_FILE_LINE_PORT). */
const PORT_LINE = 4;

/** @returns postgres://…; holds the password. @throws AuditRefusedError where no server of `npm start` runs */
export async function findDatabase({ databaseUrl, dataDir }: AuditSettings): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl.reveal();
  const folder = join(dataDir, 'postgres');
  try {
    const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
    const port = (await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[PORT_LINE - 1];
    return `postgres://chaintrail:${password}@127.0.0.1:${Number(port)}/chaintrail`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const why = code === 'ENOENT' ? `no server of "npm start" runs in ${folder}` : `${folder} cannot be read (${code})`;
    throw new AuditRefusedError(
      `DATABASE_URL is not set, and ${why}; set DATABASE_URL, or run the audit beside "npm start" as the same user`,
    );
  }
}
