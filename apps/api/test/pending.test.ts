import { formatAddress } from '@chaintrail/chains';
import { beforeEach, describe, expect, it } from 'vitest';
import { BUSY, BUSY_ADDRESS as busy, demoChain, REGTEST as network, OTHER } from './support/demo-chain.js';
import { keyOf } from './support/seed-chain.js';
import { FIRST_SEEN, MEMPOOL_AT, type PendingSeed, pendingTxid, seedMempool } from './support/seed-mempool.js';
import { serveDemo } from './support/served.js';
import { passASecond } from './support/start-api.js';

const other = formatAddress(network, OTHER);
const { named } = demoChain();

let pending: PendingSeed[];

const api = serveDemo();
beforeEach(async () => {
  const fan = { txid: api.seeded.txids[2]!, vout: 9, value: 1_009n, key: BUSY };
  pending = [
    // Spends a confirmed output, pays the address back and somebody else.
    {
      id: 11,
      inputs: [fan],
      outputs: [
        { key: OTHER, value: 700n },
        { key: BUSY, value: 300n },
      ],
    },
    // Spends the one before.
    {
      id: 12,
      inputs: [{ txid: pendingTxid(11), vout: 0, value: 700n, key: OTHER }],
      outputs: [{ key: BUSY, value: 650n }],
    },
    // Transactions of others.
    { id: 13, inputs: [], outputs: [{ key: OTHER, value: 1n }] },
  ];
  await seedMempool(api.databaseUrl, 'btc', pending);
});

const path = (query = '', address = busy): string => `/v0/addresses/btc/${address}/transactions${query}`;
const txidsOf = (page: { transactions: { txid: string }[] }): string[] => page.transactions.map(({ txid }) => txid);
const confirmed = (): string[] => api.seeded.histories.get(BUSY.toString('hex'))!.map(({ txid }) => txid);

describe('unconfirmed transactions in a history', () => {
  it('come first, the newest before the others, and are counted', async () => {
    const { json } = await api.get(path('?limit=4'));
    const newest = confirmed().reverse();
    expect(txidsOf(json)).toEqual([pendingTxid(12), pendingTxid(11), ...newest.slice(0, 2)]);
    expect(json).toMatchObject({ total: newest.length + 2, offset: 0 });
    const last = await api.get(path(`?order=asc&limit=3&offset=${newest.length - 1}`));
    expect(txidsOf(last.json)).toEqual([newest[0], pendingTxid(11), pendingTxid(12)]);
    expect(last.json.next).toBeNull();
  });

  it('say what they do to the address, and that no block has them', async () => {
    const [later, earlier] = (await api.get(path('?limit=2'))).json.transactions;
    const unconfirmed = { status: 'pending', confirmations: 0, blockHeight: null, blockHash: null, blockIndex: null };
    expect(earlier).toMatchObject({
      ...{ ...unconfirmed, timestamp: null, firstSeen: FIRST_SEEN + 11, coinbase: false, fee: '9' },
      ...{ direction: 'out', amount: '-709', balanceAfter: null },
      inputs: [{ txid: api.seeded.txids[2], vout: 9, address: busy, amount: '1009' }],
      outputs: [
        { vout: 1, address: busy, amount: '300', spent: false },
        { vout: 0, address: other, amount: '700', spent: false },
      ],
    });
    expect(later).toMatchObject({ ...unconfirmed, direction: 'in', amount: '650', fee: '50', inputCount: 1 });
    const [, , known] = (await api.get(path('?limit=3'))).json.transactions;
    expect(known).toMatchObject({ status: 'confirmed', firstSeen: null, confirmations: 1 });
  });

  it('lead by `next` to the confirmed ones, which a block may extend meanwhile', async () => {
    const first = await api.get(path('?limit=1'));
    expect(txidsOf(first.json)).toEqual([pendingTxid(12)]);
    await seedMempool(api.databaseUrl, 'btc', [
      ...pending,
      { id: 14, inputs: [], outputs: [{ key: BUSY, value: 1n }] },
    ]);
    const second = await api.get(path(`?limit=2&cursor=${first.json.next}`));
    expect(txidsOf(second.json)).toEqual([pendingTxid(11), confirmed().at(-1)]);
    expect(second.json).toMatchObject({ offset: 2, total: confirmed().length + 3 });
    const third = await api.get(path(`?limit=1&cursor=${second.json.next}`));
    expect(txidsOf(third.json)).toEqual([confirmed().at(-2)]);
  });

  it("have at most 20 inputs and outputs, the address's own first", async () => {
    const many = Array.from({ length: 30 }, (_, vout) => ({
      key: vout === 27 ? BUSY : OTHER,
      value: BigInt(vout + 1),
    }));
    const inputs = many.map((output, vout) => ({ ...output, txid: api.seeded.txids[1]!, vout }));
    await seedMempool(api.databaseUrl, 'btc', [{ id: 20, inputs, outputs: many }]);
    const [item] = (await api.get(path('?limit=1'))).json.transactions;
    expect(item).toMatchObject({ inputCount: 30, outputCount: 30, direction: 'self' });
    const order = [27, ...Array.from({ length: 19 }, (_, index) => index)];
    expect(item.inputs.map(({ vout }: { vout: number }) => vout)).toEqual(order);
    expect(item.outputs.map(({ vout }: { vout: number }) => vout)).toEqual(order);
  });

  it('refuse cursors of another address, order or list', async () => {
    const { next } = (await api.get(path('?limit=1'))).json;
    const up = (await api.get(path(`?order=asc&limit=${confirmed().length + 1}`))).json.next;
    const utxos = (await api.get(`/v0/addresses/btc/${busy}/utxos?limit=1`)).json.next;
    for (const [query, address] of [
      [`cursor=${next}`, other],
      [`cursor=${next}&order=asc`, busy],
      [`cursor=${up}&order=desc`, busy],
      [`cursor=${next}&offset=1`, busy],
      [`cursor=${utxos}`, busy],
    ] as const) {
      expect((await api.get(path(`?${query}`, address))).status, query).toBe(400);
    }
    expect((await api.get(`/v0/addresses/btc/${busy}/utxos?cursor=${next}`)).json.code).toBe('invalid-cursor');
  });
});

describe('the pending balance', () => {
  const balance = async (query = '', address = busy) =>
    (await api.get(`/v0/addresses/btc/${address}/balance${query}`)).json;

  it('is what they sum up to, beside the confirmed one', async () => {
    const last = api.seeded.histories.get(BUSY.toString('hex'))!;
    expect(await balance()).toMatchObject({
      ...{ pending: '-59', pendingTransactionCount: 2 },
      ...{ balance: String(last.at(-1)!.balance), transactionCount: last.length },
    });
    expect(await balance('', formatAddress(network, keyOf('nobody')))).toMatchObject({
      pending: '0',
      pendingTransactionCount: 0,
    });
  });

  it('is 0 at a past block', async () => {
    expect(await balance('?height=3')).toMatchObject({ pending: '0', pendingTransactionCount: 0, height: 3 });
  });
});

describe('a transaction by its id', () => {
  const read = (txid: string) => api.get(`/v0/transactions/btc/${txid}`);

  it('may be unconfirmed, and be spent by another unconfirmed one', async () => {
    const { status, json } = await read(pendingTxid(11));
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'pending', firstSeen: FIRST_SEEN + 11, tip: { hash: api.seeded.tipHash } });
    expect(json.outputs).toMatchObject([
      { vout: 0, spent: false, spentBy: { txid: pendingTxid(12), vin: 0 } },
      { vout: 1, spent: false, spentBy: null },
    ]);
  });

  it('says what it pays, alone and as miners see it, with what stands with it', async () => {
    await api.session.query('UPDATE btc.mempool_transactions SET signals_rbf = id = 11 WHERE id < 13');
    const none = { count: 0, vsize: 0, fee: '0' };
    // 59 for both, since the second pays for the first.
    expect((await read(pendingTxid(11))).json.waiting).toEqual({
      ...{ feeRate: 0.05, effectiveFeeRate: 0.15, rbf: true, projectedBlock: 1 },
      ...{ ancestors: none, descendants: { count: 1, vsize: 200, fee: '50' } },
    });
    // A transaction goes with its ancestors where they are replaced.
    expect((await read(pendingTxid(12))).json.waiting).toEqual({
      ...{ feeRate: 0.25, effectiveFeeRate: 0.15, rbf: true, projectedBlock: 1 },
      ...{ ancestors: { count: 1, vsize: 200, fee: '9' }, descendants: none },
    });
    await api.session.query(`UPDATE btc.mempool_transactions SET signals_rbf = NULL, fee = NULL WHERE id = 11;
      UPDATE btc.sync_state SET content_version = content_version + 1`);
    expect((await read(pendingTxid(12))).json.waiting).toEqual({
      ...{ feeRate: 0.25, effectiveFeeRate: null, rbf: null, projectedBlock: null },
      ...{ ancestors: { count: 1, vsize: null, fee: null }, descendants: none },
    });
    expect((await read(api.seeded.txids[2]!)).json.waiting).toBeNull();
  });

  it('says which unconfirmed one spends a confirmed output', async () => {
    const { json } = await read(api.seeded.txids[2]!);
    expect(json.outputs[9]).toMatchObject({ spent: false, spentBy: { txid: pendingTxid(11), vin: 0 } });
    expect(json.outputs[0]).toMatchObject({
      spent: true,
      spentBy: { txid: api.seeded.txids[named.manyInputs], vin: 25 },
    });
  });

  it('is the confirmed one once a block has it', async () => {
    const txid = api.seeded.txids[named.self]!;
    await api.session.query(`UPDATE btc.mempool_transactions SET txid = '\\x${txid}',
      tx_key = (SELECT tx_key FROM btc.transactions WHERE txid = '\\x${txid}') WHERE id = 13`);
    expect((await read(txid)).json).toMatchObject({ status: 'confirmed', firstSeen: FIRST_SEEN + 13 });
    expect((await read(pendingTxid(13))).json).toMatchObject({ status: 404, code: 'unknown-transaction' });
  });
});

it('what the node says of fees is told beside what its mempool tells, also where that is not followed', async () => {
  const fees = async () => (await api.get('/v0/fees/btc')).json;
  const own = [1, 2, 3, 6].map((blocks) => ({ blocks, feeRate: null }));
  expect(await fees()).toMatchObject({ estimates: own, node: [] });
  await api.session.query('INSERT INTO btc.node_fees (blocks, fee_rate) VALUES (6, 1000), (2, 12345)');
  const node = [
    { blocks: 2, feeRate: 12.345 },
    { blocks: 6, feeRate: 1 },
  ];
  expect(await fees()).toMatchObject({ estimates: own, node, tip: { hash: api.seeded.tipHash } });
  await api.session.query('UPDATE btc.sync_state SET mempool_at = NULL');
  expect(await fees()).toMatchObject({ estimates: [], node });
  await api.session.query(`UPDATE btc.node_fees SET read_at = now() - interval '11 minutes'`);
  expect(await fees()).toMatchObject({ status: 404, code: 'no-mempool' });
  await api.session.query('DELETE FROM btc.node_fees');
});

it('an answer is another one when only the mempool has changed', async () => {
  for (const url of [path('?limit=1'), `/v0/addresses/btc/${busy}/balance`, `/v0/addresses/btc/${busy}/utxos`]) {
    const tag = (await api.get(url)).headers.get('etag')!;
    expect((await api.get(url, { headers: { 'if-none-match': tag } })).status, url).toBe(304);
    await seedMempool(api.databaseUrl, 'btc', pending.slice(0, 1));
    expect((await api.get(url, { headers: { 'if-none-match': tag } })).status, url).toBe(200);
    await seedMempool(api.databaseUrl, 'btc', pending);
  }
});

it('what is known of the mempool is told with the chain', async () => {
  const [chain] = (await api.get('/v0/status')).json.chains;
  expect(chain).toMatchObject({ mempool: { transactions: 4, indexed: 3, asOf: MEMPOOL_AT }, audit: null });
  expect((await api.get('/v0/currencies')).json.currencies[0].features).toContain('pending');
});

it('nothing is said of unconfirmed transactions that were not compared with the node for minutes', async () => {
  await api.session.query(`UPDATE btc.sync_state SET mempool_at = now() - interval '4 minutes'`);
  expect((await api.get(`/v0/addresses/btc/${busy}/balance`)).json.pendingTransactionCount).toBe(2);
  await api.session.query(`UPDATE btc.sync_state SET mempool_at = now() - interval '6 minutes'`);
  expect((await api.get(`/v0/addresses/btc/${busy}/balance`)).json).toMatchObject({
    ...{ pending: null, pendingTransactionCount: null },
  });
  expect((await api.get(path('?limit=1'))).json).toMatchObject({
    ...{ total: confirmed().length, transactions: [{ status: 'confirmed' }] },
  });
  const missing = (await api.get(`/v0/transactions/btc/${pendingTxid(11)}`)).json;
  expect(missing.detail).toContain('unconfirmed transactions are not followed');
  expect((await api.get('/v0/status')).json.chains[0].mempool).not.toBeNull();
});

it('nothing is said of unconfirmed transactions while they are not followed', async () => {
  await api.session.query('UPDATE btc.sync_state SET mempool_at = NULL');
  expect((await api.get(`/v0/addresses/btc/${busy}/balance`)).json).toMatchObject({
    ...{ pending: null, pendingTransactionCount: null },
  });
  const history = (await api.get(path('?limit=1'))).json;
  expect(history).toMatchObject({ total: confirmed().length, transactions: [{ status: 'confirmed' }] });
  expect((await api.get(`/v0/transactions/btc/${api.seeded.txids[2]}`)).json.outputs[9].spentBy).toBeNull();
  const missing = (await api.get(`/v0/transactions/btc/${pendingTxid(11)}`)).json;
  expect(missing.detail).toContain('unconfirmed transactions are not followed');
  passASecond();
  expect((await api.get('/v0/status')).json.chains[0].mempool).toBeNull();
  expect((await api.get('/v0/currencies')).json.currencies[0].features).not.toContain('pending');
});
