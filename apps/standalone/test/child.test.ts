import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@chaintrail/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Child } from '../src/child.js';
import { openLog } from '../src/logs.js';
import type { ServiceError } from '../src/service-error.js';

/** A child that runs `code`; every test stops it. */
async function startChild(code: string, options: { readonly main?: URL; readonly env?: NodeJS.ProcessEnv } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-test-'));
  const program = join(folder, 'program.mjs');
  await writeFile(program, code);
  const troubles: string[] = [];
  const refusals: ServiceError[] = [];
  const child = new Child({
    name: 'indexer',
    main: options.main ?? pathToFileURL(program),
    env: { ...process.env, FOLDER: folder, ...options.env },
    log: openLog(folder, 'indexer'),
    onTrouble: (line) => troubles.push(line),
    onRefusal: (error) => refusals.push(error),
  });
  onTestFinished(async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  });
  return { child, troubles, refusals, log: () => readFile(join(folder, 'logs', 'indexer.log'), 'utf8') };
}

test('a crash is told with the last words and the program is started again', async () => {
  const { troubles, child } = await startChild(`console.error('out of luck'); process.exit(3);`);
  await vi.waitUntil(() => troubles.length >= 2, { timeout: 60_000 });
  expect(troubles[0]).toBe('The indexer ended unexpectedly (exit code 3): out of luck; starting it again in 1 s.');
  expect(troubles[1]).toContain('starting it again in 2 s.');
  await child.stop();
});

test('a refused configuration ends with its sentence and is not tried again', async () => {
  const { refusals, troubles, child } = await startChild(`console.error('BTC_POLL_MS is wrong'); process.exit(78);`);
  await vi.waitUntil(() => refusals.length > 0, { timeout: 60_000 });
  expect(refusals.map(({ message, exitCode }) => [message, exitCode])).toEqual([['BTC_POLL_MS is wrong', 78]]);
  expect(troubles).toEqual([]);
  await child.stop();
});

test('stopping waits for an orderly end, which the log shows', async () => {
  const { child, troubles, log } = await startChild(
    `process.on('SIGTERM', () => { console.log('done'); clearInterval(alive); });
     const alive = setInterval(() => {}, 1000);
     console.log('ready');`,
  );
  await vi.waitUntil(async () => (await log().catch(() => '')).includes('ready'), { timeout: 60_000 });
  await child.stop();
  expect(await log()).toBe('ready\ndone\n');
  expect(troubles).toEqual([]);
});

test('an API of several processes answers, and is stopped as one', async () => {
  const port = await freePort();
  const database = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  const env = { DATABASE_URL: database, HOST: '127.0.0.1', PORT: String(port), API_WORKERS: '2' };
  const main = new URL('../../api/dist/main.js', import.meta.url);
  const { child, troubles, log } = await startChild('', { main, env });
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(async () => (await log().catch(() => '')).includes('The API was started'), { timeout: 60_000 });
  expect(await answers()).toBe(true);
  await child.stop();
  expect(await answers()).toBe(false);
  expect(await log()).toContain('The API was stopped');
  expect(await log()).not.toContain('ended unexpectedly');
  expect(troubles).toEqual([]);
});
