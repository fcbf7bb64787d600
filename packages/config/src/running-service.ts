/** The note that a running `npm start` leaves for commands beside it: its database and its demo nodes. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { dataDirOf } from './values.js';

const FILE = 'running.json';
const settings = z.record(
  z
    .string()
    .regex(
      /^(DATABASE_URL|[A-Z]+_(RPC_URL|REST_URL|NETWORK|WS_URL|INTERNAL_TRANSFERS|MEMPOOL_LIMIT|RATE_FEEDS|SCRIPTHASH_INDEX))$/,
    ),
  z.string().max(4_096),
);
const NODE_URL = '_RPC_URL';

/** Writes them for this user alone: they hold passwords. @param dataDir absolute @returns what removes them */
export async function announceService(
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<() => Promise<void>> {
  const file = join(dataDir, FILE);
  await rm(file, { force: true }); // one that is there keeps its mode
  await writeFile(file, JSON.stringify(env), { mode: 0o600 });
  return () => rm(file, { force: true });
}

/** The environment of a command, and where it sets none the database and nodes of the service that runs. */
export async function withRunningService(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== '';
  const found = await readService(dataDirOf(env));
  const namesNode = Object.keys(env).some((name) => name.endsWith(NODE_URL) && isSet(name));
  const missing = Object.entries(found).filter(([name]) =>
    name === 'DATABASE_URL' ? !isSet(name) : !namesNode && !isSet(name),
  );
  return { ...env, ...Object.fromEntries(missing) };
}

/** Where none runs, what is missing is said by the command, as ever. */
async function readService(dataDir: string): Promise<Record<string, string>> {
  try {
    return settings.parse(JSON.parse(await readFile(join(dataDir, FILE), 'utf8')));
  } catch {
    return {};
  }
}
