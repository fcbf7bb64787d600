import { expect, test, vi } from 'vitest';
import { Cleanup } from '../src/harness/cleanup.js';

test('closes in reverse order, once, and goes on after a failure', async () => {
  const closed: string[] = [];
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const cleanup = new Cleanup();
  for (const name of ['folder', 'server', 'indexer']) {
    const close = async (): Promise<void> => {
      closed.push(name);
      if (name === 'server') throw new Error('does not stop');
    };
    expect(await cleanup.own(async () => name, close)).toBe(name);
  }
  await Promise.all([cleanup.close(), cleanup.close()]);
  expect(closed).toEqual(['indexer', 'server', 'folder']);
  expect(reported).toHaveBeenCalledTimes(1);
  reported.mockRestore();
});

test('closes what is still starting when the run ends, and starts nothing after that', async () => {
  const cleanup = new Cleanup();
  const closed: string[] = [];
  const close = async (name: string): Promise<void> => void closed.push(name);
  let started: (name: string) => void = () => undefined;
  const starting = cleanup.own(() => new Promise<string>((resolve) => (started = resolve)), close);
  const failing = cleanup.own(() => Promise.reject(new Error('no disk')), close);
  await expect(failing).rejects.toThrow('no disk');
  const closing = cleanup.close();
  const late = vi.fn(async () => 'late');
  await expect(cleanup.own(late, close)).rejects.toThrow('the run is ending');
  started('slow');
  await starting;
  await closing;
  expect(closed).toEqual(['slow']);
  expect(late).not.toHaveBeenCalled();
});
