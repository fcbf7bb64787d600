import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError, FolderInUseError, startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runProgram } from '../src/program.js';
import { stopOrphan } from '../src/server.js';
import { exitOf, query, ROOT, startInOtherProcess, temporaryFolder } from './support.js';

vi.setConfig({ testTimeout: 120_000 });

/** Made once: to make the files of a server takes longer than most tests do. */
let made: Promise<string> | undefined;

async function makeFiles(): Promise<string> {
  const folder = await mkdtemp(join(ROOT, 'chaintrail-test-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  await server.stop();
  return folder;
}

/** A folder with the files of a server that was stopped. */
async function preparedFolder(): Promise<string> {
  made ??= makeFiles();
  const folder = await temporaryFolder();
  // With their owner, who is not this process where that is root.
  await promisify(execFile)('cp', ['-a', `${await made}/.`, folder]);
  return folder;
}
afterAll(async () => {
  if (made !== undefined) await rm(await made, { recursive: true, force: true });
});

async function start(dataDir: string, options: { port?: number; settings?: Record<string, string> } = {}) {
  const lines: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    ...options,
    onLog: (line) => lines.push(line),
  });
  onTestFinished(() => server.stop());
  return { server, lines };
}

describe('a server', () => {
  test('is PostgreSQL 18 with UTF-8, takes settings and keeps its data over a restart', async () => {
    const dataDir = await temporaryFolder();
    const first = await start(dataDir, { settings: { work_mem: '5MB' } });
    const [row] = await query(
      first.server.url,
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
              current_setting('work_mem') as work_mem, current_database() as database, upper('é') as upper`,
    );
    expect(row).toEqual({ major: 18, encoding: 'UTF8', work_mem: '5MB', database: 'chaintrail', upper: 'É' });
    await query(first.server.url, 'create table kept as select 42 as answer');
    await first.server.stop();

    const second = await start(dataDir);
    expect(await query(second.server.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('keeps its password to itself and refuses others', async () => {
    const dataDir = await temporaryFolder();
    const { server, lines } = await start(dataDir);
    const password = (await readFile(join(dataDir, 'password'), 'utf8')).trim();
    expect((await stat(join(dataDir, 'password'))).mode & 0o077).toBe(0);
    expect(new URL(server.url).password).toBe(password);
    expect(lines.join('\n')).not.toContain(password);
    const wrong = server.url.replace(password, 'wrong');
    await expect(query(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  test('recovers after it was killed', async () => {
    const dataDir = await preparedFolder();
    const first = await start(dataDir);
    await query(first.server.url, 'create table kept as select 42 as answer');
    first.server.kill();
    await first.server.ended;
    await first.server.stop();

    const second = await start(dataDir);
    expect(second.lines.join('\n')).toContain('automatic recovery in progress');
    expect(await query(second.server.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });
});

test('a server whose process was killed can be started again for the same clients', async () => {
  const dataDir = await preparedFolder();
  const { server } = await start(dataDir);
  const { url } = server;
  await query(url, 'create table kept as select 42 as answer');
  server.kill();
  await server.ended;
  await expect(query(url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  await server.restart();
  expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(server.url).toBe(url);
});

describe('a start is refused in one sentence', () => {
  test('when the port is taken', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void blocker.close());
    const address = blocker.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const refusal = startEmbeddedPostgres({ dataDir: await temporaryFolder(), durable: false, port: port ?? 0 });
    await expect(refusal).rejects.toThrow(`Port ${port} is taken, so PostgreSQL cannot listen on it`);
    await expect(refusal).rejects.toBeInstanceOf(EmbeddedPostgresError);
  });

  test('when the folder is in use, without harm to its user', async () => {
    const dataDir = await preparedFolder();
    const { server } = await start(dataDir);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toBeInstanceOf(FolderInUseError);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('when the data is of another major version', async () => {
    const dataDir = await temporaryFolder();
    await mkdir(join(dataDir, 'cluster'));
    await writeFile(join(dataDir, 'cluster', 'PG_VERSION'), '17\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/holds data of PostgreSQL 17/);
  });
});

describe('when the process that started the server is killed', () => {
  test('the next start takes over', async () => {
    const dataDir = await preparedFolder();
    const other = await startInOtherProcess(dataDir);
    await query(other.url, 'create table kept as select 42 as answer');
    other.process.kill('SIGKILL');
    await exitOf(other.process);

    const { server } = await start(dataDir);
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('a server that was left running is stopped by the next start', async () => {
    const dataDir = await preparedFolder();
    const { server } = await start(dataDir);
    const [connected] = await query(server.url, 'select pg_backend_pid() as pid');
    expect(connected?.['pid']).toBeTypeOf('number');
    // As after the death of its owner: a running server and a lock that names a process which is no more.
    await writeFile(join(dataDir, 'owner.json'), JSON.stringify({ pid: process.pid, started: 'long ago' }));

    const next = await start(dataDir);
    await server.ended;
    expect(next.lines.join('\n')).toMatch(/Stopping the PostgreSQL server \(process \d+\) that an earlier run left/);
    expect(await query(next.server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a server that is ending has ended when its file is gone, though its process lives a moment longer', async () => {
    const clusterDir = await temporaryFolder();
    const process = spawn('sleep', ['60'], { cwd: clusterDir });
    onTestFinished(() => void process.kill());
    await writeFile(join(clusterDir, 'postmaster.pid'), `${process.pid}\n`);
    // As pg_ctl finds it: between two looks, the server has removed its file.
    const pgCtl = join(clusterDir, 'pg_ctl');
    await writeFile(pgCtl, '#!/bin/sh\nrm -f postmaster.pid\nexit 1\n', { mode: 0o755 });
    const lines: string[] = [];
    await stopOrphan({ pgCtl, clusterDir, account: {} }, (line) => lines.push(line));
    expect(lines).toEqual([`Stopping the PostgreSQL server (process ${process.pid}) that an earlier run left behind`]);
  });

  test('one of many that start at once has the folder, however many died before', async () => {
    const folder = await temporaryFolder();
    for (let round = 0; round < 4; round++) {
      const codes = await Promise.all(Array.from({ length: 8 }, () => ownForAMoment(folder)));
      expect(codes).not.toContain(HELD_BY_TWO);
    }
    expect((await readdir(folder)).filter((name) => name.startsWith('owner.json'))).toEqual(['owner.json']);
  });

  test('the server stops on its own', async () => {
    const dataDir = await preparedFolder();
    const other = await startInOtherProcess(dataDir);
    other.process.kill('SIGKILL');
    await exitOf(other.process);
    await expect
      .poll(() => stat(join(dataDir, 'cluster', 'postmaster.pid')).catch(() => 'gone'), { timeout: 60_000 })
      .toBe('gone');
  });
});

const HELD_BY_TWO = 2;

/** Another process that tries to own the folder until it does for some milliseconds, and is killed. @returns its exit code */
async function ownForAMoment(folder: string): Promise<number | null> {
  const code = `import { closeSync, openSync, rmSync } from 'node:fs';
    import { ownFolder } from '@chaintrail/embedded-postgres';
    const [folder] = process.argv.slice(1);
    while (!(await ownFolder(folder).catch((error) => { if (error.name !== 'FolderInUseError') throw error; })));
    try { closeSync(openSync(folder + '/held', 'wx')); } catch { process.exit(${HELD_BY_TWO}); }
    await new Promise((resolve) => setTimeout(resolve, 3));
    rmSync(folder + '/held');
    process.kill(process.pid, 'SIGKILL');`;
  const args = ['--input-type=module', '-e', code, folder];
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'ignore', 'inherit'] });
  await exitOf(child);
  return child.exitCode;
}

test('of what a program says, the end is kept', async () => {
  const script = 'yes | head -c 300000; echo out; echo complaint >&2; exit 3';
  const { code, output } = await runProgram('/bin/sh', ['-c', script], { clusterDir: '/', account: {} });
  expect([code, output.length]).toEqual([3, 20_000 + 'complaint\n'.length]);
  expect(output).toMatch(/y\nout\ncomplaint\n$/);
});
