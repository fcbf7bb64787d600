import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  familySeconds,
  parentOf,
  parsePeakMemory,
  parseStat,
  peakMemoryMb,
  processorSeconds,
  threadSeconds,
} from '../src/harness/procfs.js';

/** /proc/<pid>/stat of a process whose name is made to be misread. */
const STAT =
  '4711 (x) S 9 (y) S 4242 4711 4711 0 -1 4194560 1084 2533 0 0 250 75 30 12 20 0 8 0 123456 1000 200 18446744073709551615 1 1';
const STATUS = 'Name:\tnode\nVmPeak:\t  999999 kB\nVmHWM:\t  123456 kB\nVmRSS:\t   1000 kB\n';

/** Computes for 300 ms, however long a busy machine takes for that. */
const BUSY = 'const start = process.cpuUsage(); while (process.cpuUsage(start).user < 300_000);';

describe('the texts of /proc', () => {
  test('processor time is counted behind the last parenthesis of the name', () => {
    expect(parseStat(STAT)).toEqual({ parentPid: 4242, seconds: 3.25, endedChildrenSeconds: 0.42 });
    const unknown = { parentPid: Number.NaN, seconds: Number.NaN, endedChildrenSeconds: Number.NaN };
    expect(parseStat('')).toEqual(unknown);
  });

  test('peak memory is the resident one; a zombie has none', () => {
    expect(parsePeakMemory(STATUS)).toBe(123456 * 1024);
    expect(parsePeakMemory('Name:\tnode\nState:\tZ (zombie)\n')).toBeNaN();
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
      expect(familySeconds(pid)).toBeGreaterThan(processorSeconds(pid) + 0.1);
      expect(peakMemoryMb(pid)).toBeGreaterThan(1);
    } finally {
      parent.kill('SIGKILL');
      await new Promise((resolve) => parent.once('close', resolve));
    }
    expect([familySeconds(pid), processorSeconds(pid), peakMemoryMb(pid), parentOf(pid)]).toEqual(
      Array(4).fill(Number.NaN),
    );
  },
);

test.runIf(existsSync('/proc/self/task'))('threads are counted apart, and the main one is among them', async () => {
  const busy = `${BUSY} require('worker_threads').parentPort.postMessage(0);`;
  const script = `new (require('worker_threads').Worker)(${JSON.stringify(busy)}, { eval: true }).once('message', () => {
    console.log('done'); setInterval(() => 0, 1e6); })`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = child.pid!;
  let threads = new Map<number, number>();
  const timer = setInterval(() => {
    const now = threadSeconds(pid);
    // The worker's has ended when this is told; so it is looked at meanwhile.
    threads = new Map([...threads, ...now]);
  }, 20);
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve));
  } finally {
    clearInterval(timer);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
  }
  expect(threadSeconds(pid)).toEqual(new Map());
  const busiest = Math.max(...threads.values());
  expect(busiest).toBeGreaterThan(0.1);
  expect(threads.get(pid)).toBeLessThan(busiest);
});
