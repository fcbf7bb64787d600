import { expect, test } from 'vitest';
import { Random } from '../src/random.js';

test('a seed and a stream decide what is drawn, and weights how often', () => {
  const draw = (seed: number, stream: string): string => {
    const random = new Random(seed, stream);
    return Array.from({ length: 4_000 }, () => random.weighted([...Object.entries({ a: 3, b: 1, c: 0 })])).join('');
  };
  const drawn = draw(7, 'player btc');
  expect(draw(7, 'player btc')).toBe(drawn);
  expect(draw(8, 'player btc')).not.toBe(drawn);
  expect(draw(7, 'player ltc')).not.toBe(drawn);
  expect(drawn).toMatch(/^[ab]+$/);
  expect(Math.abs(drawn.replaceAll('b', '').length - 3_000)).toBeLessThan(200);
});
