import { AbiCoder } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { PRICE_FEEDS, type SimulatedEvmNode } from '../src/index.js';
import {
  hasRecordedAnswers,
  hex,
  type NodeJson,
  postEvm,
  readAll,
  recordedAnswer,
  rpc,
  startEvm,
  TRACER,
} from './evm-helpers.js';

let node: SimulatedEvmNode;
let blocks: NodeJson[];
let receipts: NodeJson[];
beforeAll(async () => {
  node = await startEvm('eth', { blocks: 100 });
  blocks = await readAll(node, 'eth_getBlockByNumber', 100, true);
  receipts = (await readAll(node, 'eth_getBlockReceipts', 100)).flat();
});
afterAll(() => node.close());

const transactions = (): NodeJson[] => blocks.flatMap((block) => block.transactions);
const keys = (value: object): string[] => Object.keys(value).toSorted();

describe.runIf(hasRecordedAnswers)('has the members that recorded answers have', () => {
  test('in blocks', () => {
    const { result } = recordedAnswer('eth_getBlockByNumber/get-latest.io');
    expect(keys(blocks[50])).toEqual(keys(result));
  });

  test.each([
    ['legacy', 'eth_getBlockByNumber/get-latest.io', 0],
    ['access-list', 'eth_getTransactionByHash/get-access-list.io', 1],
    ['dynamic-fee', 'eth_getTransactionByHash/get-dynamic-fee.io', 2],
    ['blob', 'eth_getTransactionByHash/get-blob-tx.io', 3],
    ['set-code', 'eth_getTransactionByHash/get-setcode-tx.io', 4],
  ])('in %s transactions', (_, path, type) => {
    const { result } = recordedAnswer(path);
    const recorded = result.transactions?.[0] ?? result;
    const made = transactions().find((transaction) => Number(transaction.type) === type);
    expect(keys(made)).toEqual(keys(recorded));
    if (type === 4) expect(keys(made.authorizationList[0])).toEqual(keys(recorded.authorizationList[0]));
  });

  test.each([
    ['access-list', 2],
    ['dynamic-fee', 2],
    ['blob-tx', 3],
    ['setcode-tx', 4],
  ])('in receipts of %s transactions, and their logs', (name, type) => {
    const { result } = recordedAnswer(`eth_getTransactionReceipt/get-${name}.io`);
    const made = receipts.find((receipt) => Number(receipt.type) === type);
    expect(keys(made)).toEqual(keys(result));
    const logged = receipts.find(({ logs }) => logs.length > 0);
    if (result.logs.length > 0) expect(keys(logged.logs[0])).toEqual(keys(result.logs[0]));
  });

  test('in errors', async () => {
    const method = 'debug_traceBlockByHash';
    const { error } = recordedAnswer(`${method}/trace-block-not-found.io`);
    const { json } = await postEvm(node, { jsonrpc: '2.0', id: 1, method, params: [`0x${'0'.repeat(63)}1`] });
    expect(json.error).toEqual(error);
  });
});

describe('blocks by tag', () => {
  test.each([
    ['latest', 100],
    ['finalized', 36],
  ])('%s', async (tag, height) => {
    expect(Number((await rpc(node, 'eth_getBlockByNumber', tag, false)).number)).toBe(height);
  });

  test('there is no finalized block on a short chain', async () => {
    const short = await startEvm('eth', { blocks: 20 });
    await expect(rpc(short, 'eth_getBlockByNumber', 'finalized', false)).rejects.toThrow(
      '-32000 finalized block not found',
    );
    await short.close();
  });

  test('what is not there is null', async () => {
    expect(await rpc(node, 'eth_getBlockByNumber', '0x3e8', true)).toBeNull();
    expect(await rpc(node, 'eth_getBlockReceipts', '0x3e8')).toBeNull();
    expect(await rpc(node, 'eth_getBlockByHash', `0x${'0'.repeat(64)}`, true)).toBeNull();
  });
});

describe('batches', () => {
  const call = (id: number): object => ({ jsonrpc: '2.0', id, method: 'eth_blockNumber', params: [] });

  test('have limits, and errors of their own', async () => {
    const many = await postEvm(
      node,
      Array.from({ length: 1_001 }, (_, id) => call(id)),
    );
    expect(many.json).toEqual([{ jsonrpc: '2.0', id: 0, error: { code: -32_600, message: 'batch too large' } }]);
    expect((await postEvm(node, '[]')).json.error).toEqual({ code: -32_600, message: 'empty batch' });
    expect((await postEvm(node, '{')).json.error).toEqual({ code: -32_700, message: 'parse error' });
    const mixed = await postEvm(node, [call(1), { id: 2, method: 'eth_nothing' }, 7]);
    expect(mixed.json.map(({ error }: NodeJson) => error?.code)).toEqual([undefined, -32_601, -32_600]);
  });

  test('stop when the answer grows too large', async () => {
    const counts = blocks.map(({ transactions }) => transactions.length);
    const largest = counts.indexOf(Math.max(...counts));
    const asked = { jsonrpc: '2.0', method: 'eth_getBlockReceipts', params: [hex(largest)] };
    const { text } = await postEvm(node, { ...asked, id: 1 });
    const count = Math.ceil(25_000_000 / text.length) + 5;
    expect(count).toBeLessThanOrEqual(1_000);
    const { json } = await postEvm(
      node,
      Array.from({ length: count }, (_, id) => ({ ...asked, id })),
    );
    expect(json).toHaveLength(count);
    expect(json[0].result).toHaveLength(counts[largest] ?? 0);
    expect(json.at(-1).error).toEqual({ code: -32_003, message: 'response too large' });
  });
});

describe('state', () => {
  const at = async (height: number): Promise<string> =>
    (await rpc(node, 'eth_getBlockByNumber', hex(height), false)).hash;

  test('is answered for any block of the chain, by number, tag and hash', async () => {
    const { hot } = node.exampleAddresses();
    const model = node.model();
    for (const height of [0, 40, 100]) {
      const expected = model.balanceAt(hot, height);
      expect(BigInt(await rpc(node, 'eth_getBalance', hot, hex(height)))).toBe(expected);
      expect(BigInt(await rpc(node, 'eth_getBalance', hot, { blockHash: await at(height) }))).toBe(expected);
    }
  });

  test('of removed blocks is gone', async () => {
    const forked = await startEvm('eth', { blocks: 10 });
    const { hot } = forked.exampleAddresses();
    const removed = `0x${forked.tip().hash}`;
    await forked.reorg(1);
    await expect(rpc(forked, 'eth_getBalance', hot, { blockHash: removed })).rejects.toThrow('missing trie node');
    expect((await rpc(forked, 'eth_getBlockByHash', removed, false)).hash).toBe(removed);
    await forked.close();
  });

  test('calls revert with their reason', async () => {
    const failed = receipts.find(({ status, logs }) => status === '0x0' && logs.length === 0);
    const transaction = transactions().find(({ hash }) => hash === failed.transactionHash);
    expect(transaction.hash).toBe(failed.transactionHash);
    const [splitter = ''] = node.exampleAddresses().typical.slice(-2);
    // payAndRevert(address)
    const data = `0xed6864b3${'0'.repeat(64)}`;
    const { json } = await postEvm(node, {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ to: splitter, data }, 'latest'],
    });
    expect(json.error).toMatchObject({ code: 3, message: 'execution reverted: taken back' });
    expect(json.error.data).toMatch(/^0x08c379a0/);
  });
});

test('price feeds say what the block of the call makes of them', async () => {
  const { symbol, middle, address: to } = PRICE_FEEDS[0]!;
  const { number, timestamp } = await rpc(node, 'eth_getBlockByNumber', '0x20', false);
  const call = (data: string) => rpc(node, 'eth_call', { to, data }, number);
  const abi = AbiCoder.defaultAbiCoder();
  expect(abi.decode(['string'], await call('0x7284e416'))).toEqual([`${symbol} / USD`]);
  const types = ['uint80', 'int256', 'uint256', 'uint256', 'uint80'];
  const [, price, started, updated] = abi.decode(types, await call('0xfeaf968c'));
  expect([started, updated]).toEqual([BigInt(timestamp), BigInt(timestamp)]);
  expect(price).toBeGreaterThan((middle * 98n) / 100n);
  expect(price).toBeLessThan((middle * 102n) / 100n);
});

describe('traces', () => {
  test('of a block are those of its transactions', async () => {
    const block = blocks.find(({ transactions }) => transactions.length > 8);
    const traces = await rpc(node, 'debug_traceBlockByHash', block.hash, TRACER);
    expect(traces.map(({ txHash }: NodeJson) => txHash)).toEqual(block.transactions.map(({ hash }: NodeJson) => hash));
    const traced = rpc(node, 'debug_traceBlockByHash', blocks[0].hash, TRACER);
    await expect(traced).rejects.toThrow('genesis is not traceable');
    await expect(rpc(node, 'trace_block', block.number)).rejects.toThrow('-32601');
  });
});

test('subscribers hear of the new branch and of nothing that was removed', async () => {
  const watched = await startEvm('eth', { blocks: 10 });
  const socket = new WebSocket(watched.wsUrl);
  const heads: NodeJson[] = [];
  const subscribed = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.id === 1) resolve();
      else heads.push(message.params.result);
    });
  });
  socket.on('open', () => socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}'));
  await subscribed;
  await watched.mine();
  await watched.reorg(2, 3);
  while (heads.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(heads.map(({ number }) => Number(number))).toEqual([11, 10, 11, 12]);
  expect(heads.at(-1).hash).toBe(`0x${watched.tip().hash}`);
  expect(heads[2].parentHash).toBe(heads[1].hash);
  const { size, transactions, uncles, withdrawals, ...header } = await rpc(
    watched,
    'eth_getBlockByNumber',
    'latest',
    false,
  );
  expect([size, transactions, uncles, withdrawals].every((member) => member !== undefined)).toBe(true);
  expect(heads.at(-1)).toEqual(header);
  socket.terminate();
  await watched.close();
});
