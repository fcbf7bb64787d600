import { decodeUtxoBlock } from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedNode, startSimulatedNode } from '../src/index.js';
import { displayHash } from '../src/utxo/hash.js';
import { btc, call, ltc, post } from './helpers.js';

let core30: SimulatedNode;
let litecoin: SimulatedNode;
beforeAll(async () => {
  core30 = await startSimulatedNode({ chain: btc, blocks: 160, spentTxOuts: true });
  litecoin = await startSimulatedNode({ chain: ltc, blocks: 160 });
});
afterAll(() => Promise.all([core30.close(), litecoin.close()]));

describe('the HTTP face', () => {
  test('asks for credentials', async () => {
    const wrong = await post({ ...core30.endpoint, password: 'wrong' }, { method: 'getblockcount' });
    expect(wrong.status).toBe(401);
    expect((await fetch(core30.endpoint.url)).status).toBe(405);
  });

  test('answers as before 28.0: status by error code, both result and error', async () => {
    const body = (method: string, params: unknown[] = []): unknown => ({ jsonrpc: '2.0', id: 'a', method, params });
    const ok = await post(litecoin.endpoint, body('getblockcount'));
    expect([ok.status, ok.json]).toEqual([200, { result: 160, error: null, id: 'a' }]);
    const unknown = await post(litecoin.endpoint, body('help'));
    expect([unknown.status, unknown.json]).toEqual([
      404,
      { result: null, error: { code: -32601, message: 'Method not found' }, id: 'a' },
    ]);
    const outOfRange = await post(litecoin.endpoint, body('getblockhash', [161]));
    expect([outOfRange.status, outOfRange.json.error]).toEqual([
      500,
      { code: -8, message: 'Block height out of range' },
    ]);
  });

  test('answers strict JSON-RPC 2.0 from 28.0 on, and the old way to old requests', async () => {
    const strict = await post(core30.endpoint, { jsonrpc: '2.0', id: 5, method: 'getblockhash', params: [161] });
    expect([strict.status, strict.json]).toEqual([
      200,
      { jsonrpc: '2.0', error: { code: -8, message: 'Block height out of range' }, id: 5 },
    ]);
    const notification = await post(core30.endpoint, { jsonrpc: '2.0', method: 'getblockcount' });
    expect([notification.status, notification.text]).toEqual([204, '']);
    expect((await post(core30.endpoint, { id: 5, method: 'help' })).status).toBe(404);
  });

  test('answers batches in order, and malformed ones with their codes', async () => {
    const batch = await post(litecoin.endpoint, [{ id: 1, method: 'getblockcount' }, { id: 2, method: 'nothing' }, 7]);
    expect(batch.status).toBe(200);
    expect(batch.json.map((reply: { error: { code: number } | null }) => reply.error?.code ?? null)).toEqual([
      null,
      -32601,
      -32600,
    ]);
    const garbage = await post(core30.endpoint, '{"method":');
    expect([garbage.status, garbage.json.error.code]).toEqual([500, -32700]);
    expect((await post(core30.endpoint, { id: 1 })).status).toBe(400);
    const named = await post(core30.endpoint, { id: 1, method: 'getblockhash', params: { height: 0 } });
    expect(named.json.result).toBe(
      core30.model() && '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    );
  });
});

describe('chain calls', () => {
  test('getblockchaininfo and getnetworkinfo say what the node is', async () => {
    const tip = core30.tip();
    expect(await call(core30.endpoint, 'getblockchaininfo')).toMatchObject({
      chain: 'regtest',
      blocks: 160,
      headers: 160,
      bestblockhash: tip.hash,
      initialblockdownload: false,
      pruned: false,
    });
    expect(await call(core30.endpoint, 'getnetworkinfo')).toMatchObject({
      version: 300_000,
      subversion: '/Satoshi:30.0.0/',
    });
    expect(await call(litecoin.endpoint, 'getnetworkinfo')).toMatchObject({
      version: 210_504,
      subversion: '/LitecoinCore:0.21.5.4/',
    });
    expect(await call(core30.endpoint, 'getbestblockhash')).toBe(tip.hash);
  });

  test('getblockheader and getblock agree', async () => {
    const hash = await call(core30.endpoint, 'getblockhash', 150);
    const header = await call(core30.endpoint, 'getblockheader', hash);
    expect(header).toMatchObject({ hash, height: 150, confirmations: 11 });
    expect(header.nextblockhash).toBe(await call(core30.endpoint, 'getblockhash', 151));
    const raw = await call(core30.endpoint, 'getblock', hash, 0);
    expect(raw.slice(0, 160)).toBe(await call(core30.endpoint, 'getblockheader', hash, false));
    expect(await call(core30.endpoint, 'getblock', hash, false)).toBe(raw);
    const block = await call(core30.endpoint, 'getblock', hash);
    const { txids, txCount } = decodeUtxoBlock(btc, Buffer.from(raw, 'hex'));
    expect(block).toEqual({
      ...header,
      tx: Array.from({ length: txCount }, (_, n) => displayHash(txids.subarray(n * 32, n * 32 + 32))),
    });
  });

  test('transactions are described: what they spend, whom they pay, amounts with eight decimals', async () => {
    for (const [node, name] of [
      [core30, 'address'],
      [litecoin, 'addresses'],
    ] as const) {
      const { tx } = await call(node.endpoint, 'getblock', await call(node.endpoint, 'getblockhash', 130));
      const answers = await Promise.all(
        tx.map((txid: string) => post(node.endpoint, { id: 1, method: 'getrawtransaction', params: [txid, 1] })),
      );
      const outputs = answers.flatMap(({ text, json }, index) => {
        for (const amount of text.match(/"value":[^,}]*/g) ?? []) expect(amount).toMatch(/:\d+\.\d{8}$/);
        const [input] = json.result.vin;
        if (index === 0) expect(input.coinbase).toBeDefined();
        else expect(input.txid).toMatch(/^[0-9a-f]{64}$/);
        return json.result.vout;
      });
      expect(outputs.some(({ scriptPubKey }: { scriptPubKey: object }) => name in scriptPubKey)).toBe(true);
    }
  });

  test('transactions are counted', async () => {
    const { txcount } = await call(litecoin.endpoint, 'getchaintxstats', 1);
    expect(txcount).toBe(litecoin.model().transactionCount);
  });

  test('refuses hashes and types as the node does', async () => {
    await expect(call(core30.endpoint, 'getblock', 'abc')).rejects.toThrow(
      "-8 blockhash must be of length 64 (not 3, for 'abc')",
    );
    await expect(call(core30.endpoint, 'getblock', 'g'.repeat(64))).rejects.toThrow('-8 blockhash must be hexadecimal');
    await expect(call(core30.endpoint, 'getblock', '00'.repeat(32))).rejects.toThrow('-5 Block not found');
    await expect(call(core30.endpoint, 'getblockheader', '00'.repeat(32))).rejects.toThrow('-5 Block not found');
    await expect(call(core30.endpoint, 'getblockhash', 'x')).rejects.toThrow('-3 ');
  });

  test('waitfornewblock returns with the new tip, or with the old one when time is up', async () => {
    const waiting = call(core30.endpoint, 'waitfornewblock', 30_000);
    while (core30.requestCounts()['waitfornewblock'] === undefined)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const tip = core30.mine();
    expect(await waiting).toEqual({ hash: tip.hash, height: tip.height });
    expect(await call(core30.endpoint, 'waitfornewblock', 20)).toEqual({ hash: tip.hash, height: tip.height });
  });

  test('stale blocks stay readable, with -1 confirmations', async () => {
    const old = core30.tip();
    core30.reorg(1);
    expect(await call(core30.endpoint, 'getblockheader', old.hash)).toMatchObject({
      confirmations: -1,
      height: old.height,
    });
    expect(await call(core30.endpoint, 'getblockhash', old.height)).not.toBe(old.hash);
  });
});

describe('transaction calls', () => {
  test('the mempool, with and without its sequence', async () => {
    const ids = await call(core30.endpoint, 'getrawmempool');
    expect(ids).toEqual(core30.mempool());
    expect(ids.length).toBeGreaterThan(0);
    const { txids, mempool_sequence } = await call(core30.endpoint, 'getrawmempool', false, true);
    expect(txids).toEqual(ids);
    expect(mempool_sequence).toBeGreaterThan(0);
    const waiting = await call(core30.endpoint, 'getrawtransaction', ids[0], true);
    expect(waiting).toMatchObject({ txid: ids[0] });
    expect(await call(core30.endpoint, 'getrawtransaction', ids[0])).toBe(waiting.hex);
  });

  test('getrawtransaction finds confirmed ones, never the genesis coinbase', async () => {
    const [txid] = core30.exampleTxids();
    const found = await call(core30.endpoint, 'getrawtransaction', txid, 1);
    expect(await call(core30.endpoint, 'getrawtransaction', txid, 0)).toBe(found.hex);
    const genesis = await call(core30.endpoint, 'getblock', await call(core30.endpoint, 'getblockhash', 0));
    await expect(call(core30.endpoint, 'getrawtransaction', genesis.tx[0])).rejects.toThrow(
      '-5 The genesis block coinbase',
    );
    await expect(call(core30.endpoint, 'getrawtransaction', '00'.repeat(32))).rejects.toThrow(
      '-5 No such mempool or blockchain transaction',
    );
  });

  test('gettxout and gettxoutsetinfo know what is unspent', async () => {
    const model = litecoin.model();
    const { text, json } = await post(litecoin.endpoint, { id: 1, method: 'gettxoutsetinfo' });
    expect(json.result).toMatchObject({ height: 160, txouts: model.utxoCount, bestblock: litecoin.tip().hash });
    const whole = model.utxoTotal.toString();
    expect(text).toContain(`"total_amount":${whole.slice(0, -8)}.${whole.slice(-8)}`);
    const { tx } = await call(litecoin.endpoint, 'getblock', litecoin.tip().hash);
    const [first, { vin }] = await Promise.all(
      tx.slice(0, 2).map((txid: string) => call(litecoin.endpoint, 'getrawtransaction', txid, 1)),
    );
    const coinbase = await call(litecoin.endpoint, 'gettxout', tx[0], 0);
    expect(coinbase).toMatchObject({ coinbase: true, confirmations: 1, value: first.vout[0].value });
    expect(await call(litecoin.endpoint, 'gettxout', vin[0].txid, vin[0].vout)).toBeNull();
  });
});
