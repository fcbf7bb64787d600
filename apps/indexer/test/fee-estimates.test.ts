import { NodeError } from '@chaintrail/chains';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followFeeEstimates } from '../src/mempool/follow-fee-estimates.js';

const cursor = { height: 1, hash: 'ab'.repeat(32) };
const estimates = [{ blocks: 2, feeRate: 1_000 }];
const log = pino({ level: 'silent' });

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('what the node says is written in a later step, and asked for again after half a minute', async () => {
  let answer: (found: typeof estimates) => void = () => undefined;
  let asked = 0;
  const saved: unknown[] = [];
  const fees = followFeeEstimates({
    read: () =>
      new Promise((resolve) => {
        asked++;
        answer = resolve;
      }),
    save: async (found) => void saved.push(found),
    log,
  });
  expect(fees.idleMs).toBe(0);
  await fees.step(cursor);
  // Nothing waits for a node that is slow.
  await fees.step(cursor);
  expect([asked, saved, fees.idleMs]).toEqual([1, [], Number.POSITIVE_INFINITY]);
  answer(estimates);
  await Promise.resolve();
  await Promise.resolve();
  expect(fees.idleMs).toBe(0);
  await fees.step(cursor);
  expect([saved, fees.idleMs]).toEqual([[estimates], 30_000]);
  vi.advanceTimersByTime(29_999);
  await fees.step(cursor);
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1);
  await fees.step(cursor);
  expect(asked).toBe(2);
});

it('a node that fails is said once, and asked again', async () => {
  const warn = vi.spyOn(log, 'warn');
  const read = vi.fn(async () => {
    throw new NodeError('is busy', true, { chain: 'btc', method: 'estimatesmartfee' });
  });
  const fees = followFeeEstimates({ read, save: async () => expect.unreachable(), log });
  for (let time = 0; time < 3; time++) {
    await fees.step(cursor);
    await Promise.resolve();
    await Promise.resolve();
    await fees.step(cursor);
    vi.advanceTimersByTime(30_000);
  }
  expect(read).toHaveBeenCalledTimes(3);
  expect(warn).toHaveBeenCalledTimes(1);
});
