import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePeakMemory, parseStat } from '../src/harness/proc-text.js';
import { familySecondsOf, parentOf, peakMemoryOf, processorSecondsOf } from '../src/harness/processes.js';
import { ThreadWatch } from '../src/harness/thread-seconds.js';

/** /proc/<pid>/stat of a process whose name is made to be misread. */
const STAT =
  '4711 (x) S 9 (y) S 4242 4711 4711 0 -1 4194560 1084 2533 0 0 250 75 30 12 20 0 8 0 123456 1000 200 18446744073709551615 1 1';
const STATUS = 'Name:\tnode\nVmPeak:\t  999999 kB\nVmHWM:\t  123456 kB\nVmRSS:\t   1000 kB\n';

/** Computes for 300 ms, however long a busy machine takes for that. */
const BUSY = 'const start = process.cpuUsage(); while (process.cpuUsage(start).user < 300_000);';

describe('the texts of /proc', () => {
  test('processor time is counted behind the last parenthesis of the name', () => {
    expect(parseStat(STAT)).toEqual({ parentPid: 4242, seconds: 3.25, endedChildrenSeconds: 0.42 });
    expect(() => parseStat('4711 (node')).toThrow('not a process: 4711 (node');
  });

  test('peak memory is the resident one; a zombie has none', () => {
    expect(parsePeakMemory(STATUS)).toBe(123456 * 1024);
    expect(parsePeakMemory('Name:\tnode\nState:\tZ (zombie)\n')).toBeNull();
  });
});

test.runIf(existsSync('/proc/self/stat'))(
  'a family is a process, its children, and those that have ended',
  async () => {
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `require('child_process').execFileSync(process.execPath, ['-e', '${BUSY}']); console.log('done'); setInterval(() => 0, 1e6)`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const pid = parent.pid!;
    try {
      await new Promise((resolve) => parent.stdout.once('data', resolve));
      expect(parentOf(pid)).toBe(process.pid);
      expect(familySecondsOf(pid)!).toBeGreaterThan(processorSecondsOf(pid)! + 0.1);
      expect(peakMemoryOf(pid)!).toBeGreaterThan(1e6);
    } finally {
      parent.kill('SIGKILL');
      await new Promise((resolve) => parent.once('close', resolve));
    }
    expect([familySecondsOf(pid), processorSecondsOf(pid), peakMemoryOf(pid), parentOf(pid)]).toEqual(
      Array(4).fill(null),
    );
  },
);

test.runIf(existsSync('/proc/self/task'))('threads are counted apart, and the main one is among them', async () => {
  const busy = `${BUSY} require('worker_threads').parentPort.postMessage(0);`;
  const script = `new (require('worker_threads').Worker)(${JSON.stringify(busy)}, { eval: true }).once('message', () => {
    console.log('done'); setInterval(() => 0, 1e6); })`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const watch = new ThreadWatch(child.pid!);
  expect(watch.seconds()).toBeNull();
  const timer = setInterval(() => watch.look(), 20);
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve));
  } finally {
    clearInterval(timer);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
  }
  watch.look();
  const { main, others } = watch.seconds()!;
  expect(others[0]).toBeGreaterThan(0.1);
  expect(main).toBeLessThan(others[0]!);
});
