import { describe, expect, it } from 'vitest';
import {
  ASGARD,
  AT,
  CONTRACT,
  COSMOS_BLOCKS,
  FEE,
  FIRST,
  FRIEND,
  OWNER,
  OWNER_BALANCE,
  RUNE,
  textOf,
} from './support/cosmos-demo.js';
import { TIME_0 } from './support/seed-chain.js';
import { COSMOS_SECONDS, cosmosHash, seedCosmosChain } from './support/seed-cosmos-chain.js';
import { serve } from './support/served.js';
import type { Reply } from './support/start-api.js';

const owner = textOf(OWNER);

const api = serve(async ({ databaseUrl: url }) => {
  await seedCosmosChain(url, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS_BLOCKS });
  // Without what was there before.
  const [, ...later] = COSMOS_BLOCKS;
  await seedCosmosChain(url, { chain: 'cacao', firstHeight: FIRST + 1, blocks: later });
});

const history = (query = '', address = owner, code = 'rune'): Promise<Reply> =>
  api.get(`/v0/addresses/${code}/${address}/transactions${query}`);
const balance = (query = '', address = owner, code = 'rune'): Promise<Reply> =>
  api.get(`/v0/addresses/${code}/${address}/balance${query}`);
const timeOf = (height: number): number => TIME_0 + height * COSMOS_SECONDS;
const TIP = { height: AT.tip, hash: cosmosHash('rune', AT.tip).toUpperCase(), time: timeOf(AT.tip) };

describe('a balance', () => {
  it('has all denominations, what it has had longest first, those that are not known at the end', async () => {
    expect((await balance()).json).toEqual({
      ...{ currency: 'rune', address: owner, name: null, decimals: 8, balance: String(OWNER_BALANCE) },
      ...{
        pending: null,
        pendingTransactionCount: null,
        received: null,
        receivedFrom: null,
        receivedHeight: null,
        sent: null,
      },
      ...{ transactionCount: 9, firstSeen: timeOf(AT.opens), lastSeen: timeOf(AT.calls) },
      ...{ tip: TIP, height: AT.tip, asOf: TIP.time, historyFrom: FIRST, usd: null, tokenCount: 4, nextTokens: null },
      tokens: [
        held('tcy', String(6n * RUNE), { symbol: 'TCY', name: 'TCY', decimals: 8 }),
        held('btc-btc', '9', { symbol: 'BTC', decimals: 8 }),
        held('x/other', '9', {}),
        { ...held('maya.mimir', '', { symbol: 'MIMIR', decimals: 8 }), balance: null, height: null },
      ],
    });
  });

  it('has the denominations that are asked for, whether or not it ever had any', async () => {
    const { json } = await balance('?asset=btc-btc&asset=eth-eth&asset=maya.mimir');
    expect(json).toMatchObject({ balance: String(OWNER_BALANCE), tokenCount: null, nextTokens: null });
    expect(json.tokens.map(({ asset, balance }: Record<string, unknown>) => [asset, balance])).toEqual([
      ['btc-btc', '9'],
      ['eth-eth', '0'],
      ['maya.mimir', null],
    ]);
    for (const query of ['asset=rune', 'asset=!', 'tokenCursor=x', 'asset=tcy&tokenCursor=x'])
      expect((await balance(`?${query}`)).status, query).toBe(400);
  });

  it('of a past block is what it was then', async () => {
    const { json } = await balance(`?height=${AT.swaps}`);
    expect(json).toMatchObject({
      ...{ balance: String(91n * RUNE - FEE), height: AT.swaps, asOf: timeOf(AT.swaps), transactionCount: 4 },
      tokens: [{ asset: 'tcy', balance: String(7n * RUNE), height: AT.swaps }, { asset: 'maya.mimir' }],
      tokenCount: 2,
    });
    expect((await balance(`?height=${FIRST - 1}`)).json.detail).toContain(`from ${FIRST} to ${AT.tip}`);
  });

  it('tells what was received and sent where nothing was there before the first block', async () => {
    expect((await balance('', textOf(FRIEND))).json).toMatchObject({
      ...{ balance: String(2n * RUNE - FEE), received: String(3n * RUNE), sent: String(RUNE + FEE) },
      receivedHeight: AT.tip,
    });
    expect((await balance('', textOf(CONTRACT))).json).toMatchObject({
      balance: String(RUNE),
      received: String(RUNE),
      sent: '0',
    });
    expect((await balance('', textOf(Buffer.alloc(32, 1)))).json).toMatchObject({
      ...{ balance: '0', received: '0', sent: '0', transactionCount: 0, firstSeen: null, tokens: [] },
    });
  });

  it('is not known where it is not known what was there before', async () => {
    for (const query of ['', `?height=${AT.pays}`])
      expect((await balance(query, textOf(OWNER, 'cacao'), 'cacao')).json).toMatchObject({
        ...{ balance: null, received: null, sent: null, receivedHeight: null, decimals: 10 },
        tokens: expect.arrayContaining([expect.objectContaining({ asset: 'tcy', balance: null, height: null })]),
      });
    const { transactions } = (await history('', textOf(OWNER, 'cacao'), 'cacao')).json;
    expect(transactions).toHaveLength(7);
    for (const { balanceAfter, amount } of transactions)
      expect([balanceAfter, typeof amount]).toEqual([null, 'string']);
  });
});

describe('addresses', () => {
  it('are taken in upper case', async () => {
    expect((await balance('', owner.toUpperCase())).json.address).toBe(owner);
  });

  it.each([
    ['of mainnet', 'thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0', 'address-foreign-network'],
    ['of MAYAChain', textOf(OWNER, 'cacao'), 'address-foreign-network'],
    ['of Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address-foreign-network'],
    ['mistyped', `${owner.slice(0, -1)}${owner.endsWith('q') ? 'p' : 'q'}`, 'address-checksum'],
  ])('%s are refused', async (_name, text, code) => {
    const { json } = await balance('', text);
    expect(json.status).toBe(400);
    expect(json.code).toBe(code);
    expect(json.detail).toContain('THORChain');
  });
});

it('there are no unspent outputs', async () => {
  const { json } = await api.get(`/v0/addresses/rune/${owner}/utxos`);
  expect(json).toMatchObject({ status: 404, code: 'no-unspent-outputs' });
});

it('currencies name modules, and what can be asked', async () => {
  const { currencies } = (await api.get('/v0/currencies')).json;
  const rune = currencies.find(({ currency }: { currency: string }) => currency === 'rune');
  expect(rune).toMatchObject({ family: 'cosmos', status: 'live', historyFrom: FIRST, network: 'mocknet' });
  expect(rune.features).toEqual([
    ...['history', 'balance', 'balance-at-height', 'transaction', 'tokens', 'payouts', 'memo'],
  ]);
  expect(rune.modules).toContainEqual({ name: 'asgard', address: textOf(ASGARD) });
  expect((await api.get('/v0/status')).json.chains[0].indexedHash).toMatch(/^[0-9A-F]{64}$/);
});

it('examples of the index document are answered', async () => {
  const examples = Object.entries<string>((await api.get('/')).json.examples);
  expect(examples.filter(([name]) => name.startsWith('rune ')).length).toBeGreaterThan(3);
  for (const [name, url] of examples) expect((await api.get(url)).status, name).toBe(200);
});

function held(asset: string, amount: string, facts: { symbol?: string; name?: string; decimals?: number }) {
  const { symbol = null, name = null, decimals = null } = facts;
  const held = { asset, symbol, name, decimals, standard: null, tokenId: null, balance: amount };
  return { ...held, height: AT.tip, drifts: false };
}
