import { CHAINS } from '@chaintrail/chains';
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
