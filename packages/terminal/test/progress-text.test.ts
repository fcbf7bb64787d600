import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duration, progressBar, progressSentence } from '../src/progress-text.js';
import { syncProgressOf } from '../src/sync-progress.js';
import { progressOf, SYNCING } from './support/states.js';

/** As the later stages are: nothing is loaded any more. */
const LOADED = { height: 899_900, transactionsPerSecond: null, etaSeconds: 600 };

describe('a line about a first sync', () => {
  test.each([
    [{}, 'btc: 61.2 %, loading block 812,345 of 900,000, 8,123 tx/s, 3 h 12 min left'],
    [{ ...LOADED, stage: 'unspent', share: 0.7 }, 'btc: 70.0 %, writing unspent outputs, 10 min left'],
    [{ ...LOADED, stage: 'sort', share: 0.8 }, 'btc: 80.0 %, sorting histories, 10 min left'],
    [{ ...LOADED, stage: 'index', share: 0.99999 }, 'btc: 99.9 %, building indexes, 10 min left'],
    // The blocks after the stages.
    [{ ...LOADED, stage: null, share: 0.9999 }, 'btc: 99.9 %, block 899,900 of 900,000, 10 min left'],
    // Without stages, blocks are counted; so they are while the share of the loading is not known.
    [
      { stage: null, share: null, height: 449_999, nodeHeight: 899_999 },
      'btc: 50.0 %, block 449,999 of 899,999, 8,123 tx/s, 3 h 12 min left',
    ],
    [{ share: null, historyFrom: 900_000, height: 900_000, nodeHeight: 900_003, etaSeconds: null }, /^btc: 25\.0 %/],
    [{ ...LOADED, stage: 'sort', share: null }, /^btc: … %, sorting histories/],
    [{ height: null, share: 0, transactionsPerSecond: null, etaSeconds: null }, 'btc: 0.0 %, loading blocks'],
    [{ nodeHeight: null, share: null, stage: null, etaSeconds: null }, 'btc: … %, block 812,345, 8,123 tx/s'],
    [{ height: 9, nodeHeight: 3, stage: null, share: null, etaSeconds: null }, /block 9 of 9,/],
  ] as const)('%j', (change, expected) => {
    expect(progressSentence(progressOf(change))).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });
});

test.each([
  { phase: 'live', liveSince: 1 },
  { phase: 'syncing', liveSince: 1 },
  { phase: 'starting' },
  { phase: 'stalled', reason: 'btc: the node is down' },
  { phase: 'halted' },
] as const)('%j is not in a first sync that goes on', (change) => {
  expect(syncProgressOf({ ...SYNCING, stage: null, share: null, ...change })).toBeNull();
});

describe('a bar', () => {
  test.each([
    [140, 'btc  ██████████████████░░░░░░░░░░░░  61.2 %  loading block 812,345 of 900,000, 8,123 tx/s, 3 h 12 min left'],
    [83, 'btc  ███░░░  61.2 %  loading block 812,345 of 900,000, 8,123 tx/s, 3 h 12 min left'],
    [80, 'btc  █████████░░░░░░  61.2 %  loading block 812,345 of 900,000, 3 h 12 min left'],
    [60, 'btc  █████████████████░░░░░░░░░░░░  61.2 %  3 h 12 min left'],
    [45, 'btc  ████████░░░░░░  61.2 %  3 h 12 min left'],
    [28, 'btc  ███████░░░░░  61.2 %'],
    [10, 'btc    61.2 %'],
  ])('of %d columns gives up what matters least', (columns, line) => {
    expect(progressBar(progressOf(), columns)).toBe(line);
  });

  test('names a later stage, and no block beside it: those stand still', () => {
    const progress = progressOf({ ...LOADED, stage: 'index', share: 0.9 });
    expect(progressBar(progress, 90)).toMatch(/ 90\.0 % {2}building indexes, 10 min left$/);
  });

  test('is never as long as the terminal is wide, and full only at the end', () => {
    const share = fc.option(fc.double({ noNaN: true }));
    const count = fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }));
    fc.assert(
      fc.property(share, count, fc.integer({ min: 16, max: 300 }), (part, rate, columns) => {
        const progress = progressOf({ share: part, transactionsPerSecond: rate, etaSeconds: rate });
        const line = progressBar(progress, columns);
        expect(line.length).toBeLessThan(columns);
        const isFull = line.includes('█') && !line.includes('░');
        if (isFull) expect(progress.share).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

test.each([
  [-5, '0 s'],
  [0.2, '1 s'],
  [59, '59 s'],
  [61, '2 min'],
  [3600, '1 h 0 min'],
  [11_520, '3 h 12 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
