import { decodeUtxoBlock, displayHash, SHIELDED_POOLS } from '@chaintrail/chains';
import { beforeAll, describe, expect, test } from 'vitest';
import { networkOf } from '../src/node/networks.js';
import { Random } from '../src/random.js';
import { addressOf, newDestination } from '../src/utxo/destination.js';
import { genesisBlock } from '../src/utxo/genesis.js';
import { merkleRoot } from '../src/utxo/hash.js';
import { serializeBlock } from '../src/utxo/utxo-block.js';
import type { UtxoSimulator } from '../src/utxo/utxo-simulator.js';
import { gainOf } from '../src/zcash/pools.js';
import { branchIdAt, NU6_3, versionsAt } from '../src/zcash/upgrades.js';
import { subsidyAt } from '../src/zcash/zcash-rules.js';
import { POOLS } from '../src/zcash/zcash-transaction.js';
import { simulate, zec } from './helpers.js';

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

test('the genesis block is that of regtest', () => {
  const block = genesisBlock(zec, networkOf(zec));
  expect(block.hash).toBe('029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327');
  expect(serializeBlock(block, 1)).toHaveLength(382);
});

test('bare keys have the address of their hash, other scripts none', () => {
  const random = new Random(3);
  expect(addressOf(newDestination('pubkey', 0, random), networkOf(zec))).toMatch(/^tm/);
  for (const kind of ['multisig', 'nulldata'] as const) {
    expect(addressOf(newDestination(kind, 0, random), networkOf(zec))).toBeNull();
  }
});

describe('blocks', () => {
  let simulator: UtxoSimulator;
  beforeAll(() => {
    simulator = simulate('zec', 260);
    simulator.reorg(5);
  });

  test('are read by the decoder: ids, roots, amounts, and what each pool gains', () => {
    for (const block of simulator.blocks) {
      const decoded = decodeUtxoBlock(zec, serializeBlock(block, 1));
      expect(decoded.hash).toBe(block.hash);
      expect(decoded.txCount).toBe(block.transactions.length);
      expect(merkleRoot(block.transactions.map(({ txid }) => txid))).toEqual(block.header.subarray(36, 68));
      block.transactions.forEach((transaction, at) => {
        expect(displayHash(decoded.txids.subarray(32 * at, 32 * at + 32))).toBe(transaction.id);
        expect(decoded.txVersion[at]).toBe(transaction.version);
        const outputs = transaction.outputs.map(({ value }) => value);
        const read = decoded.outputValue.subarray(decoded.outputStart[at], decoded.outputStart[at + 1]);
        expect([...read]).toEqual(outputs);
        const deltas = [...(decoded.poolDeltas?.subarray(4 * at, 4 * at + 4) ?? [])];
        const gains = SHIELDED_POOLS.map((pool) => (pool === 'sprout' ? 0n : gainOf(transaction, pool)));
        expect(deltas).toEqual(gains);
      });
    }
  });

  test('hold every transaction version, for the rules of their height', () => {
    const seen = new Set<number>();
    for (const { height, transactions } of simulator.blocks.slice(1)) {
      for (const { zcash } of transactions) {
        if (!zcash) throw new Error('not of Zcash');
        seen.add(zcash.version);
        expect(versionsAt(height)).toContain(zcash.version);
        expect(zcash.branchId).toBe(branchIdAt(height));
        if (zcash.expiryHeight !== 0) expect(zcash.expiryHeight).toBeGreaterThanOrEqual(height);
      }
    }
    expect([...seen].sort()).toEqual([4, 5, 6]);
  });

  test('move value in, out, within and between the pools, with transparent sides and without', () => {
    const payments = simulator.blocks.flatMap(({ transactions }) =>
      transactions.filter(({ kind }) => kind === 'payment'),
    );
    for (const pool of POOLS) {
      const gains = payments.map((payment) => gainOf(payment, pool));
      expect(gains.some((gain) => gain > 0n)).toBe(true);
      expect(gains.some((gain) => gain < 0n)).toBe(true);
    }
    const hidden = payments.filter(({ inputs, outputs }) => inputs.length + outputs.length === 0);
    expect(hidden.length).toBeGreaterThan(10);
    expect(hidden.some(({ zcash }) => zcash?.gains.orchard !== undefined && zcash.gains.ironwood !== undefined)).toBe(
      true,
    );
    const late = payments.filter(({ height }) => (height ?? 0) >= NU6_3.height);
    expect(late.every((payment) => gainOf(payment, 'orchard') <= 0n)).toBe(true);
  });

  test('pay what they may, never leave a pool with less than nothing, and add up to what was minted', () => {
    const coinbases = simulator.blocks.slice(1).map(({ transactions }) => transactions[0]);
    expect(coinbases.filter((each) => Object.keys(each?.zcash?.gains ?? {}).length > 0).length).toBeGreaterThan(8);
    expect(coinbases.some((each) => each?.outputs.length === 0)).toBe(true);
    let minted = 0n;
    for (const { height, pools, transactions } of simulator.blocks.slice(1)) {
      minted += subsidyAt(height);
      expect(transactions.every(({ fee }) => fee >= 0n)).toBe(true);
      const amounts = Object.values(pools ?? {});
      expect(amounts.every((amount) => amount >= 0n)).toBe(true);
      expect(sum(amounts)).toBe(minted);
    }
    expect(simulator.tip.pools?.transparent).toBe(simulator.model().utxoTotal);
  });
});

test('one seed is one chain, whatever was disturbed on the way', () => {
  const run = (): UtxoSimulator => {
    const simulator = simulate('zec', 150);
    simulator.reorg(8);
    simulator.invalidate(3);
    simulator.advance(3);
    simulator.mine();
    simulator.reorg(20, 22);
    return simulator;
  };
  const simulator = run();
  expect(run().blocks.map(({ hash }) => hash)).toEqual(simulator.blocks.map(({ hash }) => hash));
  for (const { pools } of simulator.blocks.slice(1)) {
    expect(Object.values(pools ?? {}).every((amount) => amount >= 0n)).toBe(true);
  }
});

test('transactions expire', () => {
  const simulator = simulate('zec', 150);
  let expired = 0;
  for (let block = 0; block < 60; block++) {
    simulator.advance();
    const waiting = [...simulator.mempool.transactions()];
    simulator.mine();
    const kept = new Set(simulator.mempool.ids());
    const next = simulator.tip.height + 1;
    for (const { id, height, zcash } of waiting) {
      const isOver = zcash && zcash.expiryHeight !== 0 && zcash.expiryHeight < next;
      if (height === null && isOver) {
        expect(kept.has(id)).toBe(false);
        expired++;
      }
    }
  }
  expect(expired).toBeGreaterThan(3);
});
