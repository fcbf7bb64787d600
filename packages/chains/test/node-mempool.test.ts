import { beforeEach, describe, expect, it } from 'vitest';
import { NodeLieError, requireUtxoChain, type UtxoNode } from '../src/index.js';
import { FakeNode, failureOf, Refusal, type RpcCall, Verbatim } from './node-fake.js';

const idOf = (number: number): string => number.toString(16).padStart(64, '0');
const ids = Array.from({ length: 300 }, (_, index) => idOf(index));
let fake: FakeNode;
let node: UtxoNode;
/** Calls in each request for transactions. */
let sizes: number[];

beforeEach(async () => {
  fake = await new FakeNode().start();
  node = fake.client();
  sizes = [];
  fake.misbehave = ({ body }) => {
    if (body.includes('"getrawtransaction"')) sizes.push((JSON.parse(body) as RpcCall[]).length);
    return false;
  };
  fake.methods['getrawtransaction'] = ([id]) => String(id).slice(-4);
});

it('reads a mempool of 300,000 transactions', async () => {
  const txids = Array.from({ length: 300_000 }, (_, index) => idOf(index));
  fake.methods['getrawmempool'] = () => ({ txids, mempool_sequence: 7 });
  expect(await node.mempool()).toEqual({ txids, sequence: 7 });
});

it.each([
  [{ loaded: true, size: 3 }, true],
  [{ loaded: false, size: 1 }, false],
  [{ size: 1 }, null],
])('a node that says %j has read its mempool: %s', async (answer, isLoaded) => {
  fake.methods['getmempoolinfo'] = () => answer;
  expect((await node.mempoolInfo()).isLoaded).toBe(isLoaded);
});

it.each([
  [{ txids: ['zz'], mempool_sequence: 1 }],
  [{ txids: [idOf(1), 5], mempool_sequence: 1 }],
  [{ txids: [idOf(1)] }],
  [[idOf(1)]],
  ['none'],
  [null],
])('refuses %j for a mempool', async (answer) => {
  fake.methods['getrawmempool'] = () => answer;
  expect(await failureOf(node.mempool())).toBeInstanceOf(NodeLieError);
});

it('says what helps where the list is larger than any answer that is read', async () => {
  const txids = Array.from({ length: 2_000 }, (_, index) => idOf(index));
  fake.methods['getrawmempool'] = () => ({ txids, mempool_sequence: 7 });
  const small = fake.client({ maxBodyBytes: 1000 });
  const error = await failureOf(small.mempool());
  expect(error).toMatchObject({ retryable: false });
  expect(String(error)).toMatch(/too large to be read; lower -maxmempool of the node, or turn .* BTC_MEMPOOL_LIMIT=0/);
});

it('fetches transactions in batches, in the order of the question', async () => {
  const expected = ids.map((id) => Buffer.from(id.slice(-4), 'hex'));
  expect(await node.rawPending(ids)).toEqual(expected);
  expect(sizes).toHaveLength(5);
  expect(Math.max(...sizes)).toBe(64);
  expect(await node.rawPending([])).toEqual([]);
});

it('asks for less at once where the answer would be too large', async () => {
  const large = '00'.repeat(3 * 2 ** 20);
  fake.methods['getrawtransaction'] = () => large;
  const transactions = await node.rawPending(ids.slice(0, 4));
  expect(transactions.map((bytes) => bytes?.length)).toEqual(Array.from({ length: 4 }, () => 3 * 2 ** 20));
  expect(sizes).toEqual([4, 2, 2]);
});

it("asks for less at once where the node's own limit is lower", async () => {
  fake.misbehave = ({ body, response }) => {
    const calls = JSON.parse(body === '' ? '{}' : body) as RpcCall | RpcCall[];
    if (!Array.isArray(calls) || calls.length < 3) return false;
    response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32011,"message":"The batch response was too large"}}');
    return true;
  };
  expect(await node.rawPending(ids.slice(0, 7))).toHaveLength(7);
});

it('gives up on a transaction that is too large alone', async () => {
  const small = fake.client({ maxBodyBytes: 1000 });
  fake.methods['getrawtransaction'] = () => '00'.repeat(100_000);
  await expect(small.rawPending(ids.slice(0, 3))).rejects.toMatchObject({ name: 'NodeError', retryable: false });
});

it('repeats a batch that was cut off, and no other', async () => {
  let cut = false;
  const { misbehave } = fake;
  fake.misbehave = (exchange) => {
    misbehave(exchange);
    if (cut || sizes.length !== 2) return false;
    cut = true;
    exchange.request.socket.destroy();
    return true;
  };
  expect(await node.rawPending(ids)).toHaveLength(300);
  expect(sizes).toHaveLength(6);
});

it('stops at the first refusal', async () => {
  fake.methods['getrawtransaction'] = () => {
    throw new Refusal(-1, 'no');
  };
  await expect(node.rawPending(ids)).rejects.toMatchObject({ retryable: false, facts: { code: -1 } });
  expect(sizes.length).toBeLessThan(5);
});

it.each(['', 'ABCD', `${idOf(1)}0`, '../../etc'])('asks for no transaction called %s', async (txid) => {
  await expect(node.rawPending([txid])).rejects.toThrow(RangeError);
  await expect(node.unspentOutputs([{ txid, vout: 0 }])).rejects.toThrow(RangeError);
  await expect(node.describedTransactions([txid], idOf(1))).rejects.toThrow(RangeError);
  await expect(node.blockTxids(txid)).rejects.toThrow(RangeError);
});

it.each([
  ['{"value":0.000000001,"scriptPubKey":{"hex":""}}'],
  ['{"value":"much","scriptPubKey":{"hex":""}}'],
  ['{"value":1,"scriptPubKey":{"hex":"0"}}'],
  ['{"value":1}'],
  ['[]'],
])('refuses the output %s', async (json) => {
  fake.methods['gettxout'] = () => new Verbatim(json);
  expect(await failureOf(node.unspentOutputs([{ txid: idOf(1), vout: 0 }]))).toBeInstanceOf(NodeLieError);
});

it('refuses another block and another transaction than those asked for', async () => {
  fake.methods['getblock'] = () => ({ hash: idOf(2), tx: [idOf(3)] });
  expect(await failureOf(node.blockTxids(idOf(1)))).toBeInstanceOf(NodeLieError);
  fake.methods['getrawtransaction'] = () => ({ txid: idOf(2), vin: [], vout: [] });
  expect(await failureOf(node.describedTransactions([idOf(1)], idOf(9)))).toBeInstanceOf(NodeLieError);
});

it("leaves litecoind's MWEB inputs and outputs out of a description", async () => {
  const txid = idOf(1);
  const scriptPubKey = { hex: '51', address: 'x' };
  fake.methods['getrawtransaction'] = () => ({
    txid,
    vin: [
      { ismweb: true, output_id: 'a' },
      { txid: idOf(2), vout: 4 },
    ],
    vout: [
      { ismweb: true, output_id: 'b' },
      { value: 0.5, n: 0, scriptPubKey },
    ],
  });
  expect(await node.describedTransactions([txid], idOf(9))).toEqual([
    {
      txid,
      inputs: [{ txid: idOf(2), vout: 4 }],
      outputs: [{ value: 50_000_000n, addresses: ['x'], scriptHex: '51' }],
    },
  ]);
});

describe('what the node says of fees', () => {
  const estimates: Record<number, object> = {
    2: { feerate: '0.00012345', blocks: 2 },
    3: { feerate: 0.0001, blocks: 3 },
    6: { errors: ['Insufficient data or no feerate found'], blocks: 6 },
    // dogecoind has none.
    12: { feerate: -1, blocks: 12 },
    24: { feerate: 0.00001001, blocks: 24 },
    // For blocks further away, nodes answer for the furthest that they know.
    144: { feerate: 0.00001, blocks: 24 },
  };

  it('is told by blocks, without those that it does not know', async () => {
    fake.methods['estimatesmartfee'] = ([target]) => estimates[Number(target)];
    expect(await node.feeEstimates()).toEqual([
      { blocks: 2, feeRate: 12_345 },
      { blocks: 3, feeRate: 10_000 },
      { blocks: 24, feeRate: 1_000 },
    ]);
  });

  it('is nothing where the node offers none', async () => {
    expect(await node.feeEstimates()).toEqual([]);
    fake.methods['estimatesmartfee'] = () => ({ feerate: 'much', blocks: 2 });
    expect(await failureOf(node.feeEstimates())).toBeInstanceOf(NodeLieError);
  });

  it('is one figure on Bitcoin Cash', async () => {
    const cash = fake.client({ chain: requireUtxoChain('bch'), network: requireUtxoChain('bch').networks.at(-1)! });
    fake.methods['estimatefee'] = () => 0.00001;
    expect(await cash.feeEstimates()).toEqual([{ blocks: 1, feeRate: 1_000 }]);
  });
});
