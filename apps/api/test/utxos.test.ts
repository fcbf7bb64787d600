import { formatAddress, requireChain } from '@chaintrail/chains';
import { LONG_HISTORY, longHistoryEntry, seedLongHistory, seedUnspentOutputs } from '@chaintrail/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { BUSY, OTHER } from './support/demo-chain.js';
import { keyOf, type SeedTransaction, seedChain } from './support/seed-chain.js';
import { pendingTxid, seedMempool } from './support/seed-mempool.js';
import { serve, serveDemo } from './support/served.js';

const networkOf = (code: 'btc' | 'ltc') => requireChain(code).networks.find(({ name }) => name === 'regtest')!;
const addressOf = (key: Buffer): string => formatAddress(networkOf('btc'), key);
const MINER = keyOf('miner');
const HOLDER = keyOf('holder');
const hogAddr = { key: null, value: 50n, script: Buffer.concat([Buffer.of(0x58, 32), Buffer.alloc(32, 1)]) };

/** Blocks of one coinbase each, then one whose HogEx pays coins out, then `later` more. */
function litecoin(later: number): SeedTransaction[][] {
  const coinbase = { inputs: [], outputs: [{ key: MINER, value: 1_250n }] };
  const withHogEx = [coinbase, { inputs: [], outputs: [hogAddr, { key: HOLDER, value: 7n }] }];
  return [[coinbase], [coinbase], withHogEx, ...Array.from({ length: later }, () => [coinbase])];
}

const api = serveDemo(async ({ databaseUrl: url }) => {
  await seedChain(url, { chain: 'ltc', network: 'regtest', blocks: litecoin(4), historyFrom: 200 });
});
beforeEach(() =>
  seedMempool(api.databaseUrl, 'btc', [
    {
      id: 1,
      inputs: [{ txid: api.seeded.txids[2]!, vout: 9, value: 1_009n, key: BUSY }],
      outputs: [
        { key: BUSY, value: 400n },
        { key: OTHER, value: 1n },
        { key: BUSY, value: 600n },
      ],
    },
    {
      id: 2,
      inputs: [{ txid: pendingTxid(1), vout: 2, value: 600n, key: BUSY }],
      outputs: [{ key: OTHER, value: 599n }],
    },
  ]),
);

const path = (query = '', address = addressOf(BUSY)): string => `/v0/addresses/btc/${address}/utxos${query}`;
const pointsOf = (page: { utxos: { txid: string; vout: number }[] }): string[] =>
  page.utxos.map(({ txid, vout }) => `${txid}:${vout}`);

describe('the unspent outputs of an address', () => {
  it('sum up to its balance, and are listed newest first', async () => {
    const { status, json } = await api.get(path('?limit=1000'));
    expect(status).toBe(200);
    const known = json.utxos.filter(({ status }: { status: string }) => status === 'confirmed');
    const sum = known.reduce((total: bigint, { amount }: { amount: string }) => total + BigInt(amount), 0n);
    const balance = (await api.get(`/v0/addresses/btc/${addressOf(BUSY)}/balance`)).json.balance;
    // The genesis coinbase is in the balance of these rows and can never be spent.
    expect(sum).toBe(BigInt(balance) - 5_000_000_000n);
    expect(json).toMatchObject({ total: json.utxos.length, offset: 0, next: null, currency: 'btc', historyFrom: 0 });
    const heights = known.map(({ blockHeight }: { blockHeight: number }) => blockHeight);
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
  });

  it('begin with unconfirmed ones, and name who spends them without a confirmation', async () => {
    const { json } = await api.get(path());
    const script = `0014${BUSY.subarray(1).toString('hex')}`;
    const unconfirmed = {
      ...{ txid: pendingTxid(1), status: 'pending', blockHeight: null, timestamp: null, confirmations: 0 },
      ...{ coinbase: false, mature: true, script, type: 'witness_v0_keyhash' },
    };
    expect(json.utxos.slice(0, 2)).toEqual([
      { ...unconfirmed, vout: 2, amount: '600', spentBy: { txid: pendingTxid(2), vin: 0 } },
      { ...unconfirmed, vout: 0, amount: '400', spentBy: null },
    ]);
    const spent = (await api.get(path('?limit=1000'))).json.utxos.find(
      ({ vout, txid }: { vout: number; txid: string }) => txid === api.seeded.txids[2] && vout === 9,
    );
    expect(spent).toMatchObject({
      amount: '1009',
      status: 'confirmed',
      spentBy: { txid: pendingTxid(1), vin: 0 },
      blockHeight: 1,
    });
  });

  it('are exact at every offset, and lead from page to page', async () => {
    const all = pointsOf((await api.get(path('?limit=1000'))).json);
    expect(all.length).toBeGreaterThan(20);
    for (const offset of [0, 1, 2, 3, all.length - 1, all.length, 10_000]) {
      const { json } = await api.get(path(`?limit=5&offset=${offset}`));
      expect(pointsOf(json)).toEqual(all.slice(offset, offset + 5));
      expect(json).toMatchObject({ total: all.length, totalReason: null, offset });
    }
    let page = (await api.get(path('?limit=4'))).json;
    const walked = pointsOf(page);
    while (page.next !== null) {
      page = (await api.get(path(`?limit=4&cursor=${page.next}`))).json;
      expect(page).toMatchObject({ offset: null, total: null, totalReason: 'cursor' });
      walked.push(...pointsOf(page));
    }
    expect(walked).toEqual(all);
  });

  it('are none for an address that was never used', async () => {
    const { status, json } = await api.get(path('', addressOf(keyOf('nobody'))));
    expect(status).toBe(200);
    expect(json).toMatchObject({ total: 0, next: null, utxos: [] });
  });

  it('refuse cursors that are damaged, of another address, or contradicted', async () => {
    const { next } = (await api.get(path('?limit=1'))).json;
    for (const query of [
      `cursor=B${next.slice(1)}`,
      `cursor=${next}x`,
      'cursor=',
      `cursor=${next}&offset=1`,
      'order=asc',
    ]) {
      expect((await api.get(path(`?${query}`))).status, query).toBe(400);
    }
    expect((await api.get(path(`?cursor=${next}`, addressOf(OTHER)))).json.code).toBe('invalid-cursor');
  });
});

describe('very many unspent outputs', () => {
  const COUNT = 12_345;
  const many = `/v0/addresses/btc/${LONG_HISTORY.address}/utxos`;
  const manyApi = serve(async ({ session }) => {
    await seedLongHistory(session, COUNT);
    await seedUnspentOutputs(session);
  });
  const page = async (query: string) => (await manyApi.get(`${many}?${query}`)).json;
  const txidsFrom = (newest: number, count: number): string[] =>
    Array.from({ length: count }, (_, at) => longHistoryEntry(newest - at).txid);

  it('are not counted, and say so', async () => {
    for (const offset of [0, 10_000])
      expect(await page(`offset=${offset}`)).toMatchObject({ total: null, totalReason: 'too-many', offset });
  });

  it('are listed exactly at the largest offset, and beyond it by cursor, to the last', async () => {
    let { utxos, next } = await page('limit=1000&offset=10000');
    expect(utxos.map(({ txid }: { txid: string }) => txid)).toEqual(txidsFrom(COUNT - 10_000, 1_000));
    for (let rest = COUNT - 11_000; rest > 0; rest -= 1_000) {
      ({ utxos, next } = await page(`limit=1000&cursor=${next}`));
      expect(utxos.map(({ txid }: { txid: string }) => txid)).toEqual(txidsFrom(rest, Math.min(rest, 1_000)));
    }
    expect(next).toBeNull();
  });

  it('refuse a larger offset with what to do instead', async () => {
    const { status, json } = await manyApi.get(`${many}?offset=10001`);
    expect(status).toBe(400);
    expect(json.detail).toBe(
      'offset: expected a whole number from 0 to 10000 in plain digits; to go further, follow `next` with `cursor`',
    );
  });

  it('are counted from ten thousand down', async () => {
    const { session } = manyApi;
    await session.query('DELETE FROM btc.unspent_outputs WHERE value > 10001');
    expect(await page('limit=1')).toMatchObject({ total: null, totalReason: 'too-many' });
    await session.query('DELETE FROM btc.unspent_outputs WHERE value > 10000');
    expect(await page('limit=1&offset=9999')).toMatchObject({ total: 10_000, totalReason: null, next: null });
  });
});

describe('an output that has to wait before it is spent', () => {
  const litecoinUtxos = async (key: Buffer) =>
    (await api.get(`/v0/addresses/ltc/${formatAddress(networkOf('ltc'), key)}/utxos?limit=1000`)).json;
  const moveTip = (to: number) => api.session.query('UPDATE ltc.sync_state SET height = $1', [to]);

  it('is one of a coinbase, of a hundred confirmations less one', async () => {
    for (const [tip, mature] of [
      [298, [false, false]],
      [299, [false, true]],
      [300, [true, true]],
    ] as const) {
      await moveTip(tip);
      const { utxos, historyFrom } = await litecoinUtxos(MINER);
      expect(utxos.slice(-2)).toMatchObject([
        { coinbase: true, blockHeight: 201, confirmations: tip - 200, mature: mature[0] },
        { coinbase: true, blockHeight: 200, confirmations: tip - 199, mature: mature[1] },
      ]);
      expect(historyFrom).toBe(200);
    }
  });

  it('is one of coins that left the MWEB, of six confirmations less one', async () => {
    for (const [tip, mature] of [
      [206, false],
      [207, true],
    ] as const) {
      await moveTip(tip);
      expect((await litecoinUtxos(HOLDER)).utxos).toMatchObject([
        { vout: 1, coinbase: false, blockHeight: 202, mature },
      ]);
    }
  });
});
