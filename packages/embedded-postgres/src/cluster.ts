/** The data folder of the server: made once, checked at every start. */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import {
  type Account,
  type Cluster,
  clusterArgument,
  EmbeddedPostgresError,
  readIfPresent,
  runProgram,
} from './program.js';

/** Major version of the programs; data of another one cannot be opened by them. */
const MAJOR = '18';
/** The database, and the role that owns everything in it. */
export const DATABASE = 'chaintrail';

/**
 * For data that nobody keeps: nothing waits for the disk, and who logs in does not hash 4096 times (3 ms), which makes
 * guessing a password hard that is not 192 random bits. Where data stay, other clients log in, and some refuse fewer.
 */
const THROWN_AWAY = ['-c', 'fsync=off', '-c', 'scram_iterations=1'];

/** What a data folder is made with. */
export interface Preparation extends Cluster {
  readonly binaries: Binaries;
  readonly passwordFile: string;
  readonly durable: boolean;
  readonly onLog: (line: string) => void;
}

/**
 * Makes sure the cluster and its password exist.
 * @returns the password of role {@link DATABASE}
 * @throws EmbeddedPostgresError
 */
export async function prepareCluster(preparation: Preparation): Promise<string> {
  const { clusterDir, passwordFile } = preparation;
  const version = (await readIfPresent(join(clusterDir, 'PG_VERSION')))?.trim();
  if (version === undefined) return createCluster(preparation);
  if (version !== MAJOR) {
    throw new EmbeddedPostgresError(
      `${clusterDir} holds data of PostgreSQL ${version}, but this version runs ${MAJOR}; move the folder away to sync again, or set DATABASE_URL.`,
    );
  }
  const password = await readIfPresent(passwordFile);
  if (password !== undefined) return password.trim();
  throw new EmbeddedPostgresError(
    `${passwordFile} is missing, so the data beside it cannot be opened; restore the file, or move the folder away to sync again.`,
  );
}

/** Built under another name and renamed when complete: a start that is killed leaves nothing that looks ready. */
async function createCluster(preparation: Preparation): Promise<string> {
  const { account, binaries, clusterDir, durable, onLog, passwordFile } = preparation;
  onLog('Creating the PostgreSQL data folder');
  const building = { clusterDir: `${clusterDir}.new`, account };
  await rm(building.clusterDir, { recursive: true, force: true });
  await mkdir(building.clusterDir, { recursive: true, mode: 0o700 });
  await giveTo(account, building.clusterDir);

  const password = randomBytes(24).toString('hex');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await chmod(passwordFile, 0o600);
  await giveTo(account, passwordFile);

  const run = async (program: string, args: readonly string[], input?: string) => {
    const { code, output } = await runProgram(program, args, building, input);
    if (code === 0) return;
    throw new EmbeddedPostgresError(`Creating ${clusterDir} failed: ${output.trim().slice(-2000)}`);
  };
  const argument = clusterArgument(building);
  // Whatever locales the machine has or lacks: byte order, and Unicode case rules from the server itself.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const own = [`--pgdata=${argument}`, `--username=${DATABASE}`, '--auth=reject'];
  await run(binaries.initdb, [...own, ...locale, ...(durable ? [] : ['--no-sync'])]);
  // Stand-alone mode reads statements from its input: no server, no port, and no password on a command line.
  await run(
    binaries.postgres,
    ['--single', '-j', '-D', argument, ...(durable ? [] : THROWN_AWAY), 'postgres'],
    `alter role ${DATABASE} password '${password}';\n\ncreate database ${DATABASE};\n\n`,
  );
  await writeFile(join(building.clusterDir, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  await rename(building.clusterDir, clusterDir);
  return password;
}

async function giveTo({ uid, gid }: Account, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}
