/** The secret of tokens, and the list of revoked ones, that `npm start` makes in its data folder where no key is set. */
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDirOf } from './values.js';

const SECRET_FILE = 'token-secret';
const DENYLIST_FILE = 'revoked-tokens';
const KEYS = ['JWT_SECRET', 'JWT_PUBLIC_KEY', 'JWT_JWKS_URL'];
const DENYLIST = 'JWT_DENYLIST_FILE';
const SECRET_BYTES = 48;

type Environment = Readonly<Record<string, string | undefined>>;

const isSet = (env: Environment, name: string): boolean => (env[name]?.trim() ?? '') !== '';

/**
 * Makes what is missing, once: tokens hold over restarts.
 * @param dataDir absolute; nobody else makes anything there
 * @returns settings of the API; none where the operator has set a key of tokens
 */
export async function makeTokenFiles(env: Environment, dataDir: string): Promise<Record<string, string>> {
  if (KEYS.some((name) => isSet(env, name))) return {};
  const secretFile = join(dataDir, SECRET_FILE);
  if ((await readIfThere(secretFile)) === null) {
    const written = `${secretFile}.new`;
    await writeFile(written, `${randomBytes(SECRET_BYTES).toString('base64')}\n`, { mode: 0o600 });
    await rename(written, secretFile);
  }
  // Made where it is not there; what is there stays.
  if (!isSet(env, DENYLIST)) await writeFile(join(dataDir, DENYLIST_FILE), '', { flag: 'a', mode: 0o600 });
  return readTokenFiles(env, dataDir);
}

/** The environment of a command about tokens, with what `npm start` made where no key is set. */
export async function withTokenFiles(env: Environment): Promise<Environment> {
  return { ...env, ...(await readTokenFiles(env, dataDirOf(env))) };
}

async function readTokenFiles(env: Environment, dataDir: string): Promise<Record<string, string>> {
  if (KEYS.some((name) => isSet(env, name))) return {};
  const secret = await readIfThere(join(dataDir, SECRET_FILE));
  if (secret === null) return {};
  const denylist = isSet(env, DENYLIST) ? {} : { [DENYLIST]: join(dataDir, DENYLIST_FILE) };
  return { JWT_SECRET: secret.trim(), ...denylist };
}

/** @throws the error of the file system where it may not be read */
async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
