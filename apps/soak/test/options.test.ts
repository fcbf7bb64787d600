import { CHAINS } from '@chaintrail/chains';
import { Random } from '@chaintrail/devnet';
import { expect, test } from 'vitest';
import { readSoakOptions } from '../src/options.js';

test('without options: all chains, ten minutes, a drawn seed', () => {
  expect(readSoakOptions([])).toEqual({ chains: CHAINS, playMs: 600_000, seed: expect.any(Number) });
});

test('chains, minutes and seed as asked for', () => {
  const { chains, playMs, seed } = readSoakOptions([
    '--chain',
    'doge',
    '--chain',
    'BTC',
    '--minutes',
    '0.5',
    '--seed',
    '7',
  ]);
  expect(chains.map(({ code }) => code)).toEqual(['doge', 'btc']);
  expect([playMs, seed]).toEqual([30_000, 7]);
});

test.each([
  [['--chain', 'xyz'], '--chain is xyz: expected one of btc, eth'],
  [['--minutes', '0'], '--minutes is 0: expected a number above 0'],
  [['--minutes', '-1'], '--minutes'],
  [['--seed', '1.5'], '--seed is 1.5: expected a whole number'],
  [['--sed', '1'], '--sed'],
])('%j is refused', (args, message) => {
  expect(() => readSoakOptions(args)).toThrow(message);
});

test('the same seed decides the same, another one and another part differently', () => {
  const draw = (seed: number, stream: string) => {
    const random = new Random(seed, stream);
    return Array.from({ length: 20 }, () => random.between(1, 1_000));
  };
  expect(draw(7, 'player btc')).toEqual(draw(7, 'player btc'));
  expect(draw(7, 'player btc')).not.toEqual(draw(8, 'player btc'));
  expect(draw(7, 'player btc')).not.toEqual(draw(7, 'player ltc'));
  for (const number of draw(1, '')) expect(number >= 1 && number <= 1_000).toBe(true);
});

test('weights decide how often', () => {
  const random = new Random(3, 'weights');
  const drawn = Array.from({ length: 4_000 }, () =>
    random.weighted([
      ['a', 3],
      ['b', 1],
      ['c', 0],
    ]),
  );
  const count = (letter: string) => drawn.filter((each) => each === letter).length;
  expect(count('c')).toBe(0);
  expect(count('a') / count('b')).toBeGreaterThan(2);
  expect(count('a') / count('b')).toBeLessThan(4);
});
