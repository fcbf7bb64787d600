import { expect, test } from 'vitest';
import { pauses } from '../src/follow/measure-follow.js';

test('pauses are those of the seed, and spread over their whole range', () => {
  const take = (seed: number): number[] => {
    const source = pauses(seed);
    return Array.from({ length: 400 }, () => source.next().value);
  };
  expect(take(1)).toEqual(take(1));
  expect(take(1)).not.toEqual(take(2));
  const tenths = new Set(take(1).map((ms) => Math.floor((ms - 300) / 140)));
  expect([...tenths].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
