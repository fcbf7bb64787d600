/** The data folder of the server: made once, checked at every start. */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { type Account, clusterArgument, EmbeddedPostgresError, runProgram } from './program.js';

/** Major version of the programs; data of another one cannot be opened by them. */
const MAJOR = '18';
/** The database, and the role that owns everything in it. */
export const DATABASE = 'chaintrail';

/**
 * For data that nobody keeps: nothing waits for the disk, and who logs in does not hash 4096 times (3 ms), which makes
 * guessing a password hard that is not 192 random bits. Where data stay, other clients log in, and some refuse fewer.
 */
const THROWN_AWAY = ['-c', 'fsync=off', '-c', 'scram_iterations=1'];

/** What is in the folder that the caller names. */
export interface Layout {
  readonly cluster: string;
  readonly password: string;
}

export function layoutOf(dataDir: string): Layout {
  return { cluster: join(dataDir, 'cluster'), password: join(dataDir, 'password') };
}

/**
 * Makes sure the cluster and its password exist.
 * @returns the password of role {@link DATABASE}
 * @throws EmbeddedPostgresError
 */
export async function prepareCluster(
  layout: Layout,
  binaries: Binaries,
  account: Account,
  durable: boolean,
  onLog: (line: string) => void,
): Promise<string> {
  const version = await readIfPresent(join(layout.cluster, 'PG_VERSION'));
  if (version === undefined) return createCluster(layout, binaries, account, durable, onLog);
  if (version.trim() !== MAJOR) {
    throw new EmbeddedPostgresError(
      `${layout.cluster} holds data of PostgreSQL ${version.trim()}, but this version runs ${MAJOR}; move the folder away to sync again, or set DATABASE_URL.`,
    );
  }
  const password = await readIfPresent(layout.password);
  if (password === undefined) {
    throw new EmbeddedPostgresError(
      `${layout.password} is missing, so the data beside it cannot be opened; restore the file, or move the folder away to sync again.`,
    );
  }
  return password.trim();
}

/** Built under another name and renamed when complete: a start that is killed leaves nothing that looks ready. */
async function createCluster(
  layout: Layout,
  binaries: Binaries,
  account: Account,
  durable: boolean,
  onLog: (line: string) => void,
): Promise<string> {
  onLog('Creating the PostgreSQL data folder');
  const building = `${layout.cluster}.new`;
  await rm(building, { recursive: true, force: true });
  await mkdir(building, { recursive: true, mode: 0o700 });
  await giveTo(account, building);

  const password = randomBytes(24).toString('hex');
  await writeFile(layout.password, `${password}\n`, { mode: 0o600 });
  await chmod(layout.password, 0o600);
  await giveTo(account, layout.password);

  const argument = clusterArgument(building, account);
  const run = async (program: string, args: readonly string[], input?: string) => {
    const { code, output } = await runProgram(program, args, building, account, input);
    if (code !== 0) {
      throw new EmbeddedPostgresError(`Creating ${layout.cluster} failed: ${output.trim().slice(-2000)}`);
    }
  };
  await run(binaries.initdb, [
    `--pgdata=${argument}`,
    `--username=${DATABASE}`,
    '--auth=reject',
    // Whatever locales the machine has or lacks: byte order, and Unicode case rules from the server itself.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]);
  // Stand-alone mode reads statements from its input: no server, no port, and no password on a command line.
  await run(
    binaries.postgres,
    ['--single', '-j', '-D', argument, ...(durable ? [] : THROWN_AWAY), 'postgres'],
    `alter role ${DATABASE} password '${password}';\n\ncreate database ${DATABASE};\n\n`,
  );
  const access = join(building, 'pg_hba.conf');
  await writeFile(access, 'host all all 127.0.0.1/32 scram-sha-256\n');
  await rename(building, layout.cluster);
  return password;
}

async function giveTo(account: Account, path: string): Promise<void> {
  if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid);
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(`${path} cannot be read (${code}); check who owns it.`, { cause: error });
  }
}
