/** Balances of many addresses in one request, against those of each. */
import { type ChainCode, formatAddress, requireChain } from '@chaintrail/chains';
import { createPool, saveRates } from '@chaintrail/db';
import { describe, expect, it } from 'vitest';
import {
  ASGARD,
  AT as COSMOS_AT,
  COSMOS_BLOCKS,
  CONTRACT as COSMOS_CONTRACT,
  FRIEND as COSMOS_FRIEND,
  OWNER as COSMOS_OWNER,
  FIRST,
  textOf,
} from './support/cosmos-demo.js';
import { BUSY, demoChain, OTHER } from './support/demo-chain.js';
import { AT, COIN, EVM_BLOCKS, FRIEND, MINER, OWNER, OWNER_BALANCE } from './support/evm-demo.js';
import { keyOf, seedChain } from './support/seed-chain.js';
import { seedCosmosChain } from './support/seed-cosmos-chain.js';
import { accountOf, blockHash, insert, insertBalance, seedEvmChain } from './support/seed-evm-chain.js';
import { seedMempool } from './support/seed-mempool.js';
import { serveBesideNode } from './support/served.js';
import { startApi } from './support/start-api.js';

const localOf = (code: ChainCode, name: string) =>
  requireChain(code).networks.find((network) => network.name === name)!;
const btcOf = (key: Buffer): string => formatAddress(localOf('btc', 'regtest'), key);
const ethOf = (key: Buffer): string => formatAddress(localOf('eth', 'local'), key);
const crowd = (count: number): Buffer[] => Array.from({ length: count }, (_, n) => accountOf(`in a crowd ${n}`));

const api = serveBesideNode(
  async ({ databaseUrl: url, session }) => {
    const { txids } = await seedChain(url, { chain: 'btc', network: 'regtest', blocks: demoChain().blocks });
    await seedMempool(url, 'btc', [
      { id: 1, inputs: [{ txid: txids[2]!, vout: 9, value: 1_009n, key: BUSY }], outputs: [{ key: OTHER, value: 9n }] },
    ]);
    await seedEvmChain(url, { chain: 'eth', blocks: EVM_BLOCKS, tracedTo: AT.tip });
    await seedCosmosChain(url, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS_BLOCKS });
    await session.query('UPDATE btc.sync_state SET mempool_at = now()');
    const touched = { address_key: OWNER, first_touched: 5, touched: 5 };
    await insert(session, 'eth.token_balances', { ...touched, asset: COIN, balance: 12, height: 5 });
    await insert(session, 'eth.token_balances', { ...touched, asset: accountOf('unasked') });
    const pool = createPool(url, { applicationName: 'rates' });
    const now = Math.floor(Date.now() / 1_000);
    await saveRates(pool, now, [{ symbol: 'BTC', rate: '20000.5', asOf: now - 10, sources: ['kraken'] }]);
    await pool.end();
  },
  async ({ session }, { balances }) => {
    for (let height = 0; height <= AT.tip; height++)
      balances.set(
        blockHash('eth', height),
        new Map(crowd(100).map((key, n) => [key.toString('hex'), BigInt(1_000 * height + n)])),
      );
    await session.query('DELETE FROM eth.address_balances; DELETE FROM eth.internal_gaps');
  },
);

async function storeBalances(): Promise<void> {
  await insertBalance(api.session, 'eth', [OWNER, OWNER_BALANCE, AT.withdraws]);
  await insertBalance(api.session, 'eth', [FRIEND, 77n, AT.pays]);
}

const many = (code: string, addresses: readonly string[], query = '') =>
  api.get(`/v0/addresses/${code}/balances?${addresses.map((address) => `address=${address}`).join('&')}${query}`);
const each = (code: string, addresses: readonly string[], query = '') =>
  Promise.all(
    addresses.map(async (address) => (await api.get(`/v0/addresses/${code}/${address}/balance${query}`)).json),
  );

describe('balances of many', () => {
  const btc = [BUSY, keyOf('nobody'), OTHER, ...Array.from({ length: 97 }, (_, n) => keyOf(`n ${n}`))].map(btcOf);
  const rune = [COSMOS_OWNER, ASGARD, COSMOS_CONTRACT, COSMOS_FRIEND, accountOf('nobody')].map((key) => textOf(key));

  it.each([
    ['btc', btc, ''],
    ['btc', btc, '&height=3'],
    ['rune', rune, ''],
    ['rune', rune, `&height=${COSMOS_AT.pays}`],
  ] as const)('are those of each, in the order asked for: %s %#', async (code, addresses, query) => {
    const { status, json } = await many(code, addresses, query);
    expect(status).toBe(200);
    const alone = await each(code, addresses, query.replace('&', '?'));
    expect(json.balances).toEqual(alone);
    const { tip, height, historyFrom, decimals } = alone[0];
    expect(json).toMatchObject({ currency: code, tip, height, historyFrom, decimals });
  });

  it('are worth what each is', async () => {
    const [busy] = (await many('btc', btc)).json.balances;
    expect(busy.usd).toMatchObject({ rate: '20000.5', stale: false });
    expect(busy.pending).toBe('-1009');
  });

  it('of one that is given twice, in whatever form, are answered twice', async () => {
    const { json } = await many('btc', [btc[0]!, btc[1]!, btc[0]!.toUpperCase()]);
    expect(json.balances.map(({ address }: { address: string }) => address)).toEqual([btc[0], btc[1], btc[0]]);
    expect(json.balances[2]).toEqual(json.balances[0]);
  });

  it('of one are those of its own route', async () => {
    expect((await many('btc', [btc[0]!])).json.balances).toEqual(await each('btc', [btc[0]!]));
  });

  it('are read in one statement, whatever comes meanwhile', async () => {
    const before = api.databases.all[0]!.reports()[0]!.reads;
    await many('btc', btc);
    await many('rune', rune);
    // Rates are read beside them, and maybe which chains there are.
    expect(api.databases.all[0]!.reports()[0]!.reads - before).toBeLessThanOrEqual(2 + 2 + 1);
    expect(btc.length + rune.length).toBeGreaterThan(2 + 2 + 1);
  });

  it('are told apart by their bytes as others are', async () => {
    const url = `/v0/addresses/rune/balances?address=${rune[0]}&address=${rune[1]}`;
    const { headers } = await api.get(url);
    const again = await api.get(url, { headers: { 'if-none-match': headers.get('etag')! } });
    expect(again.status).toBe(304);
  });

  it('of a hundred long addresses fit into a URL', async () => {
    const longest = Array.from({ length: 100 }, (_, n) =>
      btcOf(Buffer.concat([Buffer.of(0x12), Buffer.alloc(32, n + 1)])),
    );
    expect(longest[0]).toHaveLength(64);
    const { status, json } = await many('btc', longest, '&height=3');
    expect([status, json.balances?.length]).toEqual([200, 100]);
  });
});

describe('a list that cannot be answered', () => {
  const good = btcOf(BUSY);
  it.each([
    ['', 'invalid-parameter', 'expected 1 to 100 addresses'],
    ['address=', 'address-malformed', 'address 1 of 1'],
    [`address=${good}&address=zz`, 'address-malformed', 'address 2 of 2'],
    [`address=${good}&address=${good}&address=${good.slice(0, -1)}q&address=zz`, 'address-checksum', 'address 3 of 4'],
    [`address=${good}${`&address=${good}`.repeat(100)}`, 'invalid-parameter', 'expected 1 to 100 addresses'],
    [`address[]=${good}`, 'unknown-parameter', 'repeat “address” without brackets'],
    [`address=${good},${good}`, 'address-malformed', 'address 1 of 1'],
    [`address=${good}&height=99`, 'invalid-parameter', 'height'],
    [`address=${good}&height=1&height=1`, 'repeated-parameter', 'height'],
    [`address=${'a'.repeat(600)}`, 'invalid-parameter', '512'],
  ])('says so, %#', async (query, code, detail) => {
    const { json } = await api.get(`/v0/addresses/btc/balances?${query}`);
    expect(json).toMatchObject({ status: 400, code });
    expect(json.detail).toContain(detail);
  });

  it('is longer than a URL may be', async () => {
    const { json } = await api.get(`/v0/addresses/btc/balances?address=${'a'.repeat(30_000)}`);
    expect(json.code).toBe('url-too-long');
  });

  it('names no currency, or no list at all', async () => {
    expect((await api.get('/v0/addresses/doge/balances?address=x')).json.code).toBe('unknown-currency');
    expect((await api.get(`/v0/addresses/btc/balances/balance`)).json.code).toBe('address-malformed');
  });
});

describe('balances of many accounts', () => {
  const hundred = crowd(100);

  it('are asked for in one batch, all at the tip', async () => {
    const { json } = await many('eth', hundred.map(ethOf));
    expect(json.balances.map(({ balance }: { balance: string }) => balance)).toEqual(
      hundred.map((_, n) => String(1_000 * AT.tip + n)),
    );
    expect(api.node.asked.filter(({ method }) => method === 'eth_getBalance')).toHaveLength(100);
    expect(new Set(api.node.asked.map(({ params }) => (params[1] as { blockHash: string }).blockHash))).toEqual(
      new Set([`0x${blockHash('eth', AT.tip)}`]),
    );
    expect(api.node.mostAtOnce).toBeLessThanOrEqual(2);
    await many('eth', hundred.map(ethOf));
    expect(api.node.asked).toHaveLength(100);
  });

  it('are those of each, stored or not, but for what contracts would say', async () => {
    await storeBalances();
    const addresses = [OWNER, MINER, FRIEND, hundred[3]!, accountOf('nobody')].map(ethOf);
    const { json } = await many('eth', addresses);
    const alone = await each('eth', addresses);
    const withoutTokens = (balances: Record<string, unknown>[]) => balances.map(({ tokens: _, ...rest }) => rest);
    expect(withoutTokens(json.balances)).toEqual(withoutTokens(alone));
    expect(json.balances[0].tokens).toMatchObject([
      { asset: ethOf(COIN), balance: '12', height: 5 },
      { asset: ethOf(accountOf('unasked')), balance: null, height: null },
    ]);
    expect(api.node.asked.some(({ method }) => method === 'eth_call')).toBe(true);
  });

  it('ask no contract', async () => {
    await many('eth', [OWNER, FRIEND].map(ethOf));
    expect(api.node.asked.length).toBeGreaterThan(0);
    expect(api.node.asked.filter(({ method }) => method === 'eth_call')).toEqual([]);
  });

  it('at a past block are counted from those at the tip, or what the node says', async () => {
    const { json } = await many('eth', hundred.map(ethOf), '&height=2');
    expect(json.height).toBe(2);
    expect(json.balances[7]).toMatchObject({ balance: `${AT.tip}007`, height: 2, tokenCount: null });
    await api.session.query(
      `INSERT INTO eth.internal_gaps (from_height, to_height, reason_code) VALUES (${AT.tip}, ${AT.tip}, 'off')`,
    );
    const { balances } = (await many('eth', hundred.map(ethOf), '&height=2')).json;
    expect(balances[7]).toMatchObject({ balance: '2007', height: 2 });
    api.node.mood = 'pruned';
    expect((await many('eth', hundred.map(ethOf), '&height=3')).json.code).toBe('state-unavailable');
  });

  it.each(['silent', 'lying', 'busy', 'pruned', 'lost'] as const)(
    'are what it said before, each of its block, or unknown, of a node that is %s',
    async (mood) => {
      api.node.mood = mood;
      await storeBalances();
      const { json } = await many('eth', [OWNER, FRIEND, hundred[0]!].map(ethOf));
      expect(json.balances).toMatchObject([
        { balance: String(OWNER_BALANCE), height: AT.tip },
        { balance: '77', height: AT.pays },
        { balance: null, height: AT.tip },
      ]);
    },
  );

  it('cost a question to the node for each, and a page of as many rows', async () => {
    const limited = await startApi(api.databaseUrl, { env: { RATE_LIMITS: 'free=2000/1h' } });
    // An answer to a request with credentials is nobody else's, and tells of them.
    const headers = { authorization: 'Basic eDp4' };
    const leftOf = async (path: string): Promise<number> =>
      Number(/r=(\d+)/.exec((await limited.get(path, { headers })).headers.get('ratelimit')!)![1]);
    const list = hundred.map((key) => `address=${ethOf(key)}`).join('&');
    expect(await leftOf(`/v0/addresses/eth/balances?${list}`)).toBe(2_000 - 1 - 1 - 5 * 100);
    expect(await leftOf(`/v0/addresses/btc/balances?address=${btcOf(BUSY)}`)).toBe(2_000 - 502 - 1);
    await limited.stop();
  });
});
