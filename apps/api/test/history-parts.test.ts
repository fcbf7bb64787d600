/**
 * Parts of histories, by blocks and times, direction and asset: the same as all of it, filtered by what the answers
 * say.
 */
import { formatAddress, requireChain } from '@chaintrail/chains';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  COSMOS_BLOCKS,
  OWNER as COSMOS_OWNER,
  FIRST,
  FRIEND as PAYEE,
  textOf as runeText,
} from './support/cosmos-demo.js';
import { BUSY, OTHER } from './support/demo-chain.js';
import { AT, COIN, EVM_BLOCKS, FRIEND, ITEMS, OWNER } from './support/evm-demo.js';
import { seedCosmosChain } from './support/seed-cosmos-chain.js';
import { seedEvmChain } from './support/seed-evm-chain.js';
import { seedEvmMempool } from './support/seed-evm-mempool.js';
import { pendingTxid, seedMempool } from './support/seed-mempool.js';
import { serveDemo } from './support/served.js';
import type { Reply } from './support/start-api.js';

const networkOf = (code: 'btc' | 'eth', name: string) =>
  requireChain(code).networks.find((network) => network.name === name)!;
const bitcoin = (key: Buffer): string => formatAddress(networkOf('btc', 'regtest'), key);
const ethOf = (key: Buffer): string => formatAddress(networkOf('eth', 'local'), key);

const api = serveDemo(async ({ databaseUrl: url, session, seeded }) => {
  await seedMempool(url, 'btc', [
    {
      id: 11,
      inputs: [{ txid: seeded.txids[2]!, vout: 9, value: 1_009n, key: BUSY }],
      outputs: [{ key: BUSY, value: 1_009n }],
    },
    {
      id: 12,
      inputs: [{ txid: pendingTxid(11), vout: 0, value: 1_009n, key: BUSY }],
      outputs: [{ key: OTHER, value: 900n }],
    },
  ]);
  await session.query('UPDATE btc.sync_state SET mempool_at = now()');
  // Header times that do not always rise.
  await session.query('UPDATE btc.blocks SET time = time + (height * 7 % 5 - 2) * 700');
  await session.query(
    `UPDATE btc.blocks b SET max_time = CASE WHEN b.time < latest THEN latest END
     FROM (SELECT height, max(time) OVER (ORDER BY height) AS latest FROM btc.blocks) m WHERE m.height = b.height`,
  );
  await seedEvmChain(url, { chain: 'eth', blocks: EVM_BLOCKS, tracedTo: AT.tip });
  await seedEvmChain(url, { chain: 'op', blocks: EVM_BLOCKS.slice(0, 8), tracedTo: AT.pays });
  await seedEvmMempool(url, 'op', OWNER, FRIEND);
  await seedCosmosChain(url, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS_BLOCKS });
});

interface Item {
  readonly txid: string;
  readonly blockHeight: number | null;
  readonly timestamp: number | null;
  readonly direction: string;
  readonly amount: string;
}
interface Filter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly direction?: string | undefined;
  readonly asset?: string | undefined;
}

/** Numbers below it are heights. */
const FIRST_TIME = 1_230_768_000;

function isBetween({ blockHeight, timestamp }: Item, { from, to }: Filter): boolean {
  const isFrom = (bound: number): boolean => (bound < FIRST_TIME ? blockHeight! >= bound : timestamp! >= bound);
  const isTo = (bound: number): boolean => (bound < FIRST_TIME ? blockHeight! <= bound : timestamp! <= bound);
  if (blockHeight === null) return to === undefined;
  return (from === undefined || isFrom(from)) && (to === undefined || isTo(to));
}

/** Assets that each entry of a history concerns, as its own page tells. */
type AssetsOf = (
  item: Item,
  transfers: readonly { from: string; to: string; asset: string; amount: string }[],
) => string[];

const ofTokens =
  (address: string): AssetsOf =>
  (_item, transfers) =>
    transfers.flatMap(({ from, to, asset }) => (asset !== null && [from, to].includes(address) ? [asset] : []));
const ofDenominations =
  (address: string): AssetsOf =>
  (_item, transfers) => {
    const sums = new Map<string, bigint>();
    for (const { from, to, asset, amount } of transfers) {
      const change = (to === address ? BigInt(amount) : 0n) - (from === address ? BigInt(amount) : 0n);
      if (asset !== null) sums.set(asset, (sums.get(asset) ?? 0n) + change);
    }
    return [...sums].flatMap(([asset, sum]) => (sum === 0n ? [] : [asset]));
  };

const CASES = [
  ['btc', bitcoin(BUSY), [], () => []],
  ['btc', bitcoin(OTHER), [], () => []],
  ['eth', ethOf(OWNER), [ethOf(COIN), ethOf(ITEMS), ethOf(FRIEND)], ofTokens(ethOf(OWNER))],
  ['eth', ethOf(FRIEND), [ethOf(COIN), ethOf(ITEMS)], ofTokens(ethOf(FRIEND))],
  ['op', ethOf(OWNER), [ethOf(COIN)], ofTokens(ethOf(OWNER))],
  ['rune', runeText(COSMOS_OWNER), ['btc-btc', 'tcy', 'x/other', 'no-such'], ofDenominations(runeText(COSMOS_OWNER))],
  ['rune', runeText(PAYEE), ['btc-btc', 'x/ruji'], ofDenominations(runeText(PAYEE))],
] as const satisfies readonly (readonly [string, string, readonly string[], AssetsOf])[];

describe.each(CASES)('a history of %s (%s)', (code, address, tokens, assetsOf) => {
  const ask = (query: Record<string, unknown> = {}): Promise<Reply> => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    return api.get(
      `/v0/addresses/${code}/${address}/transactions?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`,
    );
  };
  const txidsOf = ({ json }: Reply): string[] => json.transactions.map(({ txid }: Item) => txid);

  let all: Item[];
  const assets = new Map<string, string[]>();
  /** Ends that may make a difference. */
  let ends: (number | undefined)[];

  beforeAll(async () => {
    all = (await ask({ limit: 1000 })).json.transactions;
    for (const item of all) {
      const { json } = await api.get(`/v0/transactions/${code}/${item.txid}`);
      assets.set(item.txid, assetsOf(item, json.transfers ?? []));
    }
    const blocks = all.flatMap(({ blockHeight, timestamp }) => (blockHeight === null ? [] : [blockHeight, timestamp!]));
    const around = [...new Set(blocks)].flatMap((end) => [end - 1, end, end + 1]).filter((end) => end >= 0);
    ends = [undefined, 0, FIRST_TIME - 1, FIRST_TIME, 9_999_999_999, ...around];
  });

  function expected(filter: Filter): string[] {
    const { direction, asset } = filter;
    return all
      .filter((item) => isBetween(item, filter))
      .filter((item) => direction === undefined || item.direction === direction)
      .filter(({ amount, txid }) => {
        if (asset === undefined || (asset === 'native' && code === 'btc')) return true;
        return asset === 'native' ? amount !== '0' : assets.get(txid)!.includes(asset);
      })
      .map(({ txid }) => txid);
  }

  const filters = fc
    .record({
      from: fc.nat(),
      to: fc.nat(),
      direction: fc.constantFrom(undefined, 'in', 'out', 'self'),
      asset: fc.constantFrom(undefined, 'native', ...tokens),
    })
    .map(
      ({ from, to, ...filter }): Filter => ({ ...filter, from: ends[from % ends.length], to: ends[to % ends.length] }),
    )
    .filter(({ from = 0, to = from }) => from < FIRST_TIME !== to < FIRST_TIME || from <= to);
  const ORDERS = ['desc', 'asc'] as const;
  const orders = fc.constantFrom(...ORDERS);
  /** Pages of all there is, around its ends. */
  const whole = (): [Filter, (typeof ORDERS)[number], number, number][] =>
    [0, 1, 24, all.length - 1, all.length, all.length + 1, Number.MAX_SAFE_INTEGER].flatMap((offset) =>
      [1, 7, 25, 1000].flatMap((limit) =>
        ORDERS.map((order) => [{}, order, limit, offset] as const).map((page) => [...page]),
      ),
    );

  it('is in part what all of it is, filtered, at every offset', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        orders,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(9),
        async (filter, order, limit, offset) => {
          const sought = order === 'asc' ? expected(filter).reverse() : expected(filter);
          const page = await ask({ ...filter, order, limit, offset });
          expect(txidsOf(page)).toEqual(sought.slice(offset, offset + limit));
          expect(page.json).toMatchObject({ total: sought.length, totalReason: null, offset, limit });
          expect(page.json.next !== null).toBe(offset + limit < sought.length);
        },
      ),
      { numRuns: 60, examples: whole() },
    );
  });

  it('is walked through in part by `next`', async () => {
    await fc.assert(
      fc.asyncProperty(filters, orders, fc.integer({ min: 1, max: 9 }), async (filter, order, limit) => {
        const sought = order === 'asc' ? expected(filter).reverse() : expected(filter);
        const isCounted = filter.direction === undefined && (filter.asset === undefined || code === 'btc');
        const walked: string[] = [];
        for (let cursor: string | null = null; ; ) {
          const page: Reply = await ask(cursor === null ? { ...filter, order, limit } : { ...filter, limit, cursor });
          if (cursor !== null)
            expect(page.json).toMatchObject(
              isCounted
                ? { offset: walked.length, total: sought.length, totalReason: null }
                : { offset: null, total: null, totalReason: 'cursor' },
            );
          walked.push(...txidsOf(page));
          cursor = page.json.next;
          if (cursor === null) break;
        }
        expect(walked).toEqual(sought);
      }),
      { numRuns: 25, examples: ORDERS.map((order) => [{}, order, 3]) },
    );
  });
});

describe('a cursor', () => {
  const path = (query: string): string => `/v0/addresses/btc/${bitcoin(BUSY)}/transactions?limit=2&${query}`;

  it('is refused with another part of the history than the page it is from, and none', async () => {
    const { next } = (await api.get(path('from=3&direction=in'))).json;
    expect((await api.get(path(`from=3&direction=in&cursor=${next}`))).status).toBe(200);
    expect((await api.get(path(`from=3&direction=in&fields=compact&cursor=${next}`))).status).toBe(200);
    const whole = (await api.get(path(''))).json.next;
    for (const query of [
      ...['', 'from=3', 'direction=in', 'from=4&direction=in', 'from=3&direction=out'].map(
        (part) => `${part}&cursor=${next}`,
      ),
      `from=3&to=9&direction=in&cursor=${next}`,
      `from=3&cursor=${whole}`,
    ])
      expect((await api.get(path(query))).json, query).toMatchObject({
        status: 400,
        code: 'invalid-parameter',
        detail:
          'cursor: it continues a page with another beginning, end, direction, asset or spam; give the same again or start anew',
      });
    expect((await api.get(path(`asset=native&cursor=${whole}`))).status, 'all there is').toBe(200);
    expect((await api.get(path(`from=3&direction=in&cursor=${next.slice(0, -3)}xyz`))).json.code).toBe(
      'invalid-cursor',
    );
  });
});

describe('what is refused', () => {
  it.each([
    ['btc', bitcoin(BUSY), 'from=-1', /^from: expected a whole number from 0 to 9999999999/],
    ['btc', bitcoin(BUSY), 'from=1e3', /^from: expected a whole number/],
    ['btc', bitcoin(BUSY), 'to=1700000000000', /: a height, or unix seconds$/],
    ['btc', bitcoin(BUSY), 'to=2024-01-01', /^to: expected/],
    ['btc', bitcoin(BUSY), 'from=5&to=4', /^from: expected at most what `to` is$/],
    ['btc', bitcoin(BUSY), 'from=1700000001&to=1700000000', /^from: expected at most/],
    ['btc', bitcoin(BUSY), 'direction=IN', /^direction: expected in, out, self or mention$/],
    ['btc', bitcoin(BUSY), 'direction=', /^direction: expected/],
    ['btc', bitcoin(BUSY), 'asset=btc', /^asset: Bitcoin has histories of its own coin alone/],
    ['btc', bitcoin(BUSY), 'asset=', /^asset: expected native/],
    ['btc', bitcoin(BUSY), `asset=${'x'.repeat(129)}`, /in at most 128 characters/],
    ['btc', bitcoin(BUSY), 'fields=short', /^fields: expected full or compact$/],
    ['eth', ethOf(OWNER), 'asset=usdc', /^asset: expected native, or the address of a token's contract; /],
    ['eth', ethOf(OWNER), `asset=0x${'00'.repeat(19)}`, /^asset: expected native/],
    ['rune', runeText(COSMOS_OWNER), 'asset=%00', /^asset: expected native, or a denomination/],
    [
      'rune',
      runeText(COSMOS_OWNER),
      `asset=${encodeURIComponent("a'; DROP TABLE x")}`,
      /^asset: expected native, or a den/,
    ],
  ])('of %s (%s): %s', async (code, address, query, detail) => {
    const { json } = await api.get(`/v0/addresses/${code}/${address}/transactions?${query}`);
    expect(json).toMatchObject({ status: 400, code: 'invalid-parameter', detail: expect.stringMatching(detail) });
  });
});

describe('an asset', () => {
  it('is a contract in any form that its users have', async () => {
    const hex = COIN.toString('hex');
    const pages = await Promise.all(
      [ethOf(COIN), `0x${hex}`, `0x${hex.toUpperCase()}`].map((asset) =>
        api.get(`/v0/addresses/eth/${ethOf(OWNER)}/transactions?asset=${asset}`),
      ),
    );
    expect(pages[0]!.json.total).toBeGreaterThan(0);
    for (const page of pages) expect(page.json).toEqual(pages[0]!.json);
  });

  it("is the chain's own coin by the name that the bank has for it, too", async () => {
    const path = `/v0/addresses/rune/${runeText(COSMOS_OWNER)}/transactions?asset=`;
    expect((await api.get(`${path}rune`)).json).toEqual((await api.get(`${path}native`)).json);
  });
});

describe('with fields=compact', () => {
  it.each([
    ['btc', bitcoin(BUSY)],
    ['eth', ethOf(OWNER)],
    ['op', ethOf(OWNER)],
    ['rune', runeText(COSMOS_OWNER)],
  ])('a history of %s is the same without what is left out', async (code, address) => {
    const path = `/v0/addresses/${code}/${address}/transactions?limit=1000`;
    const [full, compact] = [(await api.get(path)).json, (await api.get(`${path}&fields=compact`)).json];
    const isOwn = ({ from, to }: Record<string, unknown>): boolean => from === address || to === address;
    const without = full.transactions.map((item: Record<string, unknown[]>) => {
      const { transfers, ...rest } = item;
      if (code === 'btc') {
        const outputs = (item['outputs'] as Record<string, unknown>[]).map(
          ({ script: _s, type: _t, spent: _p, opReturn: _o, ...output }) => output,
        );
        return { ...rest, outputs };
      }
      const own = { transfers: (transfers as Record<string, unknown>[]).filter(isOwn) };
      if (code !== 'rune') return { ...rest, ...own };
      const { to: _t, value: _v, failure: _f, messages: _m, payouts: _p, answers: _a, outcome: _o, ...told } = rest;
      return { ...told, ...own };
    });
    expect(compact).toEqual({ ...full, transactions: without });
    expect(JSON.stringify(compact)).not.toBe(JSON.stringify(full));
  });
});
