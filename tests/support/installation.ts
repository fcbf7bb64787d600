/** Another version of Chaintrail beside the one that is tested: its programs, with migrations of its own. */
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@chaintrail/testkit';
import { SpawnedProcess } from '@chaintrail/testkit/process';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Workspaces that programs import. */
const IMPORTED = [
  'apps/audit',
  ...['chains', 'commands', 'config', 'db', 'jobs', 'terminal'].map((name) => `packages/${name}`),
];

/** A folder with programs that find their packages and migrations from where they lie. */
export class Installation {
  readonly #folder: string;
  readonly #name: string;

  /** The version that is tested. */
  static readonly own = new Installation(ROOT, 'own');

  private constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** @param migrations further ones: SQL by file name, as `common/9001_what.sql` */
  static async newer(migrations: Readonly<Record<string, string>>): Promise<Installation> {
    const folder = await temporaryFolder('installation');
    const built = (path: string): boolean => !/[/\\](src|test|node_modules)$|\.map$/.test(path);
    for (const workspace of [...IMPORTED, 'apps/indexer']) {
      await cp(join(ROOT, workspace), join(folder, workspace), { recursive: true, filter: built });
      // Packages that only this workspace has.
      await symlink(join(ROOT, workspace, 'node_modules'), join(folder, workspace, 'node_modules'));
    }
    await cp(join(ROOT, 'migrations'), join(folder, 'migrations'), { recursive: true });
    for (const [name, sql] of Object.entries(migrations)) await writeFile(join(folder, 'migrations', name), sql);
    const modules = join(folder, 'node_modules');
    await mkdir(join(modules, '@chaintrail'), { recursive: true });
    for (const workspace of IMPORTED) {
      await symlink(join(folder, workspace), join(modules, '@chaintrail', basename(workspace)));
    }
    for (const name of await readdir(join(ROOT, 'node_modules'))) {
      if (name !== '@chaintrail') await symlink(join(ROOT, 'node_modules', name), join(modules, name));
    }
    return new Installation(folder, 'newer');
  }

  /** @param program of apps/indexer: main, migrate or drop-chain */
  run(program: string, env: Readonly<Record<string, string>>, ...args: string[]): SpawnedProcess {
    return new SpawnedProcess({
      name: `${this.#name} ${program} ${args.join(' ')}`.trim(),
      command: process.execPath,
      args: [join(this.#folder, 'apps/indexer/dist', `${program}.js`), ...args],
      env,
    });
  }
}
