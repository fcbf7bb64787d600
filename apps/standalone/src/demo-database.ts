/** Keeps the demo network out of a database that holds something else. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT_CONFIGURATION } from '@chaintrail/config';
import { createPool, readChains } from '@chaintrail/db';
import { demoFolder } from './demo-network.js';
import { ServiceError } from './service-error.js';

/**
 * The demo uses an operator's database only while it is empty, or if this very demo filled it. Blocks of two networks
 * in one index would be wrong answers.
 * @throws ServiceError
 */
export async function claimForDemo(databaseUrl: string, dataDir: string): Promise<void> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const mark = createHash('sha256')
    .update(`${hostname}:${port || 5432}${pathname}`)
    .digest('hex');
  const file = join(demoFolder(dataDir), 'database');
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'chaintrail-standalone' });
  try {
    const chains = await readChains(pool);
    if (chains.length > 0 && (await readMark(file)) !== mark) {
      const followed = chains.map(({ chain, network }) => `${chain} ${network}`).join(', ');
      throw new ServiceError(
        `The database in DATABASE_URL already holds ${followed}, and no node is configured; set the chain's <CODE>_RPC_URL, or unset DATABASE_URL for the demo network.`,
        EXIT_CONFIGURATION,
      );
    }
  } finally {
    await pool.end();
  }
  await mkdir(demoFolder(dataDir), { recursive: true });
  await writeFile(file, mark);
}

async function readMark(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
