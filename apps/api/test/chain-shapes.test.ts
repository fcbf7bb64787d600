/** Features that only one chain has: shielded pools, tokens, MWEB, long sums, addresses that nobody can look up. */
import { formatAddress, requireChain, type UtxoNetwork } from '@chaintrail/chains';
import { waitFor } from '@chaintrail/testkit';
import { describe, expect, it } from 'vitest';
import { EventStream } from './support/event-stream.js';
import { type SeededChain, type SeedOptions, type SeedTransaction, seedChain } from './support/seed-chain.js';
import { pendingTxid, seedMempool } from './support/seed-mempool.js';
import { serve } from './support/served.js';
import { addressOf, FUNGIBLE, HOLDER, MAX_INT8, P2SH32, SPECIAL_CHAINS, TOKEN } from './support/special-chains.js';

const seeded = new Map<string, SeededChain>();

const api = serve(async ({ databaseUrl: url }) => {
  for (const [chain, blocks] of Object.entries(SPECIAL_CHAINS) as [SeedOptions['chain'], SeedTransaction[][]][]) {
    seeded.set(chain, await seedChain(url, { chain, network: 'regtest', blocks }));
  }
});

const bchRegtest = () => requireChain('bch').networks.find(({ name }) => name === 'regtest') as UtxoNetwork;
const transaction = async (code: string, index: number) =>
  (await api.get(`/v0/transactions/${code}/${seeded.get(code)!.txids[index]}`)).json;
const ofAddress = async (code: SeedOptions['chain'], key: Buffer, what: string) =>
  (await api.get(`/v0/addresses/${code}/${addressOf(code, key)}/${what}`)).json;

describe('Zcash', () => {
  it('tells what the shielded pools gain and lose', async () => {
    const untouched = { sprout: null, sapling: null, orchard: null, ironwood: null };
    expect(await transaction('zec', 2 + 1)).toMatchObject({ shielded: { ...untouched, sapling: '690' }, fee: '10' });
    expect(await transaction('zec', 4)).toMatchObject({
      shielded: { ...untouched, sprout: '-100', ironwood: '10' },
      fee: '10',
    });
    expect((await transaction('zec', 6)).shielded).toEqual(untouched);
    const { transactions } = await ofAddress('zec', HOLDER, 'transactions?order=asc');
    expect(transactions.map(({ shielded }: { shielded: { sapling: string | null } }) => shielded.sapling)).toEqual([
      '690',
      null,
      null,
    ]);
  });

  it('takes only the first transaction of a block for a coinbase, whatever it has or lacks', async () => {
    expect(await transaction('zec', 1)).toMatchObject({
      coinbase: true,
      inputs: [],
      outputs: [],
      outputCount: 0,
      fee: '0',
    });
    expect(await transaction('zec', 4)).toMatchObject({ coinbase: false, inputs: [], inputCount: 0, outputCount: 1 });
    expect(await transaction('zec', 5)).toMatchObject({ coinbase: false, inputs: [], outputs: [], fee: '5' });
  });

  it('tells it of unconfirmed ones, too', async () => {
    await seedMempool(api.databaseUrl, 'zec', [
      { id: 1, inputs: [], outputs: [{ key: HOLDER, value: 7n }], pools: [null, null, -8n, null] },
    ]);
    const { json } = await api.get(`/v0/transactions/zec/${pendingTxid(1)}`);
    expect(json).toMatchObject({
      status: 'pending',
      coinbase: false,
      fee: '1',
      shielded: { orchard: '-8', sprout: null },
    });
  });
});

describe('Bitcoin Cash', () => {
  it('tells the tokens of outputs', async () => {
    const { outputs } = await transaction('bch', 2);
    expect(outputs).toMatchObject([{ token: TOKEN }, { token: FUNGIBLE, type: 'scripthash' }, { token: null }]);
    const [item] = (await ofAddress('bch', P2SH32, 'transactions')).transactions;
    expect(item.outputs[0]).toMatchObject({ vout: 1, token: FUNGIBLE, address: addressOf('bch', P2SH32) });
    const { utxos } = await ofAddress('bch', HOLDER, 'utxos');
    expect(utxos).toMatchObject([
      { vout: 2, token: null },
      { vout: 0, token: TOKEN },
    ]);
  });

  const canonical = addressOf('bch', HOLDER);
  const bare = canonical.slice(canonical.indexOf(':') + 1);
  const legacy = formatAddress({ ...bchRegtest(), cashAddrPrefix: null }, HOLDER);

  it.each([
    [canonical, canonical],
    [canonical.toUpperCase(), canonical],
    [legacy, canonical],
    [bare, bare],
    [bare.toUpperCase(), bare],
  ])('reads addresses in every form, and answers with a prefix where one was given: %s', async (asked, answered) => {
    const of = `/v0/addresses/bch/${asked}`;
    expect((await api.get(`${of}/balance`)).json).toMatchObject({ address: answered, balance: '650' });
    expect((await api.get(`${of}/utxos`)).json.address).toBe(answered);
    const { json } = await api.get(`${of}/transactions`);
    expect(json.address).toBe(answered);
    const [{ outputs }] = json.transactions;
    const others = addressOf('bch', P2SH32);
    expect(outputs.map(({ address }: { address: string }) => address)).toEqual([answered, answered, others]);
    const csv = await api.get(`${of}/transactions?format=ndjson`);
    expect(JSON.parse(csv.text.split('\n')[0]!).outputs[0].address).toBe(answered);
  });

  it('answers each address of many as it was given', async () => {
    const { json } = await api.get(`/v0/addresses/bch/balances?address=${bare}&address=${canonical}&address=${bare}`);
    expect(json.balances).toMatchObject([bare, canonical, bare].map((address) => ({ address, balance: '650' })));
  });

  it('is told of in streams as it was given', async () => {
    const addresses = [bare, canonical, legacy];
    const streams = await Promise.all(
      addresses.map((address) => EventStream.open(api.url, { currency: 'bch', addresses: [address] })),
    );
    try {
      await waitFor(() => streams.every(({ events }) => events.length === 1));
      const outputs = [HOLDER, P2SH32].map((key) => ({ key, value: 3n }));
      await seedMempool(api.databaseUrl, 'bch', [{ id: 1, inputs: [], outputs }]);
      await waitFor(() => streams.every(({ events }) => events.length === 2));
      for (const [at, address] of [bare, canonical, canonical].entries()) {
        const { data } = streams[at]!.events[1]!;
        expect(data.address).toBe(address);
        const told = data.transaction.outputs.map((output: { address: string }) => output.address);
        expect(told).toEqual([address, addressOf('bch', P2SH32)]);
      }
    } finally {
      for (const stream of streams) stream.close();
    }
  });

  it('is shown without a prefix in examples, which work', async () => {
    const { examples } = (await api.get('/')).json;
    const urls = Object.values<string>(examples).filter((url) => url.includes('/addresses/bch/'));
    expect(urls.length).toBeGreaterThan(2);
    for (const url of urls) {
      expect(url).toMatch(/\/bch\/[qp][a-z0-9]+(\/|$)/);
      expect((await api.get(url)).status, url).toBe(200);
    }
    const { currencies } = (await api.get('/v0/currencies')).json;
    const { addressExample } = currencies.find(({ currency }: { currency: string }) => currency === 'bch');
    expect(addressExample).toMatch(/^q[a-z0-9]{41}$/);
    expect((await api.get(`/v0/addresses/bch/${addressExample}`)).json.address).toBe(addressExample);
  });
});

describe('Litecoin', () => {
  it('tells a HogEx, what it spends and what it pays', async () => {
    expect(await transaction('ltc', 3)).toMatchObject({
      mweb: 'hogex',
      inputs: [{ mweb: 'pegin' }],
      outputs: [{ mweb: 'hogaddr' }],
    });
    expect(await transaction('ltc', 6)).toMatchObject({
      mweb: 'hogex',
      inputs: [{ mweb: 'hogaddr', amount: '900' }, { mweb: 'pegin' }],
      outputs: [{ mweb: 'hogaddr' }, { mweb: 'pegout' }],
    });
    expect(await transaction('ltc', 2)).toMatchObject({
      mweb: null,
      inputs: [{ mweb: null }],
      outputs: [{ mweb: 'pegin' }],
    });
  });
});

describe('Dogecoin', () => {
  it('has sums beyond 63 bits', async () => {
    const sum = String(2n * MAX_INT8);
    expect(await ofAddress('doge', HOLDER, 'balance')).toMatchObject({ balance: sum, received: sum, sent: '0' });
    await seedMempool(
      api.databaseUrl,
      'doge',
      [1, 2].map((id) => ({ id, inputs: [], outputs: [{ key: HOLDER, value: MAX_INT8 }] })),
    );
    expect(await ofAddress('doge', HOLDER, 'balance')).toMatchObject({ pending: sum, pendingTransactionCount: 2 });
    const { transactions } = await ofAddress('doge', HOLDER, 'transactions');
    expect(transactions[2]).toMatchObject({ balanceAfter: sum, amount: String(MAX_INT8) });
  });
});

describe('an address whose transactions nobody can see', () => {
  it.each([
    ['zec', 'zregtestsapling1qqqqqqqqqqqqqqqqqqcguyvaw2vjk4sdyeg0lc970u659lvhqq7t0np6hlup5lusxle7505hlz3', 'Sapling'],
    ['ltc', `ltcmweb1qq${'q'.repeat(101)}`, 'shielded'],
  ])('is refused with a code of its own: %s', async (code, address, words) => {
    for (const what of ['transactions', 'balance', 'utxos']) {
      const { json } = await api.get(`/v0/addresses/${code}/${address}/${what}`);
      expect(json).toMatchObject({ status: 400, code: 'address-not-indexable' });
      expect(json.detail).toContain(words);
    }
  });
});

it('what belongs to one chain is not said of another', async () => {
  const found = await transaction('doge', 3);
  for (const property of ['shielded', 'mweb']) expect(found).not.toHaveProperty(property);
  for (const property of ['token', 'mweb']) expect(found.outputs[0]).not.toHaveProperty(property);
  expect(found.inputs[0]).not.toHaveProperty('mweb');
});
