/** Generated blocks of EVM chains: they are what a node says, and of the shape they promise. */
import { chainOnNetwork, decodeEvmBlock, EVM_CHAINS, type EvmChain, withTraces } from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EvmGeneratorNode, startEvmGeneratorNode } from '../src/index.js';
import { hasRecordedAnswers, type NodeJson, postEvm, recordedAnswer, rpc, TRACER } from './evm-helpers.js';

const BLOCKS = 30;

function chainOf(code: string): EvmChain {
  return EVM_CHAINS.find((chain) => chain.code === code)!;
}

function read(node: EvmGeneratorNode, height: number): { block: NodeJson; receipts: NodeJson[] } {
  const { block, receipts } = node.answers(height);
  return { block: JSON.parse(block.toString()).result, receipts: JSON.parse(receipts.toString()).result };
}

/** A new map of how many there are of each. */
function countBy<T>(items: readonly T[], of: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[of(item)] = (counts[of(item)] ?? 0) + 1;
  return counts;
}

describe('a chain of layer 1', () => {
  let node: EvmGeneratorNode;
  let blocks: { block: NodeJson; receipts: NodeJson[] }[];
  beforeAll(async () => {
    node = await startEvmGeneratorNode({ chain: chainOf('eth'), blocks: BLOCKS });
    blocks = Array.from({ length: BLOCKS }, (_, index) => read(node, index + 1));
  });
  afterAll(() => node.close());

  test('blocks follow one another, and receipts are of their transactions', () => {
    let parent = `0x${node.chain.hashAt(0)}`;
    for (const { block, receipts } of blocks) {
      expect(block.parentHash).toBe(parent);
      parent = block.hash;
      const hashes = block.transactions.map(({ hash }: NodeJson) => hash);
      expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(hashes);
      const containers = block.transactions.map(({ blockHash }: NodeJson) => blockHash);
      expect(new Set(containers)).toEqual(new Set([block.hash]));
      let gas = 0;
      const sums = receipts.map(({ gasUsed }) => (gas += Number(gasUsed)));
      expect(receipts.map(({ cumulativeGasUsed }) => Number(cumulativeGasUsed))).toEqual(sums);
      const logs = receipts.flatMap((receipt) => receipt.logs);
      expect(logs.map(({ logIndex }) => Number(logIndex))).toEqual(logs.map((_, index) => index));
      expect(Math.abs(logs.length - 400)).toBeLessThan(120);
      expect([block.transactions.length, block.withdrawals.length]).toEqual([175, 16]);
    }
  });

  test('transactions differ, a few accounts are busy, and the mix is that of mainnet', () => {
    const transactions: NodeJson[] = blocks.flatMap(({ block }) => block.transactions);
    const receipts = blocks.flatMap((both) => both.receipts);
    expect(new Set(transactions.map(({ hash }) => hash)).size).toBe(transactions.length);
    expect(Math.max(...Object.values(countBy(transactions, ({ from }) => from)))).toBeGreaterThan(BLOCKS);
    expect(Object.keys(countBy(transactions, ({ type }) => type)).sort()).toEqual(['0x0', '0x2', '0x3']);
    const plain = transactions.filter(({ input }) => input === '0x').length / transactions.length;
    expect(Math.abs(plain - 0.25)).toBeLessThan(0.03);
    const failed = receipts.filter(({ status }) => status === '0x0');
    expect(Math.abs(failed.length / receipts.length - 0.03)).toBeLessThan(0.01);
    expect(failed.every(({ logs }) => logs.length === 0)).toBe(true);
    const creations = transactions.map(({ to }) => to === null);
    expect(receipts.map(({ contractAddress }) => contractAddress !== null)).toEqual(creations);
    expect(creations).toContain(true);
    const logs = receipts.reduce((sum, receipt) => sum + receipt.logs.length, 0);
    expect(node.chain.totals).toEqual({ transactions: transactions.length, logs });
  });

  test('a node sends the very bytes that answers() has, whenever it is asked, by number, tag and hash', async () => {
    for (const height of [BLOCKS, 1, 17]) expect(read(node, height)).toEqual(blocks[height - 1]);
    const hash = `0x${node.chain.hashAt(3)}`;
    const { block, receipts } = node.answers(3);
    const call = (method: string, ...params: unknown[]) => postEvm(node, { jsonrpc: '2.0', id: 1, method, params });
    expect((await call('eth_getBlockByHash', hash, true)).text).toBe(block.toString());
    expect((await call('eth_getBlockReceipts', hash)).text).toBe(receipts.toString());
    const number = async (named: unknown) => (await rpc(node, 'eth_getBlockByNumber', named, false))?.number;
    const named = await Promise.all(['latest', 'finalized', 'earliest', '0x1f'].map(number));
    expect(named).toEqual(['0x1e', '0x0', '0x0', undefined]);
    const hashes = blocks[1]!.block.transactions.map((each: NodeJson) => each.hash);
    expect((await rpc(node, 'eth_getBlockByNumber', '0x2', false)).transactions).toEqual(hashes);
    for (const method of ['eth_getBlockByHash', 'eth_getBlockReceipts'])
      expect(await rpc(node, method, `0x${'00'.repeat(32)}`, true)).toBeNull();
    expect(await rpc(node, 'eth_chainId')).toBe('0x539');
    expect(await rpc(node, 'eth_getBalance', `0x${'ab'.repeat(20)}`, 'latest')).toMatch(/^0x[1-9a-f]/);
    await expect(rpc(node, 'eth_getBlockByNumber')).rejects.toThrow('-32602');
    await expect(rpc(node, 'debug_traceBlockByHash', hash, TRACER)).rejects.toThrow('does not exist');
  });
});

describe.each(EVM_CHAINS.map((chain) => [chain.code, chain] as const))('blocks of %s', (_code, chain) => {
  test('decode to as many transactions as they have, and with traces that fit them', async () => {
    const node = await startEvmGeneratorNode({ chain, blocks: 3, traces: true });
    const place = chainOnNetwork(chain, 'local');
    if (place?.family !== 'evm') throw new RangeError(`${chain.code} has no private network`);
    let [transactions, moves] = [0, 0];
    for (let height = 0; height <= 3; height++) {
      const ref = { height, hash: node.chain.hashAt(height) };
      const decoded = decodeEvmBlock(place, ref, { ...node.answers(height), uncles: null });
      const body = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${node.chain.traces(height)}}`);
      const traced = withTraces(place, ref, decoded, { tracer: 'callTracer', body, fork: 'cancun' });
      moves += traced.transfers.kind.length - decoded.transfers.kind.length;
      if (height > 0) expect(decoded.parentHash).toBe(node.chain.hashAt(height - 1));
      transactions += decoded.txCount;
    }
    const traces = await rpc(node, 'debug_traceBlockByHash', `0x${node.chain.hashAt(3)}`, TRACER);
    expect(traces).toHaveLength(transactions / 3);
    expect(transactions).toBe(node.chain.totals.transactions);
    expect(moves).toBeGreaterThan(transactions / 5);
    await node.close();
  });
});

test.runIf(hasRecordedAnswers)('members are those that geth writes, in its order', async () => {
  const recorded = (path: string) => recordedAnswer(path).result;
  const node = await startEvmGeneratorNode({ chain: chainOf('eth'), blocks: 20 });
  const blocks = Array.from({ length: 20 }, (_, index) => read(node, index + 1));
  await node.close();
  const recordedBlock = Object.keys(recorded('eth_getBlockByNumber/get-block-prague-fork.io'));
  expect(Object.keys(blocks[0]!.block)).toEqual([...recordedBlock, 'generated']);
  for (const [type, path] of [
    ['0x2', 'get-dynamic-fee.io'],
    ['0x3', 'get-blob-tx.io'],
  ] as const) {
    const isOfType = (one: NodeJson) => one.type === type;
    const { block, receipts } = blocks.find((both) => both.block.transactions.some(isOfType))!;
    const index = block.transactions.findIndex(isOfType);
    expect(Object.keys(block.transactions[index])).toEqual(Object.keys(recorded(`eth_getTransactionByHash/${path}`)));
    expect(Object.keys(receipts[index])).toEqual(Object.keys(recorded(`eth_getTransactionReceipt/${path}`)));
  }
  const [log] = blocks[0]!.receipts.flatMap(({ logs }) => logs);
  expect(Object.keys(log)).toEqual(Object.keys(recorded('eth_getTransactionReceipt/get-blob-tx.io').logs[0]));
});
