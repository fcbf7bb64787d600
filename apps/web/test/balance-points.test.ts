import type { Balance, Chaintrail } from '@chaintrail/client';
import { expect, it } from 'vitest';
import { balancePoints } from '../src/address/balance-points.js';

/** A history of that many transactions, two to a block; requests are counted. */
function world(total: number) {
  const asked: number[] = [];
  const historyPage = async (_code: string, _address: string, page: { offset: number; limit: number }) => {
    asked.push(page.offset);
    const ranks = Array.from({ length: Math.min(page.limit, total - page.offset) }, (_, n) => page.offset + n);
    return {
      transactions: ranks.map((rank) => ({
        ...{ timestamp: 1_000 + rank, blockHeight: Math.floor(rank / 2), balanceAfter: String(rank) },
      })),
    };
  };
  const client = { historyPage } as unknown as Chaintrail;
  const now = { currency: 'btc', address: 'a', transactionCount: total, balance: '7', asOf: 9_999, height: total };
  const read = () => balancePoints(client, now as unknown as Balance, new AbortController().signal);
  return { asked, read };
}

it('reads a short history whole, and takes the end of each block', async () => {
  const { asked, read } = world(5);
  const points = await read();
  expect(asked).toEqual([0]);
  expect(points.map(({ balance }) => balance)).toEqual(['1', '3', '4', '7']);
  expect(points.at(-1)).toEqual({ time: 9_999, height: 5, balance: '7' });
});

it('samples a long one, from its first to its last, by as many requests as of any other', async () => {
  const { asked, read } = world(3_000_000);
  const points = await read();
  expect(asked).toHaveLength(60);
  expect(asked.toSorted((a, b) => a - b)[0]).toBe(0);
  expect(Math.max(...asked)).toBe(2_999_999);
  expect(points).toHaveLength(61);
  expect(points.every(({ height }, n) => n === 0 || height > points[n - 1]!.height)).toBe(true);
});
