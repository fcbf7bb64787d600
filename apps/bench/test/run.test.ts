import { afterEach, expect, test, vi } from 'vitest';
import { Cleanup, runBenchmark } from '../src/harness/run.js';

const noOptions = () => ({});

afterEach(() => void vi.restoreAllMocks());

test('closes in reverse order, once, and goes on after a failure', async () => {
  const closed: string[] = [];
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const cleanup = new Cleanup();
  for (const name of ['session', 'server', 'folder']) {
    cleanup.add(async () => {
      closed.push(name);
      if (name === 'server') throw new Error('does not stop');
    });
  }
  await Promise.all([cleanup.close(), cleanup.close()]);
  expect(closed).toEqual(['folder', 'server', 'session']);
  expect(reported).toHaveBeenCalledTimes(1);
});

test('a result is told once everything is closed, and none where the work fails', async () => {
  const told: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void told.push(line));
  const close = async () => void told.push('closed');
  await runBenchmark(noOptions, async (_options, cleanup) => {
    cleanup.add(close);
    return { p50Ms: 1, unknownMs: Number.NaN };
  });
  expect(told.splice(0)).toEqual(['closed', '{"p50Ms":1,"unknownMs":null}']);
  const failing = runBenchmark(noOptions, async (_options, cleanup) => {
    cleanup.add(close);
    throw new Error('no disk');
  });
  await expect(failing).rejects.toThrow('no disk');
  expect(told).toEqual(['closed']);
});
