import type { EvmHistoryEntry } from '@chaintrail/devnet';
import { expect, test } from 'vitest';
import { type EvmItem, problemsOfHistory } from '../src/evm/evm-history.js';

const entry = (txid: string, height: number, delta: bigint, viaInternalOnly = false): EvmHistoryEntry => {
  return { txid, height, delta, viaInternalOnly };
};
const ENTRIES = [entry('a', 1, 5n), entry('b', 2, -2n, true), entry('c', 3, 4n)];
const BALANCES = [0n, 5n, 3n, 7n];

function item(txid: string, blockHeight: number, amount: number, change: Partial<EvmItem> = {}): EvmItem {
  const shown = { txid: `0x${txid}`, blockHeight, amount: `${amount}`, balanceAfter: null };
  return { ...shown, internalTransfers: 'complete', ...change };
}
const [a, b, c] = [item('a', 1, 5), item('b', 2, -2), item('c', 3, 4, { balanceAfter: '7' })];

function problems(items: readonly EvmItem[], traced: boolean | null = true): string {
  const truth = { entries: ENTRIES, balanceAt: (height: number) => BALANCES[height] ?? 0n, isTraced: () => traced };
  return problemsOfHistory(items, truth).join('; ');
}

test('a history that is the chain’s has no problem', () => {
  expect(problems([c, b, a])).toBe('');
  expect(problems([c, a], null)).toBe('');
  const off = { internalTransfers: 'off', amount: '9' } as const;
  expect(problems([item('c', 3, 0, off), item('a', 1, 0, off)], false)).toBe('');
});

test.each([
  ['one that is left out', [c, b], true, 'entry 2 is undefined, not 0xa'],
  ['one that only traces tell of, where they are there', [c, a], true, 'entry 1 is 0xa, not 0xb'],
  ['one too many', [item('x', 3, 1), c, b, a], true, 'entry 0 is 0xx, not 0xc'],
  ['the wrong order', [b, c, a], true, 'entry 0 is 0xb, not 0xc'],
  ['another effect', [item('c', 3, 5), b, a], true, '0xc: amount is 5, not 4'],
  ['another balance', [{ ...c, balanceAfter: '8' }, b, a], true, '0xc: balanceAfter is 8, not 7'],
  ['another block', [item('c', 2, 4), b, a], true, '0xc: blockHeight is 2, not 3'],
  ['traces that are not there', [c, a], false, '0xc: isComplete is true, not false'],
  ['what only traces tell, before they do', [c, { ...b, internalTransfers: 'off' }, a], null, 'entry 1 is 0xb, not'],
] as const)('%s is noticed', (_, items, traced, problem) => {
  expect(problems(items, traced)).toContain(problem);
});
