import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';

const BUILT = new URL('../dist/server/open-log.js', import.meta.url).href;
/** It says that it is there, and how it ends when there is no more input. */
const program = (end: string): string => `
  import { exitAfterLog, openLog } from '${BUILT}';
  const log = openLog({ logLevel: 'info', workers: 1 }, null);
  process.stdin.on('end', () => { log.info('last'); ${end} }).resume();
  log.warn('first');`;

let child: ChildProcess;
afterEach(() => void child.kill('SIGKILL'));

function start(end: string): ChildProcessByStdio<Writable, Readable, null> {
  const started = spawn(process.execPath, ['--input-type=module', '-e', program(end)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child = started;
  return started;
}

describe.each([
  ['has nothing more to do', ''],
  ['is ended', 'setInterval(() => undefined, 1_000); exitAfterLog(log, 0);'],
])('a process that %s', (_, end) => {
  it('ends although nobody reads its log any more', { timeout: 20_000 }, async () => {
    const { stdin, stdout } = start(end);
    const ended = once(child, 'exit');
    await once(stdout, 'data');
    stdout.destroy();
    stdin.end();
    expect(await ended).toEqual([0, null]);
  });

  it('writes its last line before', async () => {
    const { stdin, stdout } = start(end);
    const ended = once(child, 'close');
    let text = '';
    stdout.on('data', (part: Buffer) => (text += part.toString()));
    await once(stdout, 'data');
    stdin.end();
    await ended;
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    ).toEqual(['first', 'last']);
  });
});
