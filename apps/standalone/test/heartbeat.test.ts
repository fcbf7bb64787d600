import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '@chaintrail/testkit';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const HEARTBEAT = new URL('../dist/heartbeat.js', import.meta.url).href;
const SCRIPTS = fileURLToPath(new URL('../../../scripts', import.meta.url));

/** Output of a process that does this with a heartbeat. Its own thread turns only where it says so. */
async function said(work: string): Promise<string[]> {
  const script = `
    const { Heartbeat } = await import(${JSON.stringify(HEARTBEAT)});
    const heartbeat = new Heartbeat();
    const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    const alive = setInterval(() => undefined, 1_000);
    await new Promise((resolve) => heartbeat.thread.once('online', resolve));
    ${work}
    clearInterval(alive);`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script]);
  expect(stderr).toBe('');
  return stdout.split('\n').slice(0, -1);
}

test.concurrent('what goes on is said after four seconds of silence, also while its thread turns for nothing else', async () => {
  const [first, second] = await said(`
    heartbeat.line('Making blocks …');
    heartbeat.line('Something else happened.');
    block(11_500);`);
  expect(first).toMatch(/^Making blocks: [4-6] s so far …$/);
  expect(second).toMatch(/^Making blocks: ([89]|1[01]) s so far …$/);
});

test.concurrent('nothing is said beside bars, before something goes on, and after the end', async () => {
  const quiet = await said(`
    block(4_600);
    heartbeat.line('Making blocks …');
    heartbeat.bars(true);
    block(4_600);
    heartbeat.bars(false);
    heartbeat.stop();
    await new Promise((resolve) => setTimeout(resolve, 4_600));`);
  expect(quiet).toEqual([]);
});

test.concurrent('a build that takes long says what it is at', async () => {
  const folder = await temporaryFolder('building');
  const compiler = join(folder, 'node_modules/typescript');
  await cp(SCRIPTS, join(folder, 'scripts'), { recursive: true });
  await mkdir(join(compiler, 'bin'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(compiler, 'package.json'), '{"type":"commonjs"}');
  const building = "06:34:45 PM - Building project 'apps/x/tsconfig.json'...";
  await writeFile(
    join(compiler, 'bin/tsc'),
    `console.log(${JSON.stringify(building)}); setTimeout(() => undefined, 11_500);`,
  );
  const script = `const { build } = await import('./scripts/lib/build.js'); await build(['apps/x']);`;
  const { stderr } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
  const [first, second, third] = stderr.split('\n');
  expect(first).toBe('Building apps/x …');
  expect(second).toMatch(/^Building apps\/x: [4-6] s so far …$/);
  expect(third).toMatch(/^Building apps\/x: ([89]|1[01]) s so far …$/);
});
