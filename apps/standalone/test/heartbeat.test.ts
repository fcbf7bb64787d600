import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const HEARTBEAT = new URL('../dist/heartbeat.js', import.meta.url).href;

/** What a process writes that does this with a heartbeat. Its own thread turns only where it says so. */
function said(work: string): string[] {
  const script = `
    const { Heartbeat } = await import(${JSON.stringify(HEARTBEAT)});
    const heartbeat = new Heartbeat();
    const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    const alive = setInterval(() => undefined, 1_000);
    await new Promise((resolve) => heartbeat.thread.once('online', resolve));
    ${work}
    clearInterval(alive);`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  return run.stdout.split('\n').slice(0, -1);
}

test('what goes on is said after four seconds of silence, also while the thread that does it turns for nothing else', () => {
  const [first, second] = said(`
    heartbeat.line('Making blocks …');
    heartbeat.line('Something else happened.');
    block(9_500);`);
  expect(first).toMatch(/^Making blocks: [45] s so far …$/);
  expect(second).toMatch(/^Making blocks: ([89]|10) s so far …$/);
});

test('nothing is said beside bars, before something goes on, and after the end', () => {
  const quiet = said(`
    block(4_600);
    heartbeat.line('Making blocks …');
    heartbeat.bars(true);
    block(4_600);
    heartbeat.bars(false);
    heartbeat.stop();
    await new Promise((resolve) => setTimeout(resolve, 4_600));`);
  expect(quiet).toEqual([]);
});
