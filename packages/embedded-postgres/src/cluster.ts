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
import { closeStatements, createStatements, DATABASE, SUPERUSER, takeOverStatements } from './roles.js';

/** Major version of the programs; data of another one cannot be opened by them. */
const MAJOR = '18';
/**
 * For data that nobody keeps: nothing waits for the disk, and who logs in does not hash 4096 times (3 ms), which makes
 * guessing a password hard that is not 192 random bits. Where data stay, other clients log in, and some refuse fewer.
 */
const THROWN_AWAY = ['-c', 'fsync=off', '-c', 'scram_iterations=1'];

/** Settings that a data folder is made with. */
export interface Preparation extends Cluster {
  readonly binaries: Binaries;
  readonly passwordFile: string;
  readonly superuserPasswordFile: string;
  readonly durable: boolean;
  readonly onLog: (line: string) => void;
}

/** Passwords of the role that owns the database, and of the superuser. */
interface Passwords {
  readonly password: string;
  readonly superuserPassword: string;
}

/** Makes sure the cluster, its roles and their passwords exist. @throws EmbeddedPostgresError */
export async function prepareCluster(preparation: Preparation): Promise<Passwords> {
  const { clusterDir, passwordFile, superuserPasswordFile } = preparation;
  const version = (await readIfPresent(join(clusterDir, 'PG_VERSION')))?.trim();
  if (version === undefined) return createCluster(preparation);
  if (version !== MAJOR) {
    throw new EmbeddedPostgresError(
      `${clusterDir} holds data of PostgreSQL ${version}, but this version runs ${MAJOR}; move the folder away to sync again, or set DATABASE_URL.`,
    );
  }
  const password = (await readIfPresent(passwordFile))?.trim();
  if (password === undefined) {
    throw new EmbeddedPostgresError(
      `${passwordFile} is missing, so the data beside it cannot be opened; restore the file, or move the folder away to sync again.`,
    );
  }
  const known = (await readIfPresent(superuserPasswordFile))?.trim();
  return { password, superuserPassword: known ?? (await takeOver(preparation, password)) };
}

/**
 * Data of a version whose programs were superusers. The file that tells that it is done comes last, so a start that is
 * killed is repeated.
 * @returns the superuser's password
 */
async function takeOver(preparation: Preparation, password: string): Promise<string> {
  const { account, clusterDir, onLog, superuserPasswordFile } = preparation;
  onLog('Giving the database to a role that is no superuser');
  const superuserPassword = randomBytes(24).toString('hex');
  const sql = takeOverStatements(password, superuserPassword) + closeStatements();
  await runStatements(preparation, { clusterDir, account }, DATABASE, sql);
  await writePassword(preparation, `${superuserPasswordFile}.new`, superuserPassword);
  await rename(`${superuserPasswordFile}.new`, superuserPasswordFile);
  return superuserPassword;
}

/** Built under another name and renamed when complete: a start that is killed leaves nothing that looks ready. */
async function createCluster(preparation: Preparation): Promise<Passwords> {
  const { account, binaries, clusterDir, durable, onLog, passwordFile, superuserPasswordFile } = preparation;
  onLog('Creating the PostgreSQL data folder');
  const building = { clusterDir: `${clusterDir}.new`, account };
  await rm(building.clusterDir, { recursive: true, force: true });
  await mkdir(building.clusterDir, { recursive: true, mode: 0o700 });
  await giveTo(account, building.clusterDir);

  const [password, superuserPassword] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  await writePassword(preparation, passwordFile, password);
  await writePassword(preparation, superuserPasswordFile, superuserPassword);

  const argument = clusterArgument(building);
  // Whatever locales the machine has or lacks: byte order, and Unicode case rules from the server itself.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const own = [`--pgdata=${argument}`, `--username=${SUPERUSER}`, '--auth=reject'];
  const made = await runProgram(binaries.initdb, [...own, ...locale, ...(durable ? [] : ['--no-sync'])], building);
  if (made.code !== 0) throw failed(clusterDir, made.output);
  await runStatements(preparation, building, 'postgres', createStatements(password, superuserPassword));
  await runStatements(preparation, building, DATABASE, closeStatements());
  await writeFile(join(building.clusterDir, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  await rename(building.clusterDir, clusterDir);
  return { password, superuserPassword };
}

/** Stand-alone mode reads statements from its input: no server, no port, and no password on a command line. */
async function runStatements(
  { binaries, durable, clusterDir }: Preparation,
  cluster: Cluster,
  database: string,
  sql: string,
): Promise<void> {
  const args = ['--single', '-j', '-D', clusterArgument(cluster), ...(durable ? [] : THROWN_AWAY), database];
  const { code, output } = await runProgram(binaries.postgres, args, cluster, sql);
  // It goes on after a statement that fails, and repeats the statement, in which there may be a password.
  const complaints = output.split('\n').filter((line) => /\b(ERROR|FATAL|PANIC|DETAIL|HINT): /.test(line));
  if (code !== 0 || complaints.length > 0) throw failed(clusterDir, complaints.join('\n') || `exit code ${code}`);
}

function failed(clusterDir: string, output: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`Preparing ${clusterDir} failed: ${output.trim().slice(-2000)}`);
}

async function writePassword({ account }: Preparation, file: string, password: string): Promise<void> {
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  await giveTo(account, file);
}

async function giveTo({ uid, gid }: Account, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}
