import type { Balance, Utxos } from '@chaintrail/client';
import { describe, expect, test } from 'vitest';
import type { ApiClient, HistoryAnswer, HistoryItem } from '../src/api/api-client.js';
import {
  type ExpectedAddress,
  problemsOfAddress,
  problemsOfHistory,
  problemsOfUtxos,
} from '../src/api/compare-address.js';
import { problemsOfWalk, walkByCursor } from '../src/api/walk-history.js';

function item(txid: string, blockHeight: number, amount: number, balanceAfter: number): HistoryItem {
  const numbers = { amount: `${amount}`, balanceAfter: `${balanceAfter}` };
  return {
    txid,
    status: 'confirmed',
    blockHeight,
    blockIndex: 0,
    confirmations: 10 - blockHeight,
    ...numbers,
  } as never;
}

const waiting = {
  ...{ txid: 'p', status: 'pending', blockHeight: null, blockIndex: null },
  ...{ confirmations: 0, amount: '-3', balanceAfter: null },
} as unknown as HistoryItem;
const [a, b, c] = [item('a', 1, 4, 4), item('b', 2, 6, 10), item('c', 3, -2, 8)];
const entries = [a, b, c].map(({ txid, blockHeight, amount, balanceAfter }) => {
  return { txid, blockHeight, amount: BigInt(amount), balanceAfter: BigInt(balanceAfter!) };
});
const expected: ExpectedAddress = {
  ...{ balance: 8n, received: 10n, sent: 2n, entries },
  pending: { txids: new Set(['p']), delta: -3n },
};
const balance = {
  balance: '8',
  received: '10',
  sent: '2',
  transactionCount: 3,
  pending: '-3',
  pendingTransactionCount: 1,
};

/** Answers with these, page by page. */
function served(items: readonly HistoryItem[], answer: object = balance): ApiClient {
  const page = (offset: number, limit: number) => {
    const end = offset + limit;
    const next = end < items.length ? `${end}` : null;
    return { tip: { height: 9, hash: 't' }, total: items.length, next, transactions: items.slice(offset, end) };
  };
  return {
    balance: async () => answer as Balance,
    history: async (
      _: string,
      { offset = 0, cursor, limit = 1_000 }: { offset?: number; cursor?: string; limit?: number },
    ) => page(Number(cursor ?? offset), limit),
  } as unknown as ApiClient;
}

test('an address that is as the ledger says has no problem, whatever the size of its pages', async () => {
  for (const limit of [1, 2, 3, 4, 1_000]) {
    expect(await problemsOfAddress(served([waiting, c, b, a]), 'x', expected, limit)).toEqual([]);
  }
});

test.each([
  ['a balance', { ...balance, balance: '9' }, 'x: balance is 9, not 8'],
  ['gross sums', { ...balance, received: null }, 'x: received is null, not 10'],
  ['a count', { ...balance, transactionCount: 4 }, 'x: transactionCount is 4, not 3'],
  ['what is pending', { ...balance, pending: '0' }, 'x: pending is 0, not -3'],
])('another answer about %s is noticed', async (_, answer, problem) => {
  expect(await problemsOfAddress(served([waiting, c, b, a], answer), 'x', expected)).toEqual([problem]);
});

test.each([
  ['one that is left out', [waiting, c, a], 'entry 1 is a, not b'],
  ['one too many', [waiting, c, b, a, item('z', 1, 0, 0)], 'entry 3 is z, not undefined'],
  ['the wrong order', [waiting, b, c, a], 'entry 0 is b, not c'],
  ['another block', [waiting, c, item('b', 1, 6, 10), a], 'entry 1, b: blockHeight is 1, not 2'],
  ['another amount', [waiting, c, item('b', 2, 7, 10), a], 'entry 1, b: amount is 7, not 6'],
  ['another balance', [waiting, c, item('b', 2, 6, 11), a], 'entry 1, b: balanceAfter is 11, not 10'],
  ['none pending', [c, b, a], 'pending are ; the node has p'],
  ['another effect of pending ones', [{ ...waiting, amount: '-4' }, c, b, a], 'pending ones come to -4, not -3'],
])('a history with %s is noticed', (_, items, problem) => {
  expect(problemsOfHistory(items, expected)).toContain(problem);
});

test('unspent outputs are held to their sum and number', () => {
  const utxo = (txid: string, amount: string, spentBy: object | null = null) => ({ txid, vout: 0, amount, spentBy });
  const told = (utxos: readonly object[], total = utxos.length) => ({ utxos, total }) as unknown as Utxos;
  expect(problemsOfUtxos(told([utxo('a', '3'), utxo('b', '4', { txid: 'p' })]), 3n)).toEqual([]);
  expect(problemsOfUtxos(told([utxo('a', '3')], 2), 3n)).toEqual(['1 unspent outputs of 2']);
  expect(problemsOfUtxos(told([utxo('a', '3'), utxo('a', '3')]), 6n)).toEqual(['an unspent output is listed twice']);
  expect(problemsOfUtxos(told([utxo('a', '3')]), 4n)[0]).toContain('come to 3, balance and pending to 4');
});

describe('a walk by cursor', () => {
  const look = (transactions: readonly HistoryItem[]) => ({ transactions }) as HistoryAnswer;

  test('reads every page, and tells of each', async () => {
    const seen: number[] = [];
    const onPage = (_: unknown, number: number) => void seen.push(number);
    expect(await walkByCursor(served([c, b, a]), 'x', { limit: 2, onPage })).toEqual([c, b, a]);
    expect(seen).toEqual([0, 1]);
    expect(await walkByCursor(served([c, b, a]), 'x', { limit: 1, onPage: () => true })).toEqual([c]);
  });

  test('may miss what was not there all the time, and nothing else', () => {
    expect(problemsOfWalk([b, a], look([b, a]), look([c, b, a]))).toEqual([]);
    expect(problemsOfWalk([c, a], look([c, b, a]), look([c, b, a]))).toEqual(['it skips b']);
    expect(problemsOfWalk([b, b, a], look([b, a]), look([b, a]))).toEqual(['it repeats b']);
    expect(problemsOfWalk([c, b, a], look([b, a]), look([b, a]))).toEqual(['neither look has c']);
    expect(problemsOfWalk([waiting, a], look([a]), look([a]))).toEqual(['neither look has p']);
    expect(problemsOfWalk([waiting, a], look([a]), look([a]), { mayPass: true })).toEqual([]);
  });
});
