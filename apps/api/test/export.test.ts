/** Whole histories as CSV and NDJSON, against the pages that they are made of. */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type CosmosEntry, formatAddress, requireChain } from '@chaintrail/chains';
import { createPool, saveRates } from '@chaintrail/db';
import { createTestDatabase } from '@chaintrail/testkit';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../src/export/csv.js';
import {
  ASGARD,
  COSMOS_BLOCKS,
  FEE,
  FIRST,
  FRIEND as RUNE_FRIEND,
  OWNER as RUNE_OWNER,
  textOf,
} from './support/cosmos-demo.js';
import { BUSY, BUSY_ADDRESS as btc, demoChain } from './support/demo-chain.js';
import { readTable } from './support/read-csv.js';
import { hashOf, keyOf, seedChain, TIME_0 } from './support/seed-chain.js';
import { entryOf, seedCosmosChain } from './support/seed-cosmos-chain.js';
import { accountOf, insert, type SeedEvmBlock, type SeedTransfer, seedEvmChain } from './support/seed-evm-chain.js';
import { pendingTxid, seedMempool } from './support/seed-mempool.js';
import { serve } from './support/served.js';
import { startApi } from './support/start-api.js';

const CSV = { accept: 'text/csv' };
const NDJSON = { accept: 'application/x-ndjson' };
const PAGE = 500;

const evm = requireChain('eth').networks.find(({ name }) => name === 'local')!;
const OWNER = accountOf('owner');
const FRIEND = accountOf('friend');
const [COIN, EVIL] = [accountOf('coin'), accountOf('evil')];
const eth = formatAddress(evm, OWNER);
const rune = textOf(RUNE_OWNER);
/** One of few transactions, where the form of an answer is the matter. */
const fewOfRune = textOf(ASGARD);
const EVIL_SYMBOL = '=HYPERLINK("http://evil.example","pay")';
const EVIL_MEMO = ' +cmd|"/C calc"!A0,\r\nx';

const token = (from: Buffer, to: Buffer, amount: bigint, asset = COIN): SeedTransfer => ({
  ...{ kind: 'token', from, to, amount, asset, standard: 'erc20' },
});
const others = (count: number): SeedTransfer[] =>
  Array.from({ length: count }, (_, n) => token(FRIEND, accountOf(`other ${n}`), 1n));

/** More than two pages of payments, among them transactions that move more than a list tells. */
const EVM_BLOCKS: readonly SeedEvmBlock[] = [
  { transactions: [] },
  { transactions: Array.from({ length: 600 }, () => ({ from: FRIEND, to: OWNER, value: 10n, fee: 1n })) },
  {
    transactions: [
      // More of its own than are listed.
      {
        from: FRIEND,
        to: COIN,
        fee: 1n,
        transfers: [...others(10), ...Array.from({ length: 45 }, () => token(FRIEND, OWNER, 3n))],
      },
      // Its own lie behind those that are looked at.
      {
        from: FRIEND,
        to: COIN,
        fee: 1n,
        transfers: [...others(260), token(FRIEND, OWNER, 100n), token(OWNER, FRIEND, 1n, EVIL)],
      },
      { from: OWNER, to: COIN, fee: 7n, transfers: [token(OWNER, OWNER, 5n), token(OWNER, FRIEND, 0n)] },
      { from: OWNER, to: FRIEND, value: 4n, fee: 2n, succeeded: false },
    ],
  },
  { transactions: Array.from({ length: 500 }, () => ({ from: OWNER, to: FRIEND, value: 1n, fee: 1n })) },
];

const COSMOS: readonly (readonly CosmosEntry[])[] = [
  ...COSMOS_BLOCKS,
  Array.from({ length: 1_050 }, (_, index) =>
    entryOf('transaction', hashOf(`rune ${index}`), {
      ...{ index, from: RUNE_FRIEND, fee: FEE, memo: index === 3 ? EVIL_MEMO : null },
      transfers: [
        { kind: 'native', from: RUNE_FRIEND, to: RUNE_OWNER, amount: 1n, denom: null },
        { kind: 'token', from: RUNE_FRIEND, to: RUNE_OWNER, amount: 2n, denom: 'btc-btc' },
      ],
    }),
  ),
];

const lines: string[] = [];

const api = serve(
  async ({ databaseUrl: url, session }) => {
    const { blocks } = demoChain();
    // The busy address is paid by one more block in each transaction.
    const many = Array.from({ length: 1_200 }, (_, n) => ({
      inputs: [],
      outputs: [
        { key: n % 2 ? BUSY : keyOf('x'), value: 1n },
        { key: BUSY, value: BigInt(n) },
      ],
    }));
    const { txids } = await seedChain(url, { chain: 'btc', network: 'regtest', blocks: [...blocks, many] });
    await seedMempool(url, 'btc', [
      { id: 1, inputs: [{ txid: txids[2]!, vout: 9, value: 1_009n, key: BUSY }], outputs: [{ key: BUSY, value: 9n }] },
    ]);
    await session.query('UPDATE btc.sync_state SET mempool_at = now()');
    await seedEvmChain(url, { chain: 'eth', blocks: EVM_BLOCKS });
    const facts = { standard: 'erc20', first_height: 2, decimals: 6 };
    for (const [asset, symbol] of [
      [COIN, 'CN'],
      [EVIL, EVIL_SYMBOL],
    ] as const)
      await insert(session, 'eth.tokens', {
        asset,
        address: formatAddress(evm, asset),
        name: symbol,
        symbol,
        ...facts,
      });
    await seedCosmosChain(url, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS });
    const pool = createPool(url, { applicationName: 'rates' });
    await saveRates(pool, TIME_0, [{ symbol: 'BTC', rate: '20000.5', asOf: TIME_0 - 10, sources: ['kraken'] }]);
    await pool.end();
  },
  { log: (line) => lines.push(line) },
);

const ADDRESSES = { btc, eth, rune } as const;
type Chain = keyof typeof ADDRESSES;
const CHAINS = Object.keys(ADDRESSES) as Chain[];
const path = (chain: Chain, query = '', address = ADDRESSES[chain]): string =>
  `/v0/addresses/${chain}/${address}/transactions${query}`;

type Rows = Record<string, unknown>[];
/** Each history by its pages, read once. */
const walks = new Map<string, Promise<Rows>>();
function walked(chain: Chain, query: string): Promise<Rows> {
  const walk = walks.get(chain + query) ?? walkPages(chain, query);
  walks.set(chain + query, walk);
  return walk;
}

async function walkPages(chain: Chain, query: string): Promise<Rows> {
  const found: Rows = [];
  let page = (await api.get(path(chain, `?limit=${PAGE}${query}`))).json;
  for (;;) {
    found.push(...page.transactions);
    if (page.next === null) return found;
    page = (await api.get(path(chain, `?limit=${PAGE}&cursor=${page.next}${query.replace(/&order=\w+/, '')}`))).json;
  }
}

const ndjson = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe.each(CHAINS)('the whole history of %s', (chain) => {
  it.each(['', '&order=asc', '&usd=1'])('as NDJSON is byte for byte what its pages hold: %s', async (query) => {
    const { status, headers, text } = await api.get(path(chain, `?${query.slice(1)}`), { headers: NDJSON });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    const pages = await walked(chain, query);
    expect(pages.length).toBeGreaterThan(2 * PAGE);
    expect(text === ndjson(pages)).toBe(true);
  });

  it('as CSV says of every transaction what its page says', async () => {
    const { headers, text } = await api.get(path(chain, '?format=csv&order=asc'));
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${chain}-${ADDRESSES[chain]}.csv`);
    expect(text.split('\r\n', 1)[0]).toBe(COLUMNS.join(','));
    const net = readTable(text).filter(({ kind }) => kind === 'net');
    const pages = await walked(chain, '&order=asc');
    const told = [
      'txid',
      'status',
      'blockHeight',
      'timestamp',
      'direction',
      'amount',
      'decimals',
      'fee',
      'balanceAfter',
    ];
    const shown = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
    expect(net.map((row) => told.map((name) => row[name]))).toEqual(
      pages.map((row) => told.map((name) => shown(row[name]))),
    );
    for (const { date, timestamp } of net) expect(date === '' ? '' : String(Date.parse(date!) / 1_000)).toBe(timestamp);
  });

  it('is empty for an address that was never used', async () => {
    const nobody = {
      btc: formatAddress(requireChain('btc').networks.find(({ name }) => name === 'regtest')!, keyOf('nobody')),
      eth: formatAddress(evm, accountOf('nobody')),
      rune: textOf(accountOf('nobody')),
    };
    expect((await api.get(path(chain, '?format=ndjson', nobody[chain]))).text).toBe('');
    expect((await api.get(path(chain, '?format=csv', nobody[chain]))).text).toBe(`${COLUMNS.join(',')}\r\n`);
  });
});

describe('CSV', () => {
  const sums = (rows: readonly Record<string, string>[]): Record<string, bigint> => {
    const found: Record<string, bigint> = {};
    for (const { asset = '', amount } of rows) if (amount) found[asset] = (found[asset] ?? 0n) + BigInt(amount);
    return found;
  };

  it('of an account chain has every movement of tokens, of transactions with more than a list tells, too', async () => {
    const rows = readTable((await api.get(path('eth', '?format=csv'))).text);
    expect(sums(rows)).toEqual({
      '': 6_000n - 500n * 2n - 7n - 2n,
      [formatAddress(evm, COIN)]: 45n * 3n + 100n,
      [formatAddress(evm, EVIL)]: -1n,
    });
    expect(rows.filter(({ kind }) => kind === 'token')).toHaveLength(45 + 2 + 2);
    expect(rows.filter(({ kind }) => kind === 'incomplete')).toEqual([]);
    expect(rows.find(({ direction, kind }) => kind === 'token' && direction === 'self')).toMatchObject({
      amount: '0',
      symbol: 'CN',
      decimals: '6',
      fee: '',
    });
  });

  it('of a Cosmos chain adds up to what the address has of each denomination', async () => {
    const rows = readTable((await api.get(path('rune', '?format=csv'))).text);
    const { json } = await api.get(`/v0/addresses/rune/${rune}/balance`);
    const held = json.tokens.filter(({ asset }: { asset: string }) => asset !== 'maya.mimir');
    const { 'maya.mimir': unknown, ...found } = sums(rows);
    expect(unknown).toBe(5n);
    expect(found).toEqual({
      '': BigInt(json.balance),
      ...Object.fromEntries(held.map(({ asset, balance }: Record<string, string>) => [asset!, BigInt(balance!)])),
    });
  });

  it('has nothing that a spreadsheet takes for a formula, and parts no cell that should be one', async () => {
    const evil = readTable((await api.get(path('eth', '?format=csv'))).text).find(({ symbol }) =>
      symbol?.includes('evil'),
    );
    expect(evil).toMatchObject({ symbol: `'${EVIL_SYMBOL}`, amount: '-1' });
    const memos = readTable((await api.get(path('rune', '?format=csv'))).text).map(({ memo }) => memo);
    expect(memos).toContain(`'${EVIL_MEMO.replace('\r\n', ' ')}`);
    expect(memos).toContain(`'=:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`);
  });

  it('has values in dollars', async () => {
    const rows = readTable((await api.get(path('btc', '?format=csv&usd=1&order=asc'))).text);
    expect(rows[0]).toMatchObject({ amount: '5000000000', usdRate: '20000.5', usdValue: '1000025', usdStale: 'false' });
    const without = readTable((await api.get(path('btc', '?format=csv&order=asc'))).text);
    expect(without[0]).toMatchObject({ usdRate: '', usdValue: '', usdStale: '' });
  });

  it('has what is pending, first and without a date', async () => {
    const [row] = readTable((await api.get(path('btc', '?format=csv'))).text);
    expect(row).toMatchObject({
      txid: pendingTxid(1),
      status: 'pending',
      blockHeight: '',
      date: '',
      balanceAfter: '',
      amount: '-1000',
    });
  });
});

it('says of a transaction with more movements than are looked at that not all are told', async () => {
  const own = await createTestDatabase();
  const transfers = [...others(10_005), token(FRIEND, OWNER, 1n)];
  await seedEvmChain(own.url, {
    chain: 'eth',
    blocks: [{ transactions: [] }, { transactions: [{ from: OWNER, to: COIN, fee: 1n, transfers }] }],
  });
  const alone = await startApi(own.url);
  const rows = readTable((await alone.get(path('eth', '?format=csv'))).text);
  await alone.stop();
  await own.drop();
  expect(rows).toMatchObject([
    { kind: 'net', amount: '-1' },
    { kind: 'incomplete', amount: '', symbol: '' },
  ]);
}, 60_000);

describe('what a client asks for', () => {
  it.each([
    ['*/*', 'application/json'],
    ['', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV;charset=utf-8', 'text/csv'],
    ['text/csv;q=0.9, application/json;q=0.1', 'text/csv'],
    ['text/csv;q=0.1, application/json', 'application/json'],
    ['text/csv;q=0, */*;q=0.1', 'application/json'],
    ['application/x-ndjson, */*;q=0.1', 'application/x-ndjson'],
    ['application/xml', 'application/json'],
    ['text/csv;q=NaN', 'application/json'],
    ['text/csv/x;;;=,,,"', 'application/json'],
    [`${'text/csv;q=0,'.repeat(900)}a/b`, 'application/json'],
    [`${'*/*,'.repeat(3_000)}*/*`, 'application/json'],
    ['__proto__/constructor', 'application/json'],
  ])('Accept, %#', async (accept, type) => {
    const { status, headers, text } = await api.get(path('rune', '', fewOfRune), { headers: { accept } });
    expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    expect(headers.get('vary')?.split(/, */)).toContain('Accept');
    expect(text.length).toBeGreaterThan(100);
  });

  it('goes by the parameter before the header', async () => {
    for (const [format, type] of [
      ['json', 'application/json'],
      ['csv', 'text/csv'],
      ['ndjson', 'application/x-ndjson'],
    ] as const) {
      const { headers } = await api.get(path('rune', `?format=${format}`, fewOfRune), {
        headers: format === 'json' ? CSV : {},
      });
      expect(headers.get('content-type')).toContain(type);
    }
  });

  it('is no page and a whole history at once', async () => {
    for (const query of ['limit=25', 'offset=0', 'cursor=AAAA', '%6cimit=3']) {
      const reply = await api.get(path('btc', `?${query}`), { headers: CSV });
      expect(reply.json).toMatchObject({ status: 400, code: 'invalid-parameter' });
      expect(reply.json.detail).toMatch(/csv is the whole history/);
      expect(reply.headers.get('content-disposition')).toBeNull();
    }
    expect((await api.get(path('btc', '?format=xml'))).json.detail).toContain('expected json');
  });

  it('is refused as a page would be', async () => {
    expect((await api.get('/v0/addresses/btc/zz/transactions', { headers: CSV })).json.code).toBe('address-malformed');
    expect((await api.get('/v0/addresses/doge/zz/transactions', { headers: CSV })).json.code).toBe('unknown-currency');
  });

  it('is answered to HEAD with the headers alone', async () => {
    const reply = await api.get(path('btc', '?format=csv'), { method: 'HEAD' });
    const get = await api.get(path('btc', '?format=csv'));
    expect([reply.status, reply.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-disposition', 'cache-control', 'vary'])
      expect(reply.headers.get(name), name).toBe(get.headers.get(name));
    // It has not left anything under way.
    for (let times = 0; times < 5; times++) await api.get(path('btc', '?format=csv'), { method: 'HEAD' });
    expect((await api.get(path('btc', '?format=csv'))).status).toBe(200);
  });

  it.each([
    [CSV, 'gzip', 'gzip;q=0.5, zstd', gunzipSync],
    [NDJSON, 'br', 'gzip, deflate, br', brotliDecompressSync],
    [NDJSON, 'deflate', 'br;q=0, deflate', inflateSync],
  ] as const)('comes compressed to who can read it: %o by %s', async (headers, expected, accepted, read) => {
    const plain = await api.get(path('eth'), { headers: { ...headers, 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBe(null);
    const { encoding, vary, bytes } = await rawBody(path('eth'), { ...headers, 'accept-encoding': accepted });
    expect({ encoding, vary }).toEqual({ encoding: expected, vary: plain.headers.get('vary') });
    expect(vary).toContain('Accept-Encoding');
    expect(read(bytes).toString() === plain.text).toBe(true);
    expect(bytes.length).toBeLessThan(plain.text.length / 4);
  });

  it('is logged as one request each, none of which was cut', () => {
    expect(lines.filter((line) => line.includes('cut off') || line.includes('left before'))).toEqual([]);
  });
});

function rawBody(
  url: string,
  headers: Record<string, string>,
): Promise<{ encoding: string | undefined; vary: string | undefined; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    request(api.url + url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { 'content-encoding': encoding, vary } = response.headers;
      resolve({ encoding, vary, bytes: Buffer.concat(chunks) });
    })
      .once('error', reject)
      .end();
  });
}
