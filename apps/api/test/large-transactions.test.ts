/** Transactions of thousands of inputs and outputs: answered in parts, in the lane and for the units of their size. */
import { type Lane, OWN } from '@chaintrail/db';
import {
  LARGE_SPENDER_TXID,
  LONG_HISTORY,
  largeOutputAmount,
  largePaymentTxid,
  seedLargeTransactions,
  seedLongHistory,
} from '@chaintrail/testkit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serve } from './support/served.js';
import { type Reply, startApi, type TestApi } from './support/start-api.js';

const LIMITED = { env: { RATE_LIMITS: 'free=100000/1h' } };
const PAYMENTS = 30;
const base = `/v0/addresses/btc/${LONG_HISTORY.address}`;
const payment = `/v0/transactions/btc/${largePaymentTxid(2)}`;
const spender = `/v0/transactions/btc/${LARGE_SPENDER_TXID}`;

/** Reads of its database for clients, by lane, since they were last forgotten. */
function watchLanes({ databases }: TestApi): Lane[] {
  const lanes: Lane[] = [];
  for (const database of databases.all) {
    const read = database.read.bind(database);
    database.read = (look, options) => {
      if (options.asking !== OWN) lanes.push(options.asking.lane);
      return read(look, options);
    };
  }
  return lanes;
}

const unitsLeft = ({ headers }: Reply): number => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

describe.each([
  { outputs: 2_900, inputs: 650 },
  { outputs: 30_000, inputs: 6_700 },
])('with $outputs outputs and $inputs inputs', ({ outputs, inputs }) => {
  const api = serve(({ session }) => seedLargeTransactions(session, { payments: PAYMENTS, outputs, inputs }), LIMITED);
  let lanes: Lane[];
  beforeAll(() => {
    lanes = watchLanes(api);
  });
  beforeEach(async () => {
    await api.get('/v0/currencies');
    lanes.splice(0);
  });

  /** Units of a request, and the lanes that it was asked in. */
  async function asked(path: string) {
    // With a token, however wrong, an answer is nobody else's, and says what is left.
    const own = { headers: { Authorization: 'Bearer x' } };
    const before = unitsLeft(await api.get('/v0/currencies', own));
    lanes.splice(0);
    const reply = await api.get(path, own);
    expect(reply.status, path).toBe(200);
    return { ...reply, units: before - unitsLeft(reply), lanes: [...lanes] };
  }

  it('a transaction is found to be heavy without reading it, charged for, and read as such', async () => {
    const whole = await asked(payment);
    expect(whole.json.outputs).toHaveLength(1_000);
    expect(whole.lanes).toEqual(['cheap', 'heavy']);
    expect(whole.units).toBe(1 + Math.floor((1_000 + outputs / 50) / 500));
    const small = await asked(`${payment}?limit=25`);
    // Rows that are passed over are decompressed, too.
    if (outputs < 20_000) expect([small.lanes, small.units]).toEqual([['cheap'], 1]);
    else expect([small.lanes, small.units]).toEqual([['cheap', 'heavy'], 2]);
    const spending = await asked(spender);
    expect(spending.lanes).toEqual(['cheap', 'heavy']);
    expect(spending.units).toBeGreaterThan(1);
  });

  it.each([1_000, 333])('parts of %i are the whole', async (limit) => {
    const all: { vout: number; amount: string }[] = [];
    const tags = new Set<string>();
    for (let offset: number | null = 0; offset !== null; ) {
      const { json, headers }: Reply = await api.get(`${payment}?limit=${limit}&offset=${offset}`);
      expect(json).toMatchObject({ outputCount: outputs, inputCount: 0, inputs: [] });
      all.push(...json.outputs);
      tags.add(headers.get('etag')!);
      expect(json.nextOffset).toBe(all.length === outputs ? null : all.length);
      offset = json.nextOffset;
    }
    expect(all.map(({ vout, amount }) => [vout, amount])).toEqual(
      Array.from({ length: outputs }, (_, vout) => [vout, largeOutputAmount(vout)]),
    );
    expect(tags.size).toBe(Math.ceil(outputs / limit));
    const beyond = (await api.get(`${payment}?offset=${outputs}`)).json;
    expect(beyond).toMatchObject({ outputs: [], outputCount: outputs, nextOffset: null });
    expect((await api.get(`${payment}?offset=${Number.MAX_SAFE_INTEGER}`)).json.outputs).toEqual([]);
  });

  it('a part has the bytes, the length and the version of other answers', async () => {
    const plain = { 'Accept-Encoding': 'identity' };
    const whole = await api.get(payment, { headers: plain });
    expect(JSON.stringify(whole.json)).toBe(whole.text);
    expect(whole.headers.get('content-length')).toBe(String(Buffer.byteLength(whole.text)));
    expect((await api.get(`${payment}?limit=1000`)).json).toEqual(whole.json);
    const etag = whole.headers.get('etag')!;
    lanes.splice(0);
    const same = await api.get(payment, { headers: { ...plain, 'If-None-Match': etag } });
    expect([same.status, same.text]).toEqual([304, '']);
    expect(lanes).not.toContain('heavy');
  });

  it('pages of a history, of unspent outputs and of a block are charged and laned by what they have', async () => {
    const history = await asked(`${base}/transactions?limit=25`);
    expect(history.json.transactions).toHaveLength(25);
    expect([history.lanes, history.units > 1]).toEqual([['cheap', 'heavy'], true]);
    const block = await asked('/v0/blocks/btc/1?limit=25');
    expect([block.lanes, block.units > 1]).toEqual([['cheap', 'heavy'], true]);
    // Amounts are in the list of them, and no script is special: nothing large is read.
    const unspent = await asked(`${base}/utxos?limit=100`);
    expect([unspent.lanes, unspent.units]).toEqual([['cheap'], 2]);
    const exported = await api.get(`${base}/transactions?format=ndjson`);
    const lines = exported.text.trimEnd().split('\n');
    expect(lines).toHaveLength(PAYMENTS + 1);
    expect(JSON.parse(lines[1]!)).toEqual(history.json.transactions[1]);
  });

  it('who has no units for it is refused before it is read', async () => {
    const poor = await startApi(api.databaseUrl, { env: { RATE_LIMITS: 'free=2/1h' } });
    const seen = watchLanes(poor);
    try {
      expect((await poor.get(payment)).status).toBe(429);
      expect(seen).toEqual(['cheap']);
    } finally {
      await poor.stop();
    }
  });
});

describe('ordinary transactions', () => {
  const api = serve(({ session }) => seedLongHistory(session, 500), LIMITED);

  it('are asked for once, and come whole', async () => {
    const lanes = watchLanes(api);
    const { transactions } = (await api.get(`${base}/transactions?limit=100`)).json;
    const { json } = await api.get(`/v0/transactions/btc/${transactions[0].txid}`);
    expect(json).toMatchObject({ inputCount: 1, outputCount: 2, nextOffset: null });
    expect(lanes).toEqual(['cheap', 'cheap']);
    expect((await api.get(`/v0/transactions/btc/${transactions[0].txid}?limit=1`)).json).toMatchObject({
      inputs: json.inputs,
      outputs: json.outputs.slice(0, 1),
      nextOffset: 1,
    });
    for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'cursor=x'])
      expect((await api.get(`/v0/transactions/btc/${transactions[0].txid}?${query}`)).status, query).toBe(400);
  });
});
