/** Heights and times of histories, on chains whose heights look like times of others. */
import { formatAddress, requireChain } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { TIME_0 } from './support/seed-chain.js';
import { accountOf, SECONDS, seedEvmChain } from './support/seed-evm-chain.js';
import { serve } from './support/served.js';
import type { Reply } from './support/start-api.js';

const PAYER = accountOf('payer');
const BLOCKS = 6;
/** Heights like those of Arbitrum One in 2026, heights that look like days of this decade, and a young chain. */
const FIRST_HEIGHTS = { arb: 531_000_000, base: 1_750_000_000, eth: 0 } as const;
type Code = keyof typeof FIRST_HEIGHTS;

const api = serve(async ({ databaseUrl: url }) => {
  const blocks = Array.from({ length: BLOCKS }, () => ({
    transactions: [{ from: PAYER, to: accountOf('payee'), value: 5n, fee: 1n }],
  }));
  for (const [chain, firstHeight] of Object.entries(FIRST_HEIGHTS))
    await seedEvmChain(url, { chain: chain as Code, blocks, firstHeight });
});

function ask(code: Code, query: string): Promise<Reply> {
  const { networks } = requireChain(code);
  const address = formatAddress(networks.find(({ name }) => name === 'local')!, PAYER);
  return api.get(`/v0/addresses/${code}/${address}/transactions?${query}`);
}

/** Blocks of a history, counted from the first of the chain. */
async function blocksOf(code: Code, query: string): Promise<number[]> {
  const { status, json } = await ask(code, `order=asc&${query}`);
  expect(status, JSON.stringify(json)).toBe(200);
  expect(json.total).toBe(json.transactions.length);
  return json.transactions.map(({ blockHeight }: { blockHeight: number }) => blockHeight - FIRST_HEIGHTS[code]);
}

describe.each(['arb', 'base', 'eth'] as const)('a part of a history of %s', (code) => {
  const first = FIRST_HEIGHTS[code];

  it.each([
    [`fromHeight=${first + 2}&toHeight=${first + 4}`, [2, 3, 4]],
    [`fromHeight=${first + 5}`, [5]],
    [`fromHeight=${first + 1_000}`, []],
    [`toHeight=${first}`, [0]],
    [`toHeight=${first + 1_000}`, [0, 1, 2, 3, 4, 5]],
    [`fromTime=${TIME_0 + 4 * SECONDS}`, [4, 5]],
    [`toTime=${TIME_0 + SECONDS}`, [0, 1]],
    [`fromTime=${TIME_0 + SECONDS}&toTime=${TIME_0 + 2 * SECONDS}`, [1, 2]],
    [`fromHeight=${first + 1}&toTime=${TIME_0 + 2 * SECONDS}`, [1, 2]],
    [`fromTime=${TIME_0 + 3 * SECONDS}&toHeight=${first + 4}`, [3, 4]],
    ['fromTime=0&toTime=9999999999', [0, 1, 2, 3, 4, 5]],
  ])('is what its ends say: %s', async (query, expected) => {
    expect(await blocksOf(code, query)).toEqual(expected);
  });
});

describe('the short forms', () => {
  it('are heights of Arbitrum One, which are beyond 500 million', async () => {
    expect(await blocksOf('arb', 'from=531000004')).toEqual([4, 5]);
    expect(await blocksOf('arb', 'to=531000001')).toEqual([0, 1]);
    expect(await blocksOf('arb', 'from=532000000')).toEqual([]);
    expect(await blocksOf('arb', 'to=532000000')).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it.each(['arb', 'eth'] as const)('are times of %s where no such block is near', async (code) => {
    expect(await blocksOf(code, `from=${TIME_0 + 4 * SECONDS}`)).toEqual([4, 5]);
    expect(await blocksOf(code, `to=${TIME_0 + SECONDS}`)).toEqual([0, 1]);
    expect(await blocksOf(code, `from=${FIRST_HEIGHTS[code] + 2}&to=${TIME_0 + 3 * SECONDS}`)).toEqual([2, 3]);
  });

  it('are refused where they may be both, and say what to do', async () => {
    for (const [name, value] of [
      ['from', TIME_0],
      ['to', TIME_0],
      ['from', FIRST_HEIGHTS.base + 2],
      ['to', FIRST_HEIGHTS.base + 157_000_000],
      ['from', 1_230_768_000],
    ] as const) {
      const message = expect.stringMatching(
        /^on Base this number may be .* fromHeight or fromTime, toHeight or toTime$/,
      );
      expect((await ask('base', `${name}=${value}`)).json).toMatchObject({
        ...{ status: 400, code: 'invalid-parameter' },
        errors: [{ parameter: name, message }],
      });
    }
    // Beyond a year of blocks, and before any block of any chain.
    expect(await blocksOf('base', `from=${FIRST_HEIGHTS.base + 158_000_000}`)).toEqual([]);
    expect(await blocksOf('base', 'to=1230767999')).toEqual([]);
    expect(await blocksOf('base', 'from=1230767999')).toHaveLength(BLOCKS);
  });

  it('lead to the same pages as what they stand for', async () => {
    const { next } = (await ask('arb', 'from=531000002&limit=2')).json;
    const { status, json } = await ask('arb', `fromHeight=531000002&limit=2&cursor=${next}`);
    expect([status, json.transactions.length]).toEqual([200, 2]);
    expect((await ask('arb', `fromHeight=531000003&limit=2&cursor=${next}`)).json).toMatchObject({
      ...{ status: 400, code: 'invalid-parameter', errors: [{ parameter: 'cursor' }] },
    });
  });
});

it.each([
  ['from=1&fromHeight=1', 'fromHeight', /^not together with from: give one of from, fromHeight, fromTime$/],
  ['from=1&fromTime=1', 'fromTime', /^not together with from:/],
  ['fromTime=1&fromHeight=1', 'fromTime', /^not together with fromHeight:/],
  ['to=1&toHeight=1', 'toHeight', /^not together with to: give one of to, toHeight, toTime$/],
  ['toHeight=1&toTime=1', 'toTime', /^not together with toHeight:/],
  ['fromHeight=5&toHeight=4', 'fromHeight', /^expected at most what `toHeight` is$/],
  ['fromTime=5&toTime=4', 'fromTime', /^expected at most what `toTime` is$/],
  ['from=5&toHeight=4', 'from', /^expected at most what `toHeight` is$/],
  ['fromHeight=2147483648', 'fromHeight', /^expected a whole number from 0 to 2147483647 in plain digits$/],
  ['fromTime=1700000000000', 'fromTime', /: unix seconds$/],
  ['toTime=2026-01-01', 'toTime', /^expected a whole number/],
])('%s is refused', async (query, parameter, message) => {
  const { json } = await ask('eth', query);
  expect(json).toMatchObject({
    ...{ status: 400, code: 'invalid-parameter' },
    errors: [{ parameter, message: expect.stringMatching(message) }],
  });
  expect(json.detail).toBe(`${json.errors[0].parameter}: ${json.errors[0].message}`);
});
