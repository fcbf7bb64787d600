import { describe, expect, test } from 'vitest';
import { isUnspendable } from '../src/utxo/ledger.js';
import type { UtxoSimulator } from '../src/utxo/utxo-simulator.js';
import { simulate } from './helpers.js';

const hashes = (simulator: UtxoSimulator): string[] => simulator.blocks.map(({ hash }) => hash);

/** Replays the chain by outpoint, knowing nothing of the simulator's own books. */
function audit(simulator: UtxoSimulator): { count: number; total: bigint; unspendable: bigint } {
  const unspent = new Map<string, { value: bigint; height: number; kind: string }>();
  let unspendable = 0n;
  for (const block of simulator.blocks.slice(1)) {
    // All of a block's outputs first: in the order of Bitcoin Cash, a payment may stand before the one it spends from.
    for (const transaction of block.transactions) {
      for (const coin of transaction.outputs) {
        if (isUnspendable(coin)) unspendable += coin.value;
        else
          unspent.set(`${transaction.id}:${coin.vout}`, {
            value: coin.value,
            height: block.height,
            kind: transaction.kind,
          });
      }
    }
    for (const transaction of block.transactions) {
      for (const coin of transaction.inputs) {
        const outpoint = `${coin.transaction.id}:${coin.vout}`;
        const made = unspent.get(outpoint);
        if (!made) throw new Error(`${outpoint} is spent at ${block.height} and does not exist`);
        if (made.kind === 'coinbase')
          expect(block.height - made.height).toBeGreaterThanOrEqual(simulator.chain.coinbaseMaturity);
        unspent.delete(outpoint);
      }
    }
  }
  return { count: unspent.size, total: [...unspent.values()].reduce((sum, { value }) => sum + value, 0n), unspendable };
}

describe.each(['btc', 'ltc', 'doge', 'bch'] as const)('%s', (code) => {
  test('one seed is one chain', () => {
    const first = simulate(code, 160);
    expect(hashes(simulate(code, 160))).toEqual(hashes(first));
    expect(simulate(code, 160, { seed: 8 }).tip.hash).not.toBe(first.tip.hash);
    expect(simulate(code, 160, { startTime: 1_700_000_001 }).tip.hash).not.toBe(first.tip.hash);
  });

  test('letting payments trickle in changes nothing of the chain', () => {
    const slow = simulate(code, 150);
    for (let i = 0; i < 10; i++) {
      slow.advance(3);
      slow.advance(2);
      slow.mine();
    }
    expect(hashes(slow)).toEqual(hashes(simulate(code, 160)));
  });

  test('creates no value and spends only what exists and is mature', () => {
    const simulator = simulate(code, 250);
    simulator.reorg(4);
    const { count, total, unspendable } = audit(simulator);
    const minted = simulator.blocks.slice(1).reduce((sum, { height }) => sum + simulator.chain.subsidy(height), 0n);
    expect(total + unspendable).toBe(minted);
    const { utxoCount, utxoTotal } = simulator.model();
    expect({ count: utxoCount, total: utxoTotal }).toEqual({ count, total });
  });

  test('the oracle adds up', () => {
    const simulator = simulate(code, 220);
    const model = simulator.model();
    let addressed = 0n;
    for (const { balance, received, sent, txids } of model.addresses.values()) {
      expect(balance).toBe(received - sent);
      expect(balance).toBeGreaterThanOrEqual(0n);
      expect(new Set(txids).size).toBe(txids.length);
      const heights = txids.map((id) => simulator.confirmed.get(id)?.height ?? -1);
      expect(heights).toEqual([...heights].sort((a, b) => a - b));
      addressed += balance;
    }
    const keyless = simulator.blocks
      .slice(1)
      .flatMap(({ transactions }) => transactions.flatMap(({ outputs }) => outputs))
      .filter(
        ({ destination, spender }) =>
          ['multisig', 'nonstandard', 'witness_mweb_hogaddr', 'witness_mweb_pegin'].includes(destination.type) &&
          (spender?.height ?? null) === null,
      )
      .reduce((sum, { value }) => sum + value, 0n);
    expect(addressed + keyless).toBe(model.utxoTotal);
    expect(model.transactionCount).toBe(simulator.confirmed.size);
  });

  test('a hot address takes part in a large share of the transactions', () => {
    const { addresses, transactionCount } = simulate(code, 250).model();
    const counts = [...addresses.values()].map(({ txids }) => txids.length).sort((a, b) => b - a);
    expect(counts[0]).toBeGreaterThan((transactionCount - 250) * 0.15);
    expect(counts.filter((count) => count === 1 || count === 2).length).toBeGreaterThan(counts.length / 2);
  });
});

describe('reorganizations', () => {
  test('replace the last blocks by others, of which most carry the same payments', () => {
    const simulator = simulate('btc', 200);
    const before = hashes(simulator);
    const old = simulator.blocks.slice(-3).flatMap(({ transactions }) => transactions.slice(1).map(({ id }) => id));
    const tip = simulator.reorg(3);
    expect(tip.height).toBe(201);
    expect(hashes(simulator).slice(0, 198)).toEqual(before.slice(0, 198));
    for (const height of [198, 199, 200]) expect(simulator.blocks[height]?.hash).not.toBe(before[height]);
    const returned = old.filter((id) => simulator.confirmed.has(id));
    expect(returned.length).toBeGreaterThan(old.length / 2);
    expect(returned.length).toBeLessThan(old.length);
    expect(simulator.blocksByHash.get(before[200] as string)?.height).toBe(200);
  });

  test('links hold, and the same operations give the same chain', () => {
    const run = (): UtxoSimulator => {
      const simulator = simulate('ltc', 180);
      simulator.reorg(2);
      simulator.invalidate(3);
      simulator.mine();
      simulator.reorg(12, 13);
      return simulator;
    };
    const simulator = run();
    simulator.blocks.slice(1).forEach((block, index) => {
      expect(block.parentHash).toBe(simulator.blocks[index]?.hash);
      expect(block.height).toBe(index + 1);
    });
    expect(hashes(run())).toEqual(hashes(simulator));
  });

  test('invalidated blocks give their payments back to the mempool', () => {
    const simulator = simulate('btc', 200);
    const removed = simulator.blocks.slice(-2).flatMap(({ transactions }) => transactions.slice(1).map(({ id }) => id));
    simulator.invalidate(2);
    expect(simulator.tip.height).toBe(198);
    const waiting = new Set(simulator.mempool.ids());
    expect(removed.filter((id) => waiting.has(id)).length).toBeGreaterThan(removed.length * 0.9);
  });

  test('the genesis block stays', () => {
    expect(() => simulate('btc', 3).invalidate(4)).toThrow('cannot take 4 blocks off a chain of height 3');
  });
});

describe('the mempool', () => {
  test('holds parents before children, and no coin is spent twice', () => {
    const simulator = simulate('btc', 200);
    while (simulator.pending < 10) simulator.mine();
    simulator.advance();
    const seen = new Set<string>();
    const spent = new Set<string>();
    for (const { id, inputs } of simulator.mempool.transactions()) {
      for (const coin of inputs) {
        const outpoint = `${coin.transaction.id}:${coin.vout}`;
        expect(coin.transaction.height !== null || seen.has(coin.transaction.id)).toBe(true);
        expect(spent.has(outpoint)).toBe(false);
        spent.add(outpoint);
      }
      seen.add(id);
    }
    expect(seen.size).toBeGreaterThan(3);
  });

  test('some payments are replaced by one that pays more, some are dropped', () => {
    const simulator = simulate('btc', 200);
    let replaced = 0;
    let dropped = 0;
    for (let block = 0; block < 40; block++) {
      while (simulator.pending > 0) {
        const before = new Map(
          [...simulator.mempool.transactions()].map((transaction) => [transaction.id, transaction]),
        );
        simulator.advance(1);
        const now = [...simulator.mempool.transactions()];
        const kept = new Set(now.map(({ id }) => id));
        const gone = [...before.values()].filter(({ id }) => !kept.has(id));
        const [added] = now.filter(({ id }) => !before.has(id));
        if (gone.length > 0 && !added) dropped++;
        const old = gone.find(({ inputs }) => added && inputs[0] === added.inputs[0]);
        if (!old || !added) continue;
        replaced++;
        expect(old.sequence).toBe(0xfffffffd);
        expect(added.fee).toBeGreaterThan(old.fee);
      }
      simulator.mine();
    }
    expect(replaced).toBeGreaterThan(3);
    expect(dropped).toBeGreaterThan(3);
  });
});
