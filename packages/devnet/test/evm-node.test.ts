import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SimulatedEvmNode } from '../src/index.js';
import { type NodeJson, RULES, readAll, rpc, startEvm } from './evm-helpers.js';

const directory = mkdtempSync(join(tmpdir(), 'evm-node-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each(RULES)('a state file of %s continues the same chain, whatever happened to it', async (code) => {
  const stateFile = join(directory, code);
  const start = (): Promise<SimulatedEvmNode> => startEvm(code, { blocks: 12, txPerBlock: 6, stateFile });
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
  const second = await startEvm(code, { stateFile, seed: 99, txPerBlock: 1, startTime: 5 });
  expect(second.tip()).toEqual(tip);
  expect(second.mempool()).toEqual(waiting);
  expect(second.model().addresses).toEqual(model.addresses);
  const next = await second.mine();
  await second.close();
  const third = await start();
  expect(third.tip()).toEqual(next);
  await third.close();
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
  const node = await startEvm('eth', { blocks: 20 });
  const removed = await hashesFrom(node, 16);
  const before = await txidsFrom(node, 16);
  await node.reorg(5, 8);
  expect(node.tip().height).toBe(23);
  const added = await hashesFrom(node, 16);
  expect(added.filter((hash) => removed.includes(hash))).toEqual([]);
  const after = new Set([...(await txidsFrom(node, 16)), ...node.mempool().map((txid) => `0x${txid}`)]);
  const back = before.filter((txid) => after.has(txid));
  expect(back.length).toBeGreaterThan(before.length / 3);
  expect(back.length).toBeLessThan(before.length);
  await node.invalidate(10);
  expect(node.tip().height).toBe(13);
  expect(node.mempool().length).toBeGreaterThan(10);
  await expect(node.invalidate(14)).rejects.toThrow(RangeError);
  await node.close();
});

async function hashesFrom(node: SimulatedEvmNode, first: number): Promise<string[]> {
  return (await blocksFrom(node, first)).map(({ hash }) => hash);
}

async function txidsFrom(node: SimulatedEvmNode, first: number): Promise<string[]> {
  return (await blocksFrom(node, first)).flatMap(({ transactions }) => transactions);
}

async function blocksFrom(node: SimulatedEvmNode, first: number): Promise<NodeJson[]> {
  return (await readAll(node, 'eth_getBlockByNumber', node.tip().height, false)).slice(first);
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

test('examples are worth a look', async () => {
  const node = await startEvm('eth', { blocks: 25 });
  const { addresses } = node.model();
  const { hot, typical } = node.exampleAddresses();
  const persons = [...addresses].filter(([, { opening }]) => opening > 0n);
  const busiest = persons.reduce((best, next) => (next[1].history.length > best[1].history.length ? next : best));
  expect(hot).toBe(busiest[0]);
  for (const address of typical) expect(addresses.get(address)?.history.length).toBeGreaterThan(0);
  expect(node.exampleTxids().length).toBeGreaterThan(4);
  await node.close();
});
