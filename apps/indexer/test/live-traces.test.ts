import type { BlockToTrace } from '@chaintrail/db';
import { expect, it } from 'vitest';
import { LiveTraces } from '../src/internal/live-traces.js';
import type { TracedBlock } from '../src/internal/trace-block.js';

it('has as many traces on their way as their likely size allows: few at first, and for a while after a large one', async () => {
  const sizes = Array.from({ length: 40 }, (_, height) => (height === 20 ? 1_000 : 10));
  let underway = 0;
  const trace = async ({ height }: BlockToTrace) => {
    underway++;
    await Promise.resolve();
    return { placed: { height }, bytes: sizes[height] } as TracedBlock;
  };
  const traces = new LiveTraces(trace, { liveAhead: 8, liveAheadBytes: 1_000 });
  const read = async (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => ({ height: from + n, transactions: 5_000 }) as BlockToTrace);
  const asked: number[] = [];
  for (let next = 0; next < sizes.length; ) {
    underway = 0;
    await traces.fill(next, sizes.length - 1, read);
    asked.push(underway);
    await new Promise((resolve) => setImmediate(resolve));
    next += traces.take().length;
  }
  expect(asked[0]).toBe(2);
  expect(asked.reduce((sum, count) => sum + count, 0)).toBe(sizes.length);
  // Eight were on their way when the large one was met. The first look after it finds seven of them written or waiting.
  expect(asked.slice(0, 21).reduce((sum, count) => sum + count, 0)).toBe(28);
  expect(asked.slice(21, 26)).toEqual([0, 0, 0, 0, 0]);
});
