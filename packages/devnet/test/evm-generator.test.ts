/** Generated blocks of EVM chains: they are what a node says, and of the shape they promise. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chainOnNetwork, decodeEvmBlock, EVM_CHAINS, type EvmChain, withTraces } from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EvmGeneratorNode, startEvmGeneratorNode } from '../src/index.js';

const BLOCKS = 30;

interface Log {
  readonly logIndex: string;
  readonly transactionHash: string;
  readonly topics: readonly string[];
}
interface Transaction {
  readonly hash: string;
  readonly blockHash: string;
  readonly from: string;
  readonly to: string | null;
  readonly type: string;
  readonly input: string;
}
interface Receipt {
  readonly transactionHash: string;
  readonly contractAddress: string | null;
  readonly cumulativeGasUsed: string;
  readonly gasUsed: string;
  readonly status: string;
  readonly logs: readonly Log[];
}
interface Block {
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly Transaction[];
  readonly withdrawals: readonly unknown[];
}

function chainOf(code: string): EvmChain {
  return EVM_CHAINS.find((chain) => chain.code === code)!;
}

function read(node: EvmGeneratorNode, height: number): { block: Block; receipts: readonly Receipt[] } {
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
  let blocks: { block: Block; receipts: readonly Receipt[] }[];
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
      expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(
        block.transactions.map(({ hash }) => hash),
      );
      expect(new Set(block.transactions.map(({ blockHash }) => blockHash))).toEqual(new Set([block.hash]));
      let gas = 0;
      for (const { gasUsed, cumulativeGasUsed } of receipts) {
        gas += Number(gasUsed);
        expect(Number(cumulativeGasUsed)).toBe(gas);
      }
      const logs = receipts.flatMap((receipt) => receipt.logs);
      expect(logs.map(({ logIndex }) => Number(logIndex))).toEqual(logs.map((_, index) => index));
    }
  });

  test('no two transactions are the same, and a few accounts are busy', () => {
    const transactions = blocks.flatMap(({ block }) => block.transactions);
    expect(new Set(transactions.map(({ hash }) => hash)).size).toBe(transactions.length);
    expect(Math.max(...Object.values(countBy(transactions, ({ from }) => from)))).toBeGreaterThan(BLOCKS);
    expect(node.chain.totals.transactions).toBe(transactions.length);
  });

  test('blocks have the size, the logs and the mix of mainnet', () => {
    for (const { block, receipts } of blocks) {
      expect(block.transactions).toHaveLength(175);
      expect(block.withdrawals).toHaveLength(16);
      const logs = receipts.flatMap((receipt) => receipt.logs);
      expect(logs.length).toBeGreaterThan(280);
      expect(logs.length).toBeLessThan(520);
    }
    const transactions = blocks.flatMap(({ block }) => block.transactions);
    const receipts = blocks.flatMap((both) => both.receipts);
    expect(Object.keys(countBy(transactions, ({ type }) => type)).sort()).toEqual(['0x0', '0x2', '0x3']);
    const plain = transactions.filter(({ input }) => input === '0x').length / transactions.length;
    expect(plain).toBeGreaterThan(0.22);
    expect(plain).toBeLessThan(0.28);
    const failed = receipts.filter(({ status }) => status === '0x0');
    expect(failed.length / receipts.length).toBeGreaterThan(0.02);
    expect(failed.length / receipts.length).toBeLessThan(0.04);
    expect(failed.every(({ logs }) => logs.length === 0)).toBe(true);
    const creations = transactions.map(({ to }) => to === null);
    expect(receipts.map(({ contractAddress }) => contractAddress !== null)).toEqual(creations);
    expect(creations).toContain(true);
    expect(node.chain.totals.logs).toBe(receipts.reduce((sum, { logs }) => sum + logs.length, 0));
  });

  test('a block is the same whenever it is asked for', async () => {
    for (const height of [BLOCKS, 1, 17]) expect(read(node, height)).toEqual(blocks[height - 1]);
  });
});

describe.each(EVM_CHAINS.map((chain) => [chain.code, chain] as const))('blocks of %s', (_code, chain) => {
  test('decode to as many transactions as they have, and with traces that fit them', async () => {
    const node = await startEvmGeneratorNode({ chain, blocks: 3 });
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
    expect(transactions).toBe(node.chain.totals.transactions);
    expect(moves).toBeGreaterThan(transactions / 5);
    await node.close();
  });
});

/** Answers of a real client. */
const RECORDED = join(import.meta.dirname, '../../../../shared/vectors/eth/rpc-compat');
const isRecorded = existsSync(RECORDED);
const WITHOUT = isRecorded ? '' : ' (not compared: the folder of shared test vectors is not there)';
test(`members are those that geth writes, in its order${WITHOUT}`, async () => {
  if (!isRecorded) return expect(existsSync(RECORDED)).toBe(false);
  const recorded = (path: string): { readonly [name: string]: unknown } => {
    const line = readFileSync(join(RECORDED, path), 'utf8')
      .split('\n')
      .find((text) => text.startsWith('<< '))!;
    return JSON.parse(line.slice(3)).result;
  };
  const node = await startEvmGeneratorNode({ chain: chainOf('eth'), blocks: 20 });
  const blocks = Array.from({ length: 20 }, (_, index) => read(node, index + 1));
  await node.close();
  const recordedBlock = Object.keys(recorded('eth_getBlockByNumber/get-block-prague-fork.io'));
  expect(Object.keys(blocks[0]!.block)).toEqual([...recordedBlock, 'generated']);
  for (const [type, path] of [
    ['0x2', 'get-dynamic-fee.io'],
    ['0x3', 'get-blob-tx.io'],
  ] as const) {
    const { block, receipts } = blocks.find((both) => both.block.transactions.some((one) => one.type === type))!;
    const index = block.transactions.findIndex((one) => one.type === type);
    expect(Object.keys(block.transactions[index]!)).toEqual(Object.keys(recorded(`eth_getTransactionByHash/${path}`)));
    expect(Object.keys(receipts[index]!)).toEqual(Object.keys(recorded(`eth_getTransactionReceipt/${path}`)));
  }
  const logOf = (receipt: unknown): object => (receipt as { logs: object[] }).logs[0]!;
  const withLogs = blocks[0]!.receipts.find(({ logs }) => logs.length > 0);
  expect(Object.keys(logOf(withLogs))).toEqual(
    Object.keys(logOf(recorded('eth_getTransactionReceipt/get-blob-tx.io'))),
  );
});
