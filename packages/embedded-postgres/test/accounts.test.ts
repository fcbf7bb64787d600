import { lstatSync } from 'node:fs';
import { chmod, chown, cp, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { exitOf, query, startInOtherProcess, temporaryFolder } from './support.js';

vi.setConfig({ testTimeout: 120_000 });

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** This package and the PostgreSQL programs. @returns the folder of the programs */
async function install(project: string, filter: (source: string) => boolean = () => true): Promise<string> {
  const modules = join(project, 'node_modules');
  const self = dirname(dirname(fileURLToPath(import.meta.resolve('@chaintrail/embedded-postgres'))));
  await cp(join(self, 'package.json'), join(modules, '@chaintrail/embedded-postgres/package.json'));
  await cp(join(self, 'dist'), join(modules, '@chaintrail/embedded-postgres/dist'), { recursive: true });
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  await cp(programs, join(modules, name), { recursive: true, filter, verbatimSymlinks: true });
  return join(modules, name, 'native/bin');
}

/** As npm leaves them when it runs no install script, and not executable. */
async function installWithoutScripts(project: string): Promise<void> {
  const programs = await install(project, (source) => !source.endsWith('.a') && !lstatSync(source).isSymbolicLink());
  await chmod(join(programs, 'postgres'), 0o644);
}

describe.runIf(isRoot)('started by root', () => {
  test('the server runs as another account', async () => {
    const dataDir = await temporaryFolder();
    const server = await startEmbeddedPostgres({ dataDir, durable: false });
    onTestFinished(() => server.stop());
    expect((await stat(join(dataDir, 'cluster'))).uid).not.toBe(0);
  });

  test('data may be in a folder that only root can enter', async () => {
    const dataDir = join(await temporaryFolder(0o700), 'data', 'postgres');
    const first = await startEmbeddedPostgres({ dataDir, durable: false });
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir, durable: false });
    onTestFinished(() => second.stop());
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('the whole project may be in a folder that only root can enter, installed without scripts', async () => {
    const project = await temporaryFolder(0o700);
    await installWithoutScripts(project);
    const server = await startInOtherProcess(join(project, 'data'), { cwd: project });
    const copy = /running the copy (\S+)/.exec(server.log())?.[1];
    onTestFinished(() => rm(copy!, { recursive: true }));
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    server.process.kill('SIGTERM');
    await exitOf(server.process);
  });

  test('another account can start it too, and root can go on with its data', async () => {
    // The folder of this repository may be one that only root can enter.
    const project = await temporaryFolder();
    await install(project);
    const dataDir = join(project, 'data');
    await mkdir(dataDir);
    await chown(dataDir, NOBODY, NOBODY);
    const other = await startInOtherProcess(dataDir, { cwd: project, uid: NOBODY, gid: NOBODY });
    await query(other.url, 'create table kept as select 42 as answer');
    other.process.kill('SIGTERM');
    await exitOf(other.process);

    const server = await startEmbeddedPostgres({ dataDir, durable: false });
    onTestFinished(() => server.stop());
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect((await stat(join(dataDir, 'cluster'))).uid).toBe(NOBODY);
  });
});
