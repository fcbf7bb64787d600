/** Waiting transactions of every chain: they come, are replaced, expire, are mined, and come back. */
import { UTXO_CHAINS } from '@chaintrail/chains';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulatedNode } from '../src/index.js';

test.each(UTXO_CHAINS.map((chain) => [chain.code, chain] as const))('payments of %s', async (_code, chain) => {
  const node = await startSimulatedNode({ chain, blocks: 150 });
  onTestFinished(() => node.close());
  /** The model of the mempool, against the transactions themselves. */
  const waiting = (): string[] => {
    const { pending, pendingTxids } = node.model();
    for (const { balance, received, sent, txids } of pending.values()) {
      expect(balance).toBe(received - sent);
      expect(txids.length).toBe(new Set(txids).size);
      expect(pendingTxids).toEqual(expect.arrayContaining([...txids]));
    }
    expect(pendingTxids).toEqual(node.mempool());
    return node.mempool();
  };

  // They come when told, and are mined.
  const before = waiting();
  const added = node.addTransactions(60);
  expect(added).toHaveLength(60);
  expect(waiting()).toEqual([...before, ...added]);
  node.mine(3);
  const confirmed = new Set([...node.model().addresses.values()].flatMap(({ txids }) => txids));
  expect(added.filter((id) => confirmed.has(id)).length).toBeGreaterThan(40);

  node.addTransactions(20);
  const unchanged = waiting();
  const made = node.replaceTransaction();
  expect(unchanged).not.toContain(made);
  expect(waiting()).toContain(made);
  const [gone = ''] = unchanged.filter((id) => !node.mempool().includes(id));
  expect(() => node.replaceTransaction(gone)).toThrow('cannot be replaced');

  // The oldest expire, with what spends from them.
  const all = waiting();
  const evicted = node.evict(3);
  expect(evicted).toEqual(expect.arrayContaining(all.slice(0, 3)));
  expect(waiting()).toEqual(all.filter((id) => !evicted.includes(id)));

  // Payments of disconnected blocks come back.
  node.addTransactions(30);
  const pooled = waiting();
  node.mine();
  const mined = pooled.filter((id) => !node.mempool().includes(id));
  expect(mined.length).toBeGreaterThan(10);
  node.invalidate(1);
  expect(mined.filter((id) => node.mempool().includes(id)).length).toBeGreaterThan(mined.length * 0.9);
  expect(waiting().length).toBeGreaterThan(10);

  const kept = waiting();
  await node.restart({ downMs: 1, warmUpMs: 1 });
  expect(waiting()).toEqual(kept);
  await node.restart({ downMs: 1, warmUpMs: 1, keepMempool: false });
  expect(waiting()).toEqual([]);
});
