/** Waiting transactions of every chain: they come, are replaced, expire, are mined, and come back. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UTXO_CHAINS } from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedNode, startSimulatedNode } from '../src/index.js';
import { bch } from './helpers.js';

describe.each(UTXO_CHAINS.map((chain) => [chain.code, chain] as const))('%s', (_code, chain) => {
  let node: SimulatedNode;
  beforeAll(async () => {
    node = await startSimulatedNode({ chain, blocks: 170 });
  });
  afterAll(() => node.close());

  /** The model of the mempool, against the transactions themselves. */
  const expectModel = (): void => {
    const { pending, pendingTxids } = node.model();
    expect(pendingTxids).toEqual(node.mempool());
    for (const { balance, received, sent, txids } of pending.values()) {
      expect(balance).toBe(received - sent);
      expect(txids.length).toBe(new Set(txids).size);
      expect(pendingTxids).toEqual(expect.arrayContaining([...txids]));
    }
  };

  test('payments come when told, spend from each other, and are mined', () => {
    const before = node.mempool();
    const added = node.addTransactions(60);
    expect(added).toHaveLength(60);
    expect(node.mempool()).toEqual([...before, ...added]);
    expectModel();
    node.mine(3);
    const confirmed = new Set([...node.model().addresses.values()].flatMap(({ txids }) => txids));
    expect(added.filter((id) => confirmed.has(id)).length).toBeGreaterThan(40);
    expectModel();
  });

  test('a payment is replaced by one that pays more', () => {
    node.addTransactions(20);
    const before = node.mempool();
    const made = node.replaceTransaction();
    const after = node.mempool();
    expect(after).toContain(made);
    expect(before).not.toContain(made);
    const gone = before.filter((id) => !after.includes(id));
    expect(gone.length).toBeGreaterThan(0);
    expect(() => node.replaceTransaction(gone[0] as string)).toThrow('cannot be replaced');
    expectModel();
  });

  test('the oldest expire, with what spends from them', () => {
    node.addTransactions(10);
    const before = node.mempool();
    const gone = node.evict(3);
    expect(gone).toEqual(expect.arrayContaining(before.slice(0, 3)));
    expect(node.mempool()).toEqual(before.filter((id) => !gone.includes(id)));
    expectModel();
  });

  test('those of disconnected blocks come back', () => {
    node.addTransactions(30);
    const waiting = node.mempool();
    node.mine();
    const mined = waiting.filter((id) => !node.mempool().includes(id));
    expect(mined.length).toBeGreaterThan(10);
    node.invalidate(1);
    expect(mined.filter((id) => node.mempool().includes(id)).length).toBeGreaterThan(mined.length * 0.9);
    expectModel();
    node.mine(2);
    expectModel();
  });

  test('a restart keeps them, or not', async () => {
    node.addTransactions(5);
    const before = node.mempool();
    await node.restart({ downMs: 1, warmUpMs: 1 });
    expect(node.mempool()).toEqual(before);
    await node.restart({ downMs: 1, warmUpMs: 1, keepMempool: false });
    expect(node.mempool()).toEqual([]);
  });
});

test('a state file brings the same mempool operations back', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'devnet-mempool-'));
  const stateFile = join(directory, 'state.jsonl');
  try {
    const first = await startSimulatedNode({ chain: bch, blocks: 130, stateFile });
    first.addTransactions(20);
    first.replaceTransaction();
    first.evict(2);
    first.mine(2);
    first.addTransactions(4);
    const { tip, mempool, model } = { tip: first.tip(), mempool: first.mempool(), model: first.model() };
    await first.close();
    expect(readFileSync(stateFile, 'utf8')).toContain('"op":"evict"');
    const second = await startSimulatedNode({ chain: bch, stateFile });
    expect(second.tip()).toEqual(tip);
    expect(second.mempool()).toEqual(mempool);
    expect(second.model()).toEqual(model);
    await second.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
