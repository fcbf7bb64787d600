import { formatAddress } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { BUSY, BUSY_ADDRESS as busy, demoChain, REGTEST as network, OTHER } from './support/demo-chain.js';
import { type ExpectedRow, keyOf } from './support/seed-chain.js';
import { serveDemo } from './support/served.js';
import type { Reply } from './support/start-api.js';
import { startApi } from './support/start-api.js';

const { blocks, named } = demoChain();

let oldestFirst: ExpectedRow[];

const api = serveDemo(async ({ seeded }) => {
  oldestFirst = seeded.histories.get(BUSY.toString('hex'))!;
});

const path = (query = '', address = busy): string => `/v0/addresses/btc/${address}/transactions${query}`;
const txids = (page: { transactions: { txid: string }[] }): string[] => page.transactions.map(({ txid }) => txid);

describe('pages of a history', () => {
  it('tell amounts and balances as the rows do', async () => {
    const { json } = await api.get(path('?limit=1000&order=asc'));
    expect(
      json.transactions.map((item: Record<string, unknown>) => [
        ...[item['txid'], item['amount']],
        item['balanceAfter'],
        item['blockHeight'],
      ]),
    ).toEqual(oldestFirst.map(({ txid, delta, balance, height }) => [txid, String(delta), String(balance), height]));
    expect(json.tip).toEqual({ height: blocks.length - 1, hash: api.seeded.tipHash, time: expect.any(Number) });
    for (const item of json.transactions) expect(item.confirmations).toBe(blocks.length - item.blockHeight);
  });

  it('are empty for an address that was never used', async () => {
    const { status, json } = await api.get(path('', formatAddress(network, keyOf('nobody'))));
    expect(status).toBe(200);
    expect(json).toMatchObject({ total: 0, next: null, offset: 0, transactions: [] });
  });
});

describe('a listed transaction', () => {
  const listed = async (index: number) => {
    const { json } = await api.get(path('?limit=1000'));
    return json.transactions.find(({ txid }: { txid: string }) => txid === api.seeded.txids[index]);
  };

  it("has at most 20 inputs, the address's own first even from behind the twentieth", async () => {
    const item = await listed(named.manyInputs);
    expect(item).toMatchObject({ inputCount: 26, outputCount: 1, direction: 'out' });
    expect(item.inputs).toHaveLength(20);
    expect(item.inputs[0]).toMatchObject({ address: busy, vout: 0, amount: '1000' });
    expect(item.inputs.slice(1).map(({ vout }: { vout: number }) => vout)).toEqual(
      Array.from({ length: 19 }, (_, i) => 1 + (i >> 1) * 3 + (i & 1)),
    );
  });

  it("has at most 20 outputs, the address's own first", async () => {
    const item = await listed(named.manyOutputs);
    expect(item).toMatchObject({ outputCount: 40, direction: 'in', amount: '43' });
    expect(item.outputs.map(({ vout }: { vout: number }) => vout)).toEqual([
      33,
      ...Array.from({ length: 19 }, (_, vout) => vout),
    ]);
    expect(item.outputs[0]).toMatchObject({ address: busy, spent: true });
  });

  it('is `self` when the fee is all that changes, `out` when more leaves', async () => {
    expect(await listed(named.self)).toMatchObject({ direction: 'self', amount: '-3', fee: '3' });
    expect(await listed(named.pays)).toMatchObject({ direction: 'out', amount: '-703', fee: '103' });
    expect(await listed(named.genesis)).toMatchObject({ direction: 'in', coinbase: true, inputs: [], fee: '0' });
  });

  it('leaves long scripts to its own page', async () => {
    const [output] = (await listed(named.longScript)).outputs;
    expect(output).toMatchObject({ script: null, type: null, amount: '5', spent: false });
    const { json } = await api.get(`/v0/transactions/btc/${api.seeded.txids[named.longScript]}`);
    expect(json.outputs[0]).toMatchObject({ script: '51'.repeat(1_500), type: 'nonstandard', spent: false });
  });
});

describe('a transaction by its id', () => {
  it('carries every input and output in order', async () => {
    const { json } = await api.get(`/v0/transactions/BTC/${api.seeded.txids[named.manyOutputs]!.toUpperCase()}`);
    expect(json.outputs.map(({ vout }: { vout: number }) => vout)).toEqual(
      Array.from({ length: 40 }, (_, vout) => vout),
    );
    expect(json).toMatchObject({
      currency: 'btc',
      coinbase: false,
      status: 'confirmed',
      blockIndex: 2,
      tip: { hash: api.seeded.tipHash },
    });
    const wide = await api.get(`/v0/transactions/btc/${api.seeded.txids[named.manyInputs]}`);
    expect(wide.json.inputs).toHaveLength(26);
    expect(wide.json.inputs[25]).toMatchObject({ address: busy, vout: 0 });
  });

  it('says that what can never be spent is not spent', async () => {
    const genesis = await api.get(`/v0/transactions/btc/${api.seeded.txids[named.genesis]}`);
    expect(genesis.json).toMatchObject({ coinbase: true, inputs: [], outputs: [{ spent: false, address: busy }] });
    const { json } = await api.get(`/v0/transactions/btc/${api.seeded.txids[named.pays]}`);
    expect(json.outputs[2]).toEqual({
      ...{ vout: 2, address: null, amount: '0', script: '6a0568656c6c6f', type: 'nulldata', spent: false },
      spentBy: null,
      opReturn: [Buffer.from('hello').toString('hex')],
    });
    expect(json.outputs[0]).toMatchObject({ address: formatAddress(network, OTHER), spent: false, opReturn: null });
  });
});

/** By `rel`, as URLs of this server. */
function linksOf({ headers }: Reply): Record<string, string> {
  const links = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(links.map(([, url, rel]) => [rel, url]));
}

describe('links', () => {
  const txidsOf = ({ json }: Reply): string[] => json.transactions.map(({ txid }: { txid: string }) => txid);
  const cases = [
    ['history', path('?fields=compact&limit=10&order=asc'), 'txid', 'transactions'],
    ['unspent outputs', `/v0/addresses/btc/${busy}/utxos?limit=10`, 'txid', 'utxos'],
  ] as const;

  it.each(cases)('lead through the whole %s', async (_what, start, _name, list) => {
    const [first] = [await api.get(start)];
    const walked: unknown[] = [];
    for (let page = first; ; ) {
      walked.push(...page.json[list]);
      const { next, prev } = linksOf(page);
      expect(next !== undefined).toBe(page.json.next !== null);
      expect(prev).toBeUndefined();
      if (next === undefined) break;
      expect(next).toMatch(/^\/v0\//);
      page = await api.get(next);
      expect(page.status).toBe(200);
    }
    const all = await api.get(start.replace('limit=10', 'limit=1000'));
    expect(linksOf(all)).toEqual({});
    expect(walked).toEqual(all.json[list]);
  });

  it('lead back from an offset, to the first page and no further', async () => {
    const page = await api.get(path('?offset=15&limit=10'));
    const before = await api.get(linksOf(page)['prev']!);
    expect(before.json).toMatchObject({ offset: 5, limit: 10 });
    const first = await api.get(linksOf(before)['prev']!);
    expect(first.json).toMatchObject({ offset: 0, limit: 5 });
    expect(linksOf(first)['prev']).toBeUndefined();
    expect([...txidsOf(first), ...txidsOf(before)]).toEqual(txidsOf(await api.get(path('?limit=15'))));
  });

  it('are there when an answer that was sent before is sent again', async () => {
    const urls = [path('?limit=7'), path('?limit=7'), path('?limit=7')];
    const links = [];
    for (const url of urls) links.push((await api.get(url)).headers.get('link'));
    expect(links[0]).toMatch(/rel="next"/);
    expect(new Set(links).size).toBe(1);
    expect(
      (await api.get(path('?limit=7'), { headers: { origin: 'https://x.example' } })).headers.get(
        'access-control-expose-headers',
      ),
    ).toContain('Link');
  });

  it('lead through a block by its hash, and stand behind PUBLIC_URL', async () => {
    const proxied = await startApi(api.databaseUrl, { publicUrl: 'https://api.example/chain' });
    try {
      const { json } = await proxied.get('/api/v0/blocks/btc/latest?limit=2&offset=2');
      const links = linksOf(await proxied.get('/api/v0/blocks/btc/latest?limit=2&offset=2'));
      const of = `https://api.example/chain/api/v0/blocks/btc/${json.hash}`;
      expect(links).toEqual({ prev: `${of}?limit=2&offset=0`, next: `${of}?limit=2&offset=4` });
      expect(linksOf(await proxied.get('/v0/blocks/btc/latest/?limit=1000'))).toEqual({});
      const page = await proxied.get(path('?limit=1&order=asc'));
      expect(linksOf(page)['next']).toBe(
        `https://api.example/chain/v0/addresses/btc/${busy}/transactions?limit=1&cursor=${page.json.next}&order=asc`,
      );
    } finally {
      await proxied.stop();
    }
  });

  it('are no way to write into the header', async () => {
    const { headers } = await api.get(`/v0/addresses/btc/%3Cb%3E%22${busy}/transactions?limit=1`);
    expect(headers.get('link')).toBeNull();
    const odd = await api.get(path('?limit=1&%6frder=desc&fields=%63ompact'));
    expect(odd.headers.get('link')).toMatch(/^<[^<>" ]+>; rel="next"$/);
    expect((await api.get(linksOf(odd)['next']!)).status).toBe(200);
  });
});

describe('cursors', () => {
  it('stay at their transaction while blocks arrive', async () => {
    const first = await api.get(path('?limit=10'));
    const after = await api.get(path(`?limit=10&cursor=${first.json.next}`));
    const key = `\\x${BUSY.toString('hex')}`;
    const grow = `INSERT INTO btc.address_transactions (address_key, seq, tx_key, delta, balance, received)
      SELECT '${key}', seq + 1, tx_key, 0, balance, received FROM btc.address_transactions WHERE address_key = '${key}' ORDER BY seq DESC LIMIT 1`;
    try {
      await api.session.query(grow);
      await api.session.query('UPDATE btc.sync_state SET content_version = content_version + 1');
      const later = await api.get(path(`?limit=10&cursor=${first.json.next}`));
      expect(txids(later.json)).toEqual(txids(after.json));
      expect(later.json.offset).toBe(after.json.offset + 1);
    } finally {
      await api.session.query(
        `DELETE FROM btc.address_transactions WHERE address_key = '${key}' AND seq > ${oldestFirst.length}`,
      );
    }
  });

  it('are refused when damaged, of another address, or contradicted', async () => {
    const { next } = (await api.get(path('?limit=1'))).json;
    const damaged = `B${next.slice(1)}`;
    for (const query of [
      `cursor=${damaged}`,
      `cursor=${next}x`,
      'cursor=',
      `cursor=${next}&offset=1`,
      `cursor=${next}&order=asc`,
    ]) {
      expect((await api.get(path(`?${query}`))).status, query).toBe(400);
    }
    const foreign = await api.get(path(`?cursor=${next}`, formatAddress(network, OTHER)));
    expect(foreign.json).toMatchObject({ status: 400, code: 'invalid-cursor' });
  });
});
