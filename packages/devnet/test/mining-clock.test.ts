import { expect, it } from 'vitest';
import { slowdown } from '../src/node/mining-clock.js';

it('halves the pace after every so many blocks, or keeps it', () => {
  expect([0, 1_999, 2_000, 3_999, 4_000, 9_999].map((height) => slowdown(height, 2_000))).toEqual([1, 1, 2, 2, 4, 16]);
  expect(slowdown(1_000_000, null)).toBe(1);
});
