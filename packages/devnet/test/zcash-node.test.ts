import { decodeUtxoBlock, requireUtxoChain, SHIELDED_POOLS } from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedNode, startSimulatedNode } from '../src/index.js';
import { UPGRADE_LIST } from '../src/zcash/upgrades.js';

const zec = requireUtxoChain('zec');
let node: SimulatedNode;

beforeAll(async () => {
  node = await startSimulatedNode({ chain: zec, blocks: 170 });
});
afterAll(() => node.close());

interface Reply {
  readonly status: number;
  readonly text: string;
}

async function post(body: unknown, credentials: string | null = 'demo:demo'): Promise<Reply> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', Connection: 'close' };
  if (credentials !== null) headers['Authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(node.endpoint.url, { method: 'POST', headers, body: text });
  return { status: response.status, text: await response.text() };
}

/** The result of a strict call, or an Error with code and message. */
async function call(method: string, ...params: unknown[]) {
  const { text } = await post({ jsonrpc: '2.0', id: 1, method, params });
  const { result, error } = JSON.parse(text);
  if (error) throw new Error(`${error.code} ${error.message}`);
  return result;
}

test('a connection with other credentials, or none, is closed without an answer', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'getblockcount', params: [] };
  for (const wrong of ['demo:wrong', null]) await expect(post(body, wrong)).rejects.toThrow('fetch failed');
  // The user is not looked at.
  expect((await post(body, 'anybody:demo')).status).toBe(200);
});

describe('JSON-RPC', () => {
  test('answers with HTTP 200 whatever went wrong', async () => {
    const reply = async (body: unknown) => {
      const { status, text } = await post(body);
      return [status, JSON.parse(text)];
    };
    const strict = { jsonrpc: '2.0', id: 'a', method: 'getblockcount' };
    expect(await reply(strict)).toEqual([200, { jsonrpc: '2.0', id: 'a', result: 170 }]);
    const unknown = { code: -32601, message: 'Method not found' };
    for (const method of ['waitfornewblock', 'gettxoutsetinfo', 'getzmqnotifications', 'uptime']) {
      expect(await reply({ ...strict, method })).toEqual([200, { jsonrpc: '2.0', id: 'a', error: unknown }]);
    }
    expect(await reply({ id: 1, method: 'getblockcount', params: [] })).toEqual([
      200,
      { id: 1, result: 170, error: null },
    ]);
    const invalid = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } };
    expect(await reply({ id: 1, method: 'getblockcount' })).toEqual([200, invalid]);
    expect(await reply([])).toEqual([200, invalid]);
    expect(await reply('{"method":')).toEqual([
      200,
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
    ]);
  });

  test('wants every element of a batch to be strict', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'getblockcount', params: [] },
      { id: 2, method: 'getblockcount', params: [] },
      { jsonrpc: '2.0', id: 3, method: 'getblockhash', params: [0] },
    ];
    const replies = JSON.parse((await post(batch)).text);
    expect(replies.map(({ id, error }: { id: unknown; error?: { code: number } }) => [id, error?.code])).toEqual([
      [1, undefined],
      [null, -32600],
      [3, undefined],
    ]);
  });

  test('closes the connection on a request that is too large, and has no REST', async () => {
    await expect(post(`"${'a'.repeat(4_001_100)}"`)).rejects.toThrow('fetch failed');
    const headers = { Authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}`, Connection: 'close' };
    const response = await fetch(`${node.endpoint.url}/rest/chaininfo.json`, { headers });
    expect(response.status).toBe(405);
    await response.text();
  });
});

describe('the chain', () => {
  test('is described with its upgrades', async () => {
    const info = await call('getblockchaininfo');
    const tip = node.tip();
    expect(info).toMatchObject({
      chain: 'test',
      blocks: 170,
      headers: 170,
      estimatedheight: 170,
      bestblockhash: tip.hash,
    });
    expect(info.verificationprogress).toBe(1);
    expect(info.initialblockdownload).toBeUndefined();
    expect(Object.keys(info.upgrades).sort()).toEqual(
      UPGRADE_LIST.map(({ branchId }) => branchId.toString(16).padStart(8, '0')).sort(),
    );
    expect(info.upgrades['37a5165b']).toEqual({ name: 'NU6.3', activationheight: 144, status: 'active' });
  });

  test('is known by name and version', async () => {
    const subversion = '/Zebra:7.0.0/';
    expect(await call('getnetworkinfo')).toMatchObject({ version: 7_000_000, subversion, protocolversion: 170_190 });
    expect(await call('getdeprecationinfo')).toEqual({});
    expect(await call('getbestblockhash')).toBe(node.tip().hash);
  });

  test('getblockhash counts from the tip below zero', async () => {
    expect(await call('getblockhash', -1)).toBe(node.tip().hash);
    expect(await call('getblockhash', 0)).toBe('029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327');
    await expect(call('getblockhash', 171)).rejects.toThrow('-1 Provided index is greater than the current tip');
    await expect(call('getblockhash', 'x')).rejects.toThrow('-1 Invalid params');
  });
});

describe('blocks', () => {
  test('are asked for by hash or by height, both as text', async () => {
    const hash = await call('getblockhash', 150);
    const raw = await call('getblock', hash, 0);
    expect(await call('getblock', '150', 0)).toBe(raw);
    expect(await call('getblock', '-21', 0)).toBe(raw);
    expect(decodeUtxoBlock(zec, Buffer.from(raw, 'hex')).hash).toBe(hash);
    expect(raw.startsWith(await call('getblockheader', hash, false))).toBe(true);
    await expect(call('getblock', 150, 0)).rejects.toThrow('-1 Invalid params');
    await expect(call('getblock', 'abc')).rejects.toThrow('-8 parse error');
  });

  test('that do not exist are refused with -8 by height, -5 by hash, and -8 for raw bytes', async () => {
    await expect(call('getblock', '171')).rejects.toThrow('-8 block height not in best chain');
    await expect(call('getblock', '00'.repeat(32))).rejects.toThrow('-5 block height not in best chain');
    await expect(call('getblockheader', '00'.repeat(32))).rejects.toThrow('-5 block height not in best chain');
    await expect(call('getblock', '00'.repeat(32), 0)).rejects.toThrow('-8 Block not found');
  });

  test('carry ids at verbosity 1, and what the pools hold', async () => {
    const hash = await call('getblockhash', 160);
    const block = await call('getblock', hash);
    const decoded = decodeUtxoBlock(zec, Buffer.from(await call('getblock', hash, 0), 'hex'));
    const { tx, valuePools, ...header } = block;
    expect(await call('getblockheader', hash)).toEqual(header);
    expect(tx).toHaveLength(decoded.txCount);
    const below = await call('getblock', '159');
    const gained: Record<string, bigint> = {};
    decoded.poolDeltas?.forEach((delta, at) => {
      const pool = SHIELDED_POOLS[at % SHIELDED_POOLS.length] as string;
      gained[pool] = (gained[pool] ?? 0n) + delta;
    });
    for (const [at, { id, chainValueZat }] of valuePools.entries()) {
      if (id in gained) expect(BigInt(chainValueZat - below.valuePools[at].chainValueZat)).toBe(gained[id]);
    }
    expect(Object.keys(gained)).toEqual([...SHIELDED_POOLS]);
    const { pools: books, utxoTotal } = node.model();
    expect(books?.transparent).toBe(utxoTotal);
    const last = await call('getblock', node.tip().hash);
    for (const { id, chainValueZat } of last.valuePools) expect(chainValueZat).toBe(Number(books?.[id as 'sapling']));
  });

  test('that became stale are not to be had any more', async () => {
    const old = node.tip();
    node.reorg(1);
    await expect(call('getblock', old.hash, 0)).rejects.toThrow('-8 Block not found');
    await expect(call('getblock', old.hash)).rejects.toThrow('-5 block height not in best chain');
    expect((await call('getblockheader', node.tip().hash)).confirmations).toBe(1);
  });
});

describe('transactions', () => {
  test('wait in the mempool, listed in the order of their ids', async () => {
    while (node.mempool().length < 3) node.mine();
    const ids = await call('getrawmempool');
    expect(ids).toEqual([...node.mempool()].sort());
    const bytes = await call('getrawtransaction', ids[0]);
    expect(await call('getmempoolinfo')).toMatchObject({ size: ids.length });
    const shown = await call('getrawtransaction', ids[0], 1);
    expect([shown.txid, shown.hex]).toEqual([ids[0], bytes]);
    for (const { value, valueZat } of shown.vout) expect(Math.round(value * 1e8)).toBe(valueZat);
  });

  test('are found by id, or in the block that is named', async () => {
    const { tx, hash } = await call('getblock', '160');
    const [id] = tx;
    const shown = await call('getrawtransaction', id, 1, hash);
    expect(shown).toMatchObject({ txid: id, vin: [{ coinbase: expect.any(String) }] });
    expect(await call('getrawtransaction', id, 1)).toEqual(shown);
    expect(await call('getrawtransaction', id)).toBe(shown.hex);
    const [other] = (await call('getblock', '159')).tx;
    await expect(call('getrawtransaction', other, 0, hash)).rejects.toThrow('-5 txid not found');
    await expect(call('getrawtransaction', '00'.repeat(32))).rejects.toThrow('-5 Transaction not found');
    await expect(call('getrawtransaction', 'xy')).rejects.toThrow('-5 ');
  });

  test('gettxout shows what is unspent', async () => {
    const described = async (hash: string) =>
      Promise.all((await call('getblock', hash)).tx.map((id: string) => call('getrawtransaction', id, 1)));
    let tx = await described(node.tip().hash);
    while (tx[0].vout.length === 0 || tx.length === 1) tx = await described(node.mine().hash);
    const [output] = tx[0].vout;
    const found = await call('gettxout', tx[0].txid, 0);
    expect(found).toMatchObject({ bestblock: node.tip().hash, confirmations: 1, coinbase: true, value: output.value });
    expect(found.scriptPubKey).toEqual(output.scriptPubKey);
    const spent = tx.flatMap(({ vin }: { vin: { txid?: string; vout: number }[] }) => vin.filter(({ txid }) => txid));
    expect(spent.length).toBeGreaterThan(0);
    for (const { txid, vout } of spent) expect(await call('gettxout', txid, vout)).toBeNull();
    expect(await call('gettxout', '00'.repeat(32), 0)).toBeNull();
  });
});

test('faults strike here as they do elsewhere', async () => {
  node.setFaults([
    { kind: 'changed-fields', methods: ['getblockchaininfo'], fields: { estimatedheight: 9999 }, times: 1 },
  ]);
  expect((await call('getblockchaininfo')).estimatedheight).toBe(9999);
  node.setFaults([{ kind: 'unauthorized', times: 1 }]);
  await expect(call('getblockcount')).rejects.toThrow('fetch failed');
  node.setFaults([{ kind: 'wrong-parent', methods: ['getblockhash'], times: 1 }]);
  const forged = await call('getblockhash', 100);
  const bytes = Buffer.from(await call('getblock', forged, 0), 'hex');
  expect(decodeUtxoBlock(zec, bytes).hash).toBe(forged);
  node.setFaults([{ kind: 'flipped-bit', methods: ['getblock'], times: 1 }]);
  const hash = await call('getblockhash', 100);
  expect(await call('getblock', hash, 0)).not.toBe(await call('getblock', hash, 0));
  node.setFaults([]);
});

test('of the examples one is wholly shielded', async () => {
  const { hot } = node.exampleAddresses();
  expect(node.model().addresses.get(hot)?.txids.length).toBeGreaterThan(10);
  const shown = await Promise.all(node.exampleTxids().map((id) => call('getrawtransaction', id, 1)));
  expect(shown.some(({ vin, vout }) => vin.length + vout.length === 0)).toBe(true);
});

test('while it starts, no connection gets an answer', async () => {
  await node.restart({ downMs: 0, warmUpMs: 60_000 });
  await expect(call('getblockcount')).rejects.toThrow('fetch failed');
  await node.restart({ downMs: 0, warmUpMs: 0 });
  expect(await call('getblockcount')).toBe(node.tip().height);
});
