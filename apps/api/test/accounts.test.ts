/** Accounts: the one history of a descriptor or an extended key. */
import { type Descriptor, formatAddress, parseDescriptor } from '@chaintrail/chains';
import { describe, expect, it, vi } from 'vitest';
import { keyOf, type SeededChain, seedChain } from './support/seed-chain.js';
import { pendingTxid, seedMempool } from './support/seed-mempool.js';
import { serve } from './support/served.js';
import {
  ACCOUNT_KEY,
  appendBlock,
  dropAbove,
  type ExpectedTransaction,
  keyAt,
  mergedHistory,
  regtest,
  walletBlocks,
} from './support/wallet-chain.js';

const DESCRIPTOR = `wpkh(${ACCOUNT_KEY}/<0;1>/*)`;
const BLOCKS = 60;

let seeded: SeededChain;
let wallet: Descriptor;
let last: number[];
let expected: ExpectedTransaction[];
const lines: string[] = [];

const api = serve(
  async ({ databaseUrl: url }) => {
    wallet = parseDescriptor(regtest, DESCRIPTOR);
    const made = walletBlocks(wallet, BLOCKS);
    last = made.last;
    seeded = await seedChain(url, { chain: 'btc', network: 'regtest', blocks: made.blocks });
    expected = mergedHistory(seeded, keys());
  },
  { log: (line) => lines.push(line) },
);

const keys = (): Buffer[] =>
  last.flatMap((end, branch) => Array.from({ length: end + 1 }, (_, index) => keyAt(wallet, branch, index)));
const path = (what: string, query = '', descriptor = DESCRIPTOR): string =>
  `/v0/accounts/btc/${encodeURIComponent(descriptor)}/${what}${query}`;
const txids = (page: { transactions: { txid: string }[] }): string[] => page.transactions.map(({ txid }) => txid);
const post = (what: string, body: string, query = '') =>
  api.get(`/v0/accounts/btc/${what}${query}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });

/** All pages of a walk. */
async function walk(query: string): Promise<string[]> {
  const found: string[] = [];
  let page = (await api.get(path('transactions', query))).json;
  for (;;) {
    expect(page.offset).toBe(found.length);
    found.push(...txids(page));
    if (page.next === null) return found;
    page = (await api.get(path('transactions', `?limit=7&cursor=${page.next}`))).json;
  }
}

describe('the history of an account', () => {
  it('has each transaction once, with its net effect and the balance of the account', async () => {
    const { status, json } = await api.get(path('transactions', '?limit=1000&order=asc'));
    expect(status).toBe(200);
    expect(expected.length).toBeGreaterThan(40);
    const rows = json.transactions.map((item: Record<string, unknown>) => [
      ...[item['txid'], item['netAmount'], item['balanceAfter'], item['blockHeight']],
    ]);
    expect(rows).toEqual(expected.map(({ txid, delta, balance, height }) => [txid, `${delta}`, `${balance}`, height]));
    expect(json).toMatchObject({ total: expected.length, offset: 0, kind: 'wpkh', gap: 20, kindsInUse: null });
    expect(json.descriptor).toBe(wallet.text);
  });

  it('is exact at every offset, in both orders, and by cursors', async () => {
    const newestFirst = expected.map(({ txid }) => txid).reverse();
    const total = newestFirst.length;
    for (const offset of [0, 1, 24, total - 3, total, total + 9]) {
      const down = await api.get(path('transactions', `?limit=5&offset=${offset}`));
      expect(txids(down.json)).toEqual(newestFirst.slice(offset, offset + 5));
      const up = await api.get(path('transactions', `?limit=5&offset=${offset}&order=asc`));
      expect(txids(up.json)).toEqual([...newestFirst].reverse().slice(offset, offset + 5));
      expect([down.json.total, up.json.total]).toEqual([total, total]);
    }
    expect(await walk('?limit=7')).toEqual(newestFirst);
    expect(await walk('?limit=7&order=asc')).toEqual([...newestFirst].reverse());
  });

  it('has parts by height, time and direction, each with its total', async () => {
    const { transactions } = (await api.get(path('transactions', '?limit=1000'))).json;
    for (const direction of ['in', 'out', 'self']) {
      const own = transactions.filter((item: { direction: string }) => item.direction === direction);
      const { json } = await api.get(path('transactions', `?limit=1000&direction=${direction}`));
      expect(txids(json)).toEqual(txids({ transactions: own }));
      expect(json.total).toBe(own.length);
      const page = await api.get(path('transactions', `?limit=3&offset=2&direction=${direction}`));
      expect(txids(page.json)).toEqual(txids({ transactions: own.slice(2, 5) }));
    }
    expect(new Set(transactions.map((item: { direction: string }) => item.direction)).size).toBe(3);
    const inPart = transactions.filter(({ blockHeight: at }: { blockHeight: number }) => at >= 20 && at <= 40);
    const byHeight = await api.get(path('transactions', '?limit=1000&fromHeight=20&toHeight=40'));
    expect(txids(byHeight.json)).toEqual(txids({ transactions: inPart }));
    const [from, to] = [inPart.at(-1).timestamp, inPart[0].timestamp];
    const byTime = await api.get(path('transactions', `?limit=1000&fromTime=${from}&toTime=${to}`));
    expect(txids(byTime.json)).toEqual(txids({ transactions: inPart }));
  });

  it('is added up by stretches of time as Blockbook does it: received, sent, and what it paid itself', async () => {
    const gained = new Map<string, bigint>();
    for (const key of keys()) {
      let before = 0n;
      for (const { txid, received } of seeded.histories.get(key.toString('hex')) ?? []) {
        gained.set(txid, (gained.get(txid) ?? 0n) + received - before);
        before = received;
      }
    }
    const { transactions } = (await api.get(path('transactions', '?limit=1000&order=asc'))).json;
    const times = new Map(transactions.map((item: { txid: string; timestamp: number }) => [item.txid, item.timestamp]));
    const stretches = new Map<number, { txs: number; received: bigint; sent: bigint; sentToSelf: bigint }>();
    for (const { txid, delta } of expected) {
      const time = Math.floor(Number(times.get(txid)) / 7_200) * 7_200;
      const sum = stretches.get(time) ?? { txs: 0, received: 0n, sent: 0n, sentToSelf: 0n };
      const [received, sent] = [gained.get(txid)!, gained.get(txid)! - delta];
      sum.txs++;
      sum.received += received;
      sum.sent += sent;
      sum.sentToSelf += sent > 0n ? received : 0n;
      stretches.set(time, sum);
    }
    const shown = [...stretches].map(([time, { txs, received, sent, sentToSelf }]) => ({
      ...{ time, txs, received: `${received}`, sent: `${sent}`, sentToSelf: `${sentToSelf}` },
    }));
    const base = `/blockbook/btc/api/v2/balancehistory/${encodeURIComponent(DESCRIPTOR)}?groupBy=7200`;
    expect((await api.get(base)).json).toEqual(shown);
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.some(({ sentToSelf }) => sentToSelf !== '0')).toBe(true);
    const [, second, , fourth] = shown;
    const part = await api.get(`${base}&from=${second!.time}&to=${fourth!.time - 1}`);
    expect(part.json).toEqual(shown.slice(1, 3));
  });

  it('is sent whole, as CSV and lines of JSON, under a name without the descriptor', async () => {
    const csv = await api.get(path('transactions', '?format=csv'));
    expect(csv.text.trim().split('\r\n')).toHaveLength(expected.length + 1);
    expect(csv.headers.get('content-disposition')).toMatch(/account-[0-9a-f]{8}\.csv/);
    const lines = (await post('transactions', DESCRIPTOR, '?format=ndjson')).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).txid)).toEqual(expected.map(({ txid }) => txid).reverse());
  });

  it('comes by POST as by GET, and by the extended key as by the descriptor', async () => {
    const [got, posted, json, key] = await Promise.all([
      api.get(path('transactions', '?limit=9')),
      post('transactions', DESCRIPTOR, '?limit=9'),
      post('transactions', JSON.stringify({ descriptor: DESCRIPTOR }), '?limit=9'),
      api.get(path('transactions', '?limit=9', ACCOUNT_KEY)),
    ]);
    expect(posted.json).toEqual(got.json);
    expect(json.json).toEqual(got.json);
    expect(key.json).toEqual({ ...got.json, kindsInUse: ['wpkh'] });
    const other = await api.get(path('balance', '?kind=pkh', ACCOUNT_KEY));
    expect(other.json).toMatchObject({ kind: 'pkh', balance: '0', transactionCount: 0 });
  });

  it('is never taken for that of another descriptor, which has the same URL by POST', async () => {
    const [got, posted] = [await api.get(path('balance')), await post('balance', DESCRIPTOR)];
    expect(posted.headers.get('cache-control')).toBe('no-store');
    expect(posted.headers.get('etag')).toBeNull();
    const headers = { 'content-type': 'text/plain', 'if-none-match': got.headers.get('etag') ?? '' };
    for (const body of [DESCRIPTOR, `pkh(${ACCOUNT_KEY}/<0;1>/*)`]) {
      const reply = await api.get('/v0/accounts/btc/balance', { method: 'POST', body, headers });
      expect([reply.status, reply.json.currency]).toEqual([200, 'btc']);
    }
  });
});

describe('what an account holds', () => {
  it('sums up to the balance, now and at a past block', async () => {
    const end = expected.at(-1)!;
    const now = (await api.get(path('balance'))).json;
    expect(now).toMatchObject({ balance: `${end.balance}`, transactionCount: expected.length, height: BLOCKS - 1 });
    expect(BigInt(now.received) - BigInt(now.sent)).toBe(end.balance);
    const then = expected.filter(({ height }) => height <= 30);
    const past = (await api.get(path('balance', '?height=30'))).json;
    expect(past).toMatchObject({ balance: `${then.at(-1)!.balance}`, transactionCount: then.length, height: 30 });
    expect((await api.get(path('balance', '?height=1000'))).json.code).toBe('unknown-block');
  });

  it('lists unspent outputs with address and path, by offset and cursor', async () => {
    const { json } = await api.get(path('utxos', '?limit=1000'));
    const sum = json.utxos.reduce((total: bigint, { amount }: { amount: string }) => total + BigInt(amount), 0n);
    expect(`${sum}`).toBe(`${expected.at(-1)!.balance}`);
    expect(json.total).toBe(json.utxos.length);
    expect(json.total).toBeGreaterThan(1);
    for (const { address, path: steps } of json.utxos) {
      const [, branch, index] = /^m\/84'\/1'\/0'\/(\d)\/(\d+)$/.exec(steps)!;
      expect(formatAddress(regtest.network, keyAt(wallet, Number(branch), Number(index)))).toBe(address);
    }
    const first = (await api.get(path('utxos', '?limit=1'))).json;
    const second = (await api.get(path('utxos', `?limit=1000&cursor=${first.next}`))).json;
    expect([...first.utxos, ...second.utxos]).toEqual(json.utxos);
    expect((await api.get(path('utxos', '?limit=3&offset=2'))).json.utxos).toEqual(json.utxos.slice(2, 5));
  });

  it('lists addresses up to the gap behind the last used one, and the next to give out', async () => {
    const { json } = await api.get(path('addresses', '?limit=1000'));
    expect(json.total).toBe(last[0]! + last[1]! + 2 + 2 * 20);
    const used = json.addresses.filter((each: { used: boolean }) => each.used);
    const inUse = keys().filter((key) => seeded.histories.has(key.toString('hex')));
    expect(used.map(({ address }: { address: string }) => address)).toEqual(
      inUse.map((key) => formatAddress(regtest.network, key)),
    );
    for (const [at, each] of used.entries()) {
      const rows = seeded.histories.get(inUse[at]!.toString('hex'))!;
      expect(each).toMatchObject({ transactionCount: rows.length, balance: `${rows.at(-1)!.balance}` });
    }
    expect(json.nextReceive).toEqual({
      address: formatAddress(regtest.network, keyAt(wallet, 0, last[0]! + 1)),
      path: `m/84'/1'/0'/0/${last[0]! + 1}`,
      index: last[0]! + 1,
    });
    const narrow = (await api.get(path('addresses', '?limit=1000&gap=1'))).json;
    expect(narrow.total).toBeLessThan(json.total);
    const part = await api.get(path('addresses', '?limit=3&offset=1&branch=1&use=used'));
    expect(part.json.addresses.map(({ role }: { role: string }) => role)).toEqual(['change', 'change', 'change']);
  });
});

describe('an account while the chain goes on', () => {
  const first = async (query = '?limit=2') => (await api.get(path('transactions', query))).json;

  it('shows new blocks, addresses that come into use, and what a reorg leaves', async () => {
    const { total } = await first();
    const far = keyAt(wallet, 0, last[0]! + 15);
    const one = await appendBlock(api.databaseUrl, BLOCKS, 'one', [keyAt(wallet, 0, 0), far]);
    expect(await first()).toMatchObject({ total: total + 1, transactions: [{ txid: one, netAmount: '2000' }, {}] });
    // Behind the new end of the gap now, and not of the account before.
    const farther = keyAt(wallet, 0, last[0]! + 30);
    const two = await appendBlock(api.databaseUrl, BLOCKS + 1, 'two', [farther]);
    expect(await first()).toMatchObject({ total: total + 2, transactions: [{ txid: two }, { txid: one }] });
    await dropAbove(api.databaseUrl, BLOCKS - 1);
    const other = await appendBlock(api.databaseUrl, BLOCKS, 'other', [farther, keyAt(wallet, 1, 0)]);
    // The far one is behind a gap again.
    expect(await first()).toMatchObject({ total: total + 1, transactions: [{ txid: other, netAmount: '1000' }, {}] });
    await dropAbove(api.databaseUrl, BLOCKS - 1);
    expect(await first()).toMatchObject({ total });
    expect((await api.get(path('balance'))).json.balance).toBe(`${expected.at(-1)!.balance}`);
  });

  it('lists addresses as of the block that is said, though it comes while they are read', async () => {
    const far = keyAt(wallet, 0, last[0]! + 15);
    const query = api.pool.query.bind(api.pool) as (config: { name: string }) => Promise<unknown>;
    const spy = vi.spyOn(api.pool, 'query').mockImplementation((async (config: { name: string }) => {
      if (config.name === 'balances_btc') {
        spy.mockRestore();
        await appendBlock(api.databaseUrl, BLOCKS, 'while addresses are read', [far]);
      }
      return query(config);
    }) as never);
    const { json } = await api.get(path('addresses', '?limit=1000'));
    await dropAbove(api.databaseUrl, BLOCKS - 1);
    const address = formatAddress(regtest.network, far);
    const shown = json.addresses.find((each: { address: string }) => each.address === address);
    expect([json.tip.height, shown.used, shown.balance]).toEqual([BLOCKS, true, '1000']);
  });

  it('has unconfirmed transactions first, and walks through them while blocks take them', async () => {
    const { total } = await first();
    const pay = (id: number, index: number, txKey?: bigint) => ({
      ...{ id, inputs: [], outputs: [{ key: keyAt(wallet, 0, index), value: BigInt(id) }] },
      ...(txKey === undefined ? {} : { txKey }),
    });
    await seedMempool(api.databaseUrl, 'btc', [
      pay(5, 0),
      pay(6, 1),
      pay(7, last[0]! + 3),
      { ...pay(8, 0), outputs: [{ key: keyOf('x'), value: 1n }] },
    ]);
    const page = await first();
    expect(page).toMatchObject({
      total: total + 3,
      transactions: [{ status: 'pending', netAmount: '7', balanceAfter: null }, { netAmount: '6' }],
    });
    expect((await api.get(path('balance'))).json).toMatchObject({ pending: '18', pendingTransactionCount: 3 });
    const { json } = await api.get(path('addresses', '?limit=1000'));
    expect(json.nextReceive.index).toBe(last[0]! + 4);
    expect((await api.get(path('utxos', '?limit=3'))).json.utxos[0]).toMatchObject({ status: 'pending', amount: '7' });
    // A block takes the next one of the walk; another arrives.
    await appendBlock(api.databaseUrl, BLOCKS, 'taken', [keyAt(wallet, 0, 0)]);
    await seedMempool(api.databaseUrl, 'btc', [
      pay(5, 0, BigInt(BLOCKS) << 20n),
      pay(6, 1),
      pay(7, last[0]! + 3),
      pay(9, 0),
    ]);
    const next = await first(`?limit=3&cursor=${page.next}`);
    expect(next.transactions.map(({ blockHeight }: { blockHeight: number | null }) => blockHeight)).toEqual([
      BLOCKS,
      expected.at(-1)!.height,
      expected.at(-2)!.height,
    ]);
    const oldest = await first('?limit=1&order=asc');
    expect(oldest.transactions[0].txid).toBe(expected[0]!.txid);
    expect((await first()).transactions.map(({ netAmount }: { netAmount: string }) => netAmount)).toEqual(['9', '7']);
    expect(txids(await first('?limit=1'))).toEqual([pendingTxid(9)]);
  });

  it('says nothing of unconfirmed transactions while they are not compared with the node, though no row changes', async () => {
    const compared = (at: string) => api.session.query(`UPDATE btc.sync_state SET mempool_at = ${at}`);
    const waiting = async () => {
      const { pending, pendingTransactionCount: count } = (await api.get(path('balance'))).json;
      return { pending, count, status: (await api.get(path('transactions', '?limit=1'))).json.transactions[0].status };
    };
    const outputs = [{ key: keyAt(wallet, 0, 0), value: 21n }];
    await seedMempool(api.databaseUrl, 'btc', [{ id: 21, inputs: [], outputs }]);
    const known = await waiting();
    expect(known).toEqual({ pending: '21', count: 1, status: 'pending' });
    await compared(`now() - interval '6 minutes'`);
    expect(await waiting()).toEqual({ pending: null, count: null, status: 'confirmed' });
    await compared('now()');
    expect(await waiting()).toEqual(known);
  });
});

describe('what is no account', () => {
  const SECRET =
    'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK';

  it.each([
    ['descriptor-private-key', SECRET],
    ['descriptor-private-key', `wpkh(${SECRET}/0/*)`],
    ['descriptor-malformed', 'nothing at all'],
    ['descriptor-checksum', `${DESCRIPTOR}#aaaaaaaa`],
    ['descriptor-unsupported', `wpkh(${ACCOUNT_KEY}/0'/*)`],
    ['descriptor-unsupported', `multi(1,${ACCOUNT_KEY}/0/*)`],
  ])('is refused as %s, and said to nobody', async (code, text) => {
    for (const reply of [await api.get(path('balance', '', text)), await post('balance', text)]) {
      expect([reply.status, reply.json.code]).toEqual([400, code]);
      expect(reply.text).not.toContain(text.slice(0, 30));
    }
  });

  it('has the remedy on chains of accounts', async () => {
    const { status, json } = await api.get(path('balance').replace('/btc/', '/eth/'));
    expect([status, json.code]).toEqual([404, 'unknown-currency']);
  });

  it('leaves no trace in the log', () => {
    expect(lines.length).toBeGreaterThan(20);
    for (const word of [ACCOUNT_KEY, SECRET, 'tprv', 'wpkh(']) expect(lines.join('\n')).not.toContain(word);
  });
});
