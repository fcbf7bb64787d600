import { expect, it } from 'vitest';
import { byFeeRate, packagesOf, projectBlocks } from '../src/shape/utxo/project-blocks.js';

const packagesIn = (stored: Parameters<typeof packagesOf>[0]) => byFeeRate([...packagesOf(stored)]);
const none = { single: [], related: [], spends: [], unknown: 0, state: null as never };

it('lets a child that pays well take its parents along, and leaves others of theirs where they are', () => {
  const packages = packagesIn({
    ...none,
    single: [[100, 2, 400, 4_000]],
    // 1 pays 1, its child 2 pays 39, its child 3 pays 2; 4 spends 2 and pays 8.
    related: [
      [1, 100, 100],
      [2, 100, 3_900],
      [3, 100, 200],
      [4, 200, 1_600],
    ],
    spends: [
      [2, 1],
      [3, 1],
      [4, 2],
    ],
  });
  expect(packages).toMatchObject([
    { feeRate: 20, count: 2, vsize: 200, fees: 4_000 },
    { feeRate: 10, count: 2, vsize: 400, fees: 4_000 },
    { feeRate: 8, count: 1, vsize: 200, fees: 1_600 },
    { feeRate: 2, count: 1, vsize: 100, fees: 200 },
  ]);
  expect(projectBlocks(packages, 500, 8)).toEqual([
    { count: 3, vsize: 400, fees: 6_000, lowest: 10, median: 20, highest: 20, isFull: true },
    { count: 3, vsize: 500, fees: 3_800, lowest: 2, median: 8, highest: 10, isFull: false },
  ]);
  expect(projectBlocks(packages, 500, 1)).toHaveLength(1);
  expect(projectBlocks(packages, 10, 8)).toEqual([]);
});

it('goes through a mempool of thousands in chains, whatever they pay', () => {
  const related = Array.from({ length: 20_000 }, (_, id) => [id, 100, (id * 7_919) % 10_007] as const);
  const spends = related.flatMap(([id]) => (id % 25 === 0 ? [] : [[id, id - 1] as const]));
  const packages = packagesIn({ ...none, related, spends });
  expect(packages.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
  expect(packages.reduce((sum, { fees }) => sum + fees, 0)).toBe(related.reduce((sum, [, , fee]) => sum + fee, 0));
});
