import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SimulatedEvmNode } from '../src/index.js';
import { EVM_CODES, type EvmCode, type NodeJson, rpc, startEvm } from './evm-helpers.js';

const directory = mkdtempSync(join(tmpdir(), 'evm-node-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const fileAt = (name: string): string => join(directory, name);

describe.each(EVM_CODES)('a state file of %s', (code) => {
  const start = (): Promise<SimulatedEvmNode> => startEvm(code, { blocks: 20, txPerBlock: 6, stateFile: fileAt(code) });

  test('continues the same chain, whatever happened to it', async () => {
    const first = await start();
    await first.addTransactions(4);
    await first.mine(3);
    await first.reorg(4);
    const [added] = await first.addTransactions(2);
    await first.replaceTransaction(added);
    await first.evict(1);
    await first.invalidate(2);
    const tip = await first.mine(2);
    const waiting = first.mempool();
    const model = first.model();
    await first.close();
    const second = await startEvm(code, { stateFile: fileAt(code), seed: 99, txPerBlock: 1, startTime: 5 });
    expect(second.tip()).toEqual(tip);
    expect(second.mempool()).toEqual(waiting);
    expect(second.model().addresses).toEqual(model.addresses);
    const next = await second.mine();
    await second.close();
    const third = await start();
    expect(third.tip()).toEqual(next);
    await third.close();
  });
});

describe('a state file', () => {
  const start = (code: EvmCode): Promise<SimulatedEvmNode> => startEvm(code, { blocks: 3, stateFile: fileAt('any') });

  test('survives a torn last line, and is refused when damaged, or of another chain', async () => {
    const first = await start('eth');
    const tip = first.tip();
    await first.close();
    appendFileSync(fileAt('any'), '{"op":"mine","blo');
    const second = await start('eth');
    expect(second.tip()).toEqual(tip);
    await second.close();
    await expect(start('op')).rejects.toThrow('is the state of eth local, not of op local');
    const text = readFileSync(fileAt('any'), 'utf8');
    writeFileSync(fileAt('any'), text.replace(/"tip":"[0-9a-f]{64}"/, `"tip":"${'0'.repeat(64)}"`));
    await expect(start('eth')).rejects.toThrow('another version of the demo network');
  });
});

test('one seed is one chain, another seed another one', async () => {
  const tipOf = async (seed: number, advanced: boolean): Promise<string> => {
    // With a clock, what comes between blocks comes at another time.
    const node = await startEvm('eth', { seed, blocks: 15, ...(advanced ? { mineEveryMs: 1_000_000 } : {}) });
    const { hash } = node.tip();
    await node.close();
    return hash;
  };
  const first = await tipOf(1, false);
  expect(await tipOf(1, true)).toBe(first);
  expect(await tipOf(2, false)).not.toBe(first);
});

test('a reorganization replaces blocks, brings most transactions back and loses some', async () => {
  const node = await startEvm('eth', { blocks: 40 });
  const removed = await hashesFrom(node, 36);
  const before = await txidsFrom(node, 36);
  await node.reorg(5, 8);
  expect(node.tip().height).toBe(43);
  const added = await hashesFrom(node, 36);
  expect(added.filter((hash) => removed.includes(hash))).toEqual([]);
  const after = new Set([...(await txidsFrom(node, 36)), ...node.mempool().map((txid) => `0x${txid}`)]);
  const back = before.filter((txid) => after.has(txid));
  expect(back.length).toBeGreaterThan(before.length / 3);
  expect(back.length).toBeLessThan(before.length);
  await node.invalidate(10);
  expect(node.tip().height).toBe(33);
  expect(node.mempool().length).toBeGreaterThan(10);
  await expect(node.invalidate(34)).rejects.toThrow(RangeError);
  await node.close();
});

async function hashesFrom(node: SimulatedEvmNode, first: number): Promise<string[]> {
  return (await blocksFrom(node, first)).map(({ hash }) => hash);
}

async function txidsFrom(node: SimulatedEvmNode, first: number): Promise<string[]> {
  return (await blocksFrom(node, first)).flatMap(({ transactions }) => transactions);
}

async function blocksFrom(node: SimulatedEvmNode, first: number): Promise<NodeJson[]> {
  const blocks: NodeJson[] = [];
  for (let height = first; height <= node.tip().height; height++) {
    blocks.push(await rpc(node, 'eth_getBlockByNumber', `0x${height.toString(16)}`, false));
  }
  return blocks;
}

describe('transactions that wait', () => {
  test('are told by sender and nonce, replaced, dropped and mined', async () => {
    const node = await startEvm('eth', { blocks: 5, txPerBlock: 2 });
    const added = await node.addTransactions(20);
    expect(added).toHaveLength(20);
    const pooled = await pool(node);
    expect(new Set(pooled.map(({ hash }) => hash))).toEqual(new Set(node.mempool().map((txid) => `0x${txid}`)));
    const [old = ''] = added;
    const replaced = pooled.find(({ hash }) => hash === `0x${old}`);
    expect(replaced).toMatchObject({ blockHash: null, blockNumber: null, transactionIndex: null });
    const txid = await node.replaceTransaction(old);
    const repooled = await pool(node);
    const made = repooled.find(({ hash }) => hash === `0x${txid}`);
    expect([made.from, made.nonce]).toEqual([replaced.from, replaced.nonce]);
    expect(repooled.filter(({ hash }) => hash === replaced.hash)).toEqual([]);
    const gone = await node.evict(2);
    expect(gone.length).toBeGreaterThanOrEqual(2);
    expect(node.mempool().filter((txid) => gone.includes(txid))).toEqual([]);
    await node.mine(5);
    expect(await txidsFrom(node, 6)).toContain(made.hash);
    await expect(node.replaceTransaction(old)).rejects.toThrow(RangeError);
    await node.close();
  });

  test('are nobody’s business on layer 2s', async () => {
    for (const code of ['op', 'arb'] as const) {
      const node = await startEvm(code, { blocks: 2 });
      await node.addTransactions(5);
      expect(await rpc(node, 'txpool_content')).toEqual({ pending: {}, queued: {} });
      await node.close();
    }
  });
});

async function pool(node: SimulatedEvmNode): Promise<NodeJson[]> {
  const { pending } = await rpc(node, 'txpool_content');
  return Object.values(pending as Record<string, NodeJson>).flatMap((byNonce) => Object.values(byNonce));
}

test('restart drops connections and warms up', async () => {
  const node = await startEvm('eth', { blocks: 2 });
  const restarted = node.restart({ downMs: 50, warmUpMs: 60_000 });
  await expect(rpc(node, 'eth_blockNumber')).rejects.toThrow();
  await restarted;
  await expect(rpc(node, 'eth_blockNumber')).rejects.toThrow('still starting');
  await node.restart({ downMs: 0, warmUpMs: 0, keepMempool: false });
  expect(Number(await rpc(node, 'eth_blockNumber'))).toBe(2);
  expect(node.mempool()).toEqual([]);
  await node.close();
});

test('mines by the clock, with reorganizations', async () => {
  const node = await startEvm('base', { blocks: 8, mineEveryMs: 16, reorgEveryBlocks: 10, txPerBlock: 3 });
  const seen = new Map<number, Set<string>>();
  while (node.tip().height < 25) {
    const { number, hash } = await rpc(node, 'eth_getBlockByNumber', 'latest', false);
    seen.set(Number(number), (seen.get(Number(number)) ?? new Set()).add(hash));
  }
  const { timestamp } = await rpc(node, 'eth_getBlockByNumber', 'latest', false);
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(3600);
  const { hash } = await rpc(node, 'eth_getBlockByNumber', '0x14', false);
  expect([...(seen.get(20) ?? new Set())].filter((other) => other !== hash)).toHaveLength(1);
  await node.close();
});

test('examples are worth a look', async () => {
  const node = await startEvm('eth', { blocks: 60 });
  const { addresses } = node.model();
  const { hot, typical } = node.exampleAddresses();
  const persons = [...addresses].filter(([, { opening }]) => opening > 0n);
  const busiest = persons.reduce((best, next) => (next[1].history.length > best[1].history.length ? next : best));
  expect(hot).toBe(busiest[0]);
  for (const address of typical) expect(addresses.get(address)?.history.length).toBeGreaterThan(0);
  expect(node.exampleTxids().length).toBeGreaterThan(4);
  await node.close();
});
