import { expect, it, onTestFinished, vi } from 'vitest';
import { Backoff } from '../src/follow/backoff.js';

it('waits longer after each failure in a row, as long as the last one says, and not after a success', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  onTestFinished(() => clock.mockRestore());
  const backoff = new Backoff({ waitMs: 100, longestWaitMs: 300 });
  expect(backoff.leftMs).toBe(0);
  const waits = [1, 2, 3].map(() => {
    backoff.failed();
    return backoff.leftMs;
  });
  expect(waits).toEqual([100, 200, 300]);
  backoff.failed({ waitMs: 1, longestWaitMs: 50 });
  expect([backoff.leftMs, backoff.tries]).toEqual([8, 4]);
  backoff.succeeded();
  expect([backoff.leftMs, backoff.tries]).toEqual([0, 0]);
});
