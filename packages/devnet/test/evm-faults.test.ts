/** Faults of the content, and of subscriptions; those of the connection are those of all nodes. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { BROKEN_ANSWERS, LYING_ANSWERS, type SimulatedEvmNode } from '../src/index.js';
import { hex, type NodeJson, postEvm, rpc, startEvm, TRACER } from './evm-helpers.js';

let node: SimulatedEvmNode;
let tipHash: string;
beforeAll(async () => {
  node = await startEvm('eth', { blocks: 52 });
  tipHash = `0x${node.tip().hash}`;
});
afterEach(() => node.setFaults([]));
afterAll(() => node.close());

describe('of the content', () => {
  test('wrong-block: another one, its receipts, its traces', async () => {
    const below = await rpc(node, 'eth_getBlockByNumber', hex(51), false);
    const [trace] = await rpc(node, 'debug_traceBlockByHash', below.hash, TRACER);
    node.setFaults([{ kind: 'wrong-block' }]);
    expect((await rpc(node, 'eth_getBlockByHash', tipHash, true)).hash).toBe(below.hash);
    expect((await rpc(node, 'eth_getBlockReceipts', tipHash))[0].blockHash).toBe(below.hash);
    expect((await rpc(node, 'debug_traceBlockByHash', tipHash, TRACER))[0]).toEqual(trace);
  });

  test.each([
    ['eth_getBlockByHash', [true]],
    ['eth_getBlockReceipts', []],
    ['debug_traceBlockByHash', [TRACER]],
  ] as const)('flipped-bit: one digit of what binds %s to the question', async (method, more) => {
    const truth = JSON.stringify(await rpc(node, method, tipHash, ...more));
    node.setFaults([{ kind: 'flipped-bit' }]);
    const lie = JSON.stringify(await rpc(node, method, tipHash, ...more));
    expect([...lie].filter((digit, at) => digit !== truth[at])).toHaveLength(1);
    expect(lie).toHaveLength(truth.length);
  });

  test('wrong-parent: a block that is valid in itself and links to nothing', async () => {
    node.setFaults([{ kind: 'wrong-parent', times: 1 }]);
    const forged = await rpc(node, 'eth_getBlockByNumber', hex(50), false);
    expect((await rpc(node, 'eth_getBlockByHash', forged.hash, true)).hash).toBe(forged.hash);
    expect(await rpc(node, 'eth_getBlockReceipts', forged.hash)).toHaveLength(forged.transactions.length);
    expect(await rpc(node, 'eth_getBlockByHash', forged.parentHash, false)).toBeNull();
    expect((await rpc(node, 'eth_getBlockByNumber', hex(50), false)).hash).not.toBe(forged.hash);
  });

  test('stale-tip and wrong-height', async () => {
    node.setFaults([{ kind: 'stale-tip', depth: 3 }]);
    expect(Number(await rpc(node, 'eth_blockNumber'))).toBe(49);
    expect(Number((await rpc(node, 'eth_getBlockByNumber', 'latest', false)).number)).toBe(49);
    node.setFaults([{ kind: 'wrong-height' }]);
    expect(Number((await rpc(node, 'eth_getBlockByNumber', hex(20), false)).number)).toBe(19);
  });

  test('receipts that are not there yet, receipts and traces that lack the last', async () => {
    const count = (await rpc(node, 'eth_getBlockReceipts', tipHash)).length;
    node.setFaults([{ kind: 'missing-receipts' }]);
    expect(await rpc(node, 'eth_getBlockReceipts', tipHash)).toBeNull();
    node.setFaults([{ kind: 'short-answer' }]);
    expect(await rpc(node, 'eth_getBlockReceipts', tipHash)).toHaveLength(count - 1);
    expect(await rpc(node, 'debug_traceBlockByHash', tipHash, TRACER)).toHaveLength(count - 1);
  });

  test('a transaction that takes too long to trace, and state that is gone', async () => {
    node.setFaults([{ kind: 'untraceable' }, { kind: 'missing-state', methods: ['eth_getBalance'] }]);
    const traces = await rpc(node, 'debug_traceBlockByHash', tipHash, TRACER);
    expect(traces.filter(({ error }: NodeJson) => error === 'execution timeout')).toHaveLength(1);
    const { hot } = node.exampleAddresses();
    await expect(rpc(node, 'eth_getBalance', hot, 'latest')).rejects.toThrow('missing trie node');
  });

  test('changed members, dropped answers', async () => {
    node.setFaults([{ kind: 'changed-fields', methods: ['eth_getBlockByHash'], fields: { miner: null } }]);
    expect((await rpc(node, 'eth_getBlockByHash', tipHash, false)).miner).toBeNull();
    node.setFaults([{ kind: 'dropped-answer', times: 1 }]);
    const call = { jsonrpc: '2.0', method: 'eth_blockNumber', params: [] };
    const { json } = await postEvm(
      node,
      [1, 2].map((id) => ({ ...call, id })),
    );
    expect(json.map(({ id }: NodeJson) => id)).toEqual([2]);
  });
});

test('subscribers are left in silence, or their connection ends', async () => {
  const watched = await startEvm('eth', { blocks: 3 });
  const socket = new WebSocket(watched.wsUrl);
  const messages: NodeJson[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  socket.on('open', () => socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}'));
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  while (messages.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  watched.setFaults([{ kind: 'silent-heads', times: 1 }]);
  await watched.mine(2);
  while (messages.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(Number(messages[1].params.result.number)).toBe(5);
  watched.setFaults([{ kind: 'dropped-heads' }]);
  await watched.mine();
  await ended;
  expect(watched.faultCounts()).toMatchObject({ 'silent-heads': 1, 'dropped-heads': 1 });
  await watched.close();
});

test('every fault that real nodes have strikes here, too', async () => {
  for (const fault of [...BROKEN_ANSWERS, ...LYING_ANSWERS]) {
    const before = node.faultCounts()[fault.kind] ?? 0;
    node.setFaults([{ ...fault, rate: 1, times: 1 }]);
    for (const method of ['eth_blockNumber', 'eth_getBlockByNumber', 'eth_getBlockByHash']) {
      await rpc(node, method, method.endsWith('Number') ? hex(30) : tipHash, false).catch(() => undefined);
    }
    expect([fault.kind, node.faultCounts()[fault.kind]]).toEqual([fault.kind, before + 1]);
  }
});
