import { formatAddress, requireChain } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { BUSY, demoChain } from './support/demo-chain.js';
import { BLOCK_SECONDS, type ExpectedRow, keyOf, seedChain, TIME_0 } from './support/seed-chain.js';
import { serveDemo } from './support/served.js';

const networkOf = (code: 'btc' | 'ltc') => requireChain(code).networks.find(({ name }) => name === 'regtest')!;
const busy = formatAddress(networkOf('btc'), BUSY);
const { blocks } = demoChain();

let rows: ExpectedRow[];

const api = serveDemo(async ({ databaseUrl: url, seeded }) => {
  rows = seeded.histories.get(BUSY.toString('hex'))!;
  await seedChain(url, { chain: 'ltc', network: 'regtest', blocks, historyFrom: 100 });
});

const balance = (query = '') => api.get(`/v0/addresses/btc/${busy}/balance${query}`);
it('is what the address itself is answered with', async () => {
  const { status, json } = await api.get(`/v0/addresses/btc/${busy}`);
  expect([status, json]).toEqual([200, (await balance()).json]);
  const past = await api.get(`/api/v0/addresses/BTC/${busy}/?height=3`);
  expect(past.json).toEqual((await balance('?height=3')).json);
  expect((await api.get('/v0/addresses/btc/x')).json).toMatchObject({ status: 400, code: 'address-malformed' });
});

const timeOf = (height: number): number => TIME_0 + height * BLOCK_SECONDS;

function expectedAt(height: number) {
  const counted = rows.filter((row) => row.height <= height);
  const last = counted.at(-1);
  return {
    balance: String(last?.balance ?? 0n),
    received: String(last?.received ?? 0n),
    sent: String((last?.received ?? 0n) - (last?.balance ?? 0n)),
    transactionCount: counted.length,
    firstSeen: counted[0] ? timeOf(counted[0].height) : null,
    lastSeen: last ? timeOf(last.height) : null,
    tokens: [],
    usd: null,
  };
}

describe('the balance of an address', () => {
  it('is that of its last transaction', async () => {
    const tip = blocks.length - 1;
    const { status, json } = await balance();
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...expectedAt(tip),
      height: tip,
      asOf: timeOf(tip),
      currency: 'btc',
      address: busy,
      decimals: 8,
    });
  });

  it('is right at every past height', async () => {
    for (const height of blocks.keys()) {
      const { json } = await balance(`?height=${height}`);
      expect(json).toMatchObject({ ...expectedAt(height), height, asOf: timeOf(height) });
    }
  });

  it('is zero for an address that was never used', async () => {
    const { status, json } = await api.get(
      `/v0/addresses/btc/${formatAddress(networkOf('btc'), keyOf('nobody'))}/balance`,
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({
      balance: '0',
      received: '0',
      sent: '0',
      transactionCount: 0,
      firstSeen: null,
      lastSeen: null,
    });
  });

  it('is refused above the tip', async () => {
    const { json } = await balance(`?height=${blocks.length}`);
    expect(json).toMatchObject({ status: 400, code: 'invalid-parameter' });
    expect(json.detail).toContain(`from 0 to ${blocks.length - 1}`);
  });

  it('is unknown where the index does not start at the first block', async () => {
    const address = formatAddress(networkOf('ltc'), BUSY);
    const { json } = await api.get(`/v0/addresses/ltc/${address}/balance`);
    expect(json).toMatchObject({
      balance: null,
      received: null,
      sent: null,
      historyFrom: 100,
      transactionCount: rows.length,
    });
    const history = await api.get(`/v0/addresses/ltc/${address}/transactions?limit=2`);
    expect(history.json.transactions.map(({ balanceAfter }: { balanceAfter: null }) => balanceAfter)).toEqual([
      null,
      null,
    ]);
    expect((await api.get(`/v0/addresses/ltc/${address}/balance?height=99`)).status).toBe(400);
  });
});
