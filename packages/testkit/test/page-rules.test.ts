import { describe, expect, test } from 'vitest';
import { isSameMoment, type Paged, type PagedItem, problemsOfItems, problemsOfPage } from '../src/api/page-rules.js';

const TIP = { height: 10, hash: 'tip' };

function confirmed(txid: string, blockHeight: number, amount: number, balanceAfter: number): PagedItem {
  const confirmations = TIP.height - blockHeight + 1;
  const status = 'confirmed';
  return {
    txid,
    status,
    blockHeight,
    blockIndex: 1,
    confirmations,
    amount: `${amount}`,
    balanceAfter: `${balanceAfter}`,
  };
}

const pending: PagedItem = {
  txid: 'p',
  status: 'pending',
  blockHeight: null,
  blockIndex: null,
  confirmations: 0,
  amount: '-3',
  balanceAfter: null,
};
const [third, second, first] = [confirmed('c', 9, -2, 8), confirmed('b', 7, 6, 10), confirmed('a', 5, 4, 4)];
const items = [pending, third, second, first];
const page: Paged = { total: 4, next: null, tip: TIP, transactions: items };

test('a history that fits together has no problem', () => {
  expect(problemsOfPage(page, { offset: 0, limit: 10 })).toEqual([]);
  expect(problemsOfPage({ ...page, next: 'x', transactions: items.slice(0, 2) }, { offset: 0, limit: 2 })).toEqual([]);
  expect(problemsOfPage({ ...page, transactions: [] }, { offset: 4, limit: 2 })).toEqual([]);
});

test('what a Cosmos block itself moves comes before and after its transactions', () => {
  const entry = (kind: NonNullable<PagedItem['kind']>, txid: string, balance: number): PagedItem => {
    return { ...confirmed(txid, 5, 1, balance), kind, blockIndex: kind === 'transaction' ? 0 : null };
  };
  const ends = [entry('end', 'block:5:end:10', 5), entry('end', 'block:5:end:2', 4)];
  const rest = [
    entry('transaction', 'a', 3),
    entry('begin', 'block:5:begin', 2),
    entry('opening', 'block:5:opening', 1),
  ];
  expect(problemsOfItems([...ends, ...rest], TIP.height)).toEqual([]);
  expect(problemsOfItems([...rest, ...ends], TIP.height).join()).toContain('does not come after');
  expect(problemsOfItems([{ ...confirmed('a', 5, 1, 1), blockIndex: null }], TIP.height)).toHaveLength(1);
});

describe('what is noticed', () => {
  test.each([
    ['a transaction that is left out', [pending, third, first], 'it has 3 of the 4'],
    ['one that comes twice', [pending, third, second, second], 'it repeats b'],
    [
      'balances that do not fit',
      [pending, third, confirmed('b', 7, 6, 11), first],
      'the balance after b is not the one',
    ],
    ['the wrong order', [pending, second, third, first], 'b does not come after c'],
    ['a pending one behind a confirmed one', [third, pending, second, first], 'comes after a confirmed one'],
    [
      'a pending one with a block',
      [{ ...pending, blockHeight: 3 }, third, second, first],
      'pending p has block fields',
    ],
    [
      'a confirmed one without a block',
      [pending, { ...third, blockHeight: null }, second, first],
      'c is confirmed in block null',
    ],
    ['wrong confirmations', [pending, { ...third, confirmations: 1 }, second, first], 'c has 1 confirmations'],
  ] as const)('%s', (_, transactions, problem) => {
    expect(problemsOfPage({ ...page, transactions }, { offset: 0, limit: 10 }).join('; ')).toContain(problem);
  });

  test('a next that is missing, and one too many', () => {
    const half = { ...page, transactions: items.slice(0, 2) };
    expect(problemsOfPage(half, { offset: 0, limit: 2 })).toEqual(['next is null at 2 of 4']);
    expect(problemsOfPage({ ...page, next: 'x' }, { offset: 0, limit: 10 })).toEqual(['next is x at 4 of 4']);
  });

  test('a gap between two pages', () => {
    expect(problemsOfItems([third, first], TIP.height)).toEqual(['the balance after a is not the one before c']);
  });
});

test('two looks show the same moment only if nothing changed', () => {
  expect(isSameMoment(page, { ...page })).toBe(true);
  expect(isSameMoment(page, { ...page, tip: { height: 10, hash: 'other' } })).toBe(false);
  expect(isSameMoment(page, { ...page, total: 5 })).toBe(false);
  const mined = { ...pending, status: 'confirmed' };
  expect(isSameMoment(page, { ...page, transactions: [mined, third, second, first] })).toBe(false);
});
