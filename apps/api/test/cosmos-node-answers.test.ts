/**
 * Questions of the API to nodes of Cosmos chains: owners of names, and balances where the history does not begin with
 * them.
 */
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BANK_BALANCES_AT_ONCE, NAMES_AT_ONCE } from '../src/node/cosmos-nodes.js';
import { AT, COSMOS_BLOCKS, FIRST, FRIEND, OWNER, OWNER_BALANCE, textOf } from './support/cosmos-demo.js';
import { type FakeRestNode, startFakeRestNode } from './support/fake-rest-node.js';
import { seedCosmosChain } from './support/seed-cosmos-chain.js';
import { type Reply, startApi, type TestApi } from './support/start-api.js';

const owner = textOf(OWNER);
const friend = textOf(FRIEND);
const [, ...WITHOUT_OPENING] = COSMOS_BLOCKS;

let known: TestDatabase;
let unknown: TestDatabase;
let node: FakeRestNode;
/** API of a chain whose history begins with balances, of one that does not, and of that one without a REST server. */
let api: TestApi;
let blind: TestApi;
let alone: TestApi;
const lines: string[] = [];

beforeAll(async () => {
  [known, unknown, node] = await Promise.all([createTestDatabase(), createTestDatabase(), startFakeRestNode()]);
  await seedCosmosChain(known.url, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS_BLOCKS });
  await seedCosmosChain(unknown.url, { chain: 'rune', firstHeight: FIRST + 1, blocks: WITHOUT_OPENING });
  const env = { RUNE_REST_URL: node.url, RUNE_NETWORK: 'mocknet', RATE_LIMITS: 'free=1000000/1h;request=1,node=5' };
  api = await startApi(known.url, { env, log: (line) => lines.push(line) });
  blind = await startApi(unknown.url, { env });
  alone = await startApi(unknown.url);
  node.names.set('alice', owner).set('bob', friend);
});
afterAll(async () => {
  await Promise.all([api?.stop(), blind?.stop(), alone?.stop()]);
  await node?.close();
  await Promise.all([known?.drop(), unknown?.drop()]);
});
afterEach(() => {
  node.mood = 'well';
  node.mostAtOnce = 0;
  node.asked.length = 0;
});

const balance = (from: TestApi, address: string, query = '', init: RequestInit = {}): Promise<Reply> =>
  from.get(`/v0/addresses/rune/${address}/balance${query}`, init);
const history = (from: TestApi, address: string): Promise<Reply> =>
  from.get(`/v0/addresses/rune/${address}/transactions`);

describe('a name in the place of an address', () => {
  it('is answered as its address, and named', async () => {
    for (const text of ['alice', 'ALICE', 'Alice']) {
      expect((await balance(api, text)).json).toMatchObject({
        address: owner,
        name: 'alice',
        balance: String(OWNER_BALANCE),
      });
      expect((await history(api, text)).json).toMatchObject({ address: owner, name: 'alice', total: 9 });
    }
    // Whatever the case, and within a while: once, or twice where the while ends in between.
    expect(node.asked.length).toBeLessThanOrEqual(2);
    expect(new Set(node.asked)).toEqual(new Set(['/thorchain/thorname/alice']));
  });

  it('goes on with a cursor of its address', async () => {
    const { next } = (await api.get('/v0/addresses/rune/alice/transactions?limit=2')).json;
    const page = await api.get(`/v0/addresses/rune/alice/transactions?limit=2&cursor=${next}`);
    expect(page.json.transactions).toHaveLength(2);
    expect((await api.get(`/v0/addresses/rune/bob/transactions?cursor=${next}`)).json.code).toBe('invalid-cursor');
  });

  it('is unknown where nobody has registered it', async () => {
    const first = await balance(api, 'moving');
    expect(first.json).toMatchObject({ status: 404, code: 'unknown-name' });
    expect(first.json.detail).toContain('THORName');
    expect(first.text).not.toContain('moving');
  });

  it('is not looked up where it is an address with a mistake, or of another chain', async () => {
    for (const text of [
      `${owner.slice(0, -1)}b`,
      'tthor1alice',
      'a'.repeat(31),
      '..%2f..%2fbank',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ])
      expect((await balance(api, text)).json, text).toMatchObject({ status: 400 });
    expect(node.asked).toEqual([]);
  });

  it('is answered with 503 while the node is silent, soon', async () => {
    node.mood = 'silent';
    const started = performance.now();
    const reply = await balance(api, 'silence');
    expect(reply.json).toMatchObject({ status: 503, code: 'names-unavailable' });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(6_000);
    expect(lines.join()).not.toContain('silence');
  });

  it('keeps the node busy with few questions at a time', async () => {
    node.mood = 'slow';
    await Promise.all(Array.from({ length: 30 }, (_, n) => balance(api, `name-${n}`)));
    expect(node.asked).toHaveLength(30);
    expect(node.mostAtOnce).toBeLessThanOrEqual(NAMES_AT_ONCE);
  });

  it('needs a REST server, and the answer says so', async () => {
    const { json } = await balance(alone, 'alice');
    expect(json).toMatchObject({ status: 400, code: 'address-malformed' });
    expect(json.detail).toMatch(/THORName .*RUNE_REST_URL/);
    // An address is said to be one.
    expect((await balance(alone, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT')).json.code).toBe('address-foreign-network');
    const features = async (from: TestApi) => (await from.get('/v0/currencies')).json.currencies[0].features;
    expect(await features(alone)).not.toContain('names');
    expect(await features(api)).toContain('names');
  });
});

describe('a balance that the history does not tell', () => {
  it('is what the node says of the block', async () => {
    node.balances.set(`${owner} ${AT.tip}`, coins({ rune: '77', tcy: '5', 'btc-btc': '6' }));
    node.balances.set(`${owner} ${AT.pays}`, coins({ tcy: '9' }));
    expect((await balance(blind, owner)).json).toMatchObject({
      ...{ balance: '77', received: null, sent: null, height: AT.tip, tokenCount: 2, transactionCount: 7 },
      tokens: [
        { asset: 'tcy', symbol: 'TCY', decimals: 8, balance: '5', height: AT.tip },
        { asset: 'btc-btc', symbol: 'BTC', decimals: 8, balance: '6', height: AT.tip },
      ],
    });
    expect((await balance(blind, owner, `?height=${AT.pays}`)).json).toMatchObject({
      ...{ balance: '0', height: AT.pays, tokens: [{ asset: 'tcy', balance: '9' }] },
    });
    // Blocks are final: what was said once stays true.
    await balance(blind, owner);
    expect(node.asked).toHaveLength(2);
  });

  it('is not known where the node does not say', async () => {
    for (const mood of ['pruned', 'silent'] as const) {
      node.mood = mood;
      expect((await balance(blind, friend)).json, mood).toMatchObject({
        ...{ balance: null, received: null, transactionCount: 5 },
        tokens: expect.arrayContaining([expect.objectContaining({ asset: 'tcy', balance: null })]),
      });
    }
    expect((await balance(alone, owner)).json.balance).toBeNull();
  });

  it('keeps the node busy with few questions at a time', async () => {
    node.mood = 'slow';
    await Promise.all(Array.from({ length: 30 }, (_, n) => balance(blind, textOf(Buffer.alloc(20, n)))));
    expect(node.mostAtOnce).toBeLessThanOrEqual(BANK_BALANCES_AT_ONCE);
  });

  it('is not asked for where the history tells it', async () => {
    await balance(api, owner);
    expect(node.asked).toEqual([]);
  });
});

const coins = (amounts: Record<string, string>) =>
  Object.entries(amounts).map(([denom, amount]) => ({ denom, amount }));

/** An answer to a request with credentials is nobody else's, and tells of its limit. */
const OWN = { headers: { authorization: 'Basic eDp4' } };

it('what a node is asked for costs more', async () => {
  const left = async (from: TestApi, text: string): Promise<number> =>
    Number(/r=(\d+)/.exec((await balance(from, text, '', OWN)).headers.get('ratelimit') ?? '')?.[1]);
  const cost = async (from: TestApi, text: string): Promise<number> =>
    (await left(from, text)) - (await left(from, text));
  expect([await cost(api, owner), await cost(api, 'alice'), await cost(blind, owner)]).toEqual([1, 6, 6]);
});
