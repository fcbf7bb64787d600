import { decodeUtxoBlock, requireUtxoChain, SHIELDED_POOLS } from '@chaintrail/chains';
import { beforeAll, describe, expect, test } from 'vitest';
import { networkOf } from '../src/node/networks.js';
import { sha256d } from '../src/sha256.js';
import { displayHash, merkleRoot } from '../src/utxo/hash.js';
import { serializeBlock } from '../src/utxo/utxo-block.js';
import { type SimulatorOptions, UtxoSimulator } from '../src/utxo/utxo-simulator.js';
import { blake2b256 } from '../src/zcash/blake2b.js';
import { authDataRoot, authDigest, transactionId } from '../src/zcash/digests.js';
import { isSolvent, POOLS, poolGains } from '../src/zcash/parts.js';
import { blockSubsidy, minerFees, subsidyShares } from '../src/zcash/subsidy.js';
import { branchIdAt, UPGRADE_LIST, UPGRADES, versionsAt } from '../src/zcash/upgrades.js';
import { writeTransaction } from '../src/zcash/write-transaction.js';
import { zcashWire } from '../src/zcash/zcash-wire.js';
import { readBlock } from './zcash-reader.js';

const zec = requireUtxoChain('zec');
const NO_HASH = Buffer.alloc(32);
const HEADER_FIELDS = { version: 4, parent: NO_HASH, merkleRoot: NO_HASH, time: 1, bits: 0, nonce: 0 };

function simulate(blocks: number, changes: Partial<SimulatorOptions> = {}): UtxoSimulator {
  const simulator = new UtxoSimulator({
    chain: zec,
    network: networkOf(zec),
    seed: 7,
    startTime: 1_700_000_000,
    txPerBlock: 20,
    mwebFromHeight: null,
    proofOfWork: 'none',
    ...changes,
  });
  for (let i = 0; i < blocks; i++) simulator.mine();
  return simulator;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

describe('blocks', () => {
  let simulator: UtxoSimulator;
  beforeAll(() => {
    simulator = simulate(260);
    simulator.reorg(5);
  });

  test('read back to the same bytes, ids and Merkle roots', () => {
    for (const block of simulator.blocks) {
      const read = readBlock(serializeBlock(block, 1));
      expect(displayHash(sha256d(read.header))).toBe(block.hash);
      expect(read.header.equals(block.header)).toBe(true);
      const ids = read.transactions.map(({ parts, bytes }) => {
        // Up to version 4 the bytes do not say what rules they were made for.
        const parted = parts.version < 5 ? parts : { ...parts, branchId: branchIdAt(block.height) };
        expect(writeTransaction(parted).equals(bytes)).toBe(true);
        return transactionId(parted, bytes);
      });
      expect(ids.map(displayHash)).toEqual(block.transactions.map(({ id }) => id));
      expect(merkleRoot(ids).equals(read.merkleRoot)).toBe(true);
    }
  });

  test('are read by the decoder: ids, amounts, and what each pool gains', () => {
    for (const block of simulator.blocks) {
      const decoded = decodeUtxoBlock(zec, serializeBlock(block, 1));
      expect(decoded.hash).toBe(block.hash);
      expect(decoded.txCount).toBe(block.transactions.length);
      block.transactions.forEach((transaction, at) => {
        expect(displayHash(decoded.txids.subarray(32 * at, 32 * at + 32))).toBe(transaction.id);
        expect(decoded.txVersion[at]).toBe(transaction.zcash?.version);
        const outputs = transaction.outputs.map(({ value }) => value);
        expect([...decoded.outputValue.subarray(decoded.outputStart[at], decoded.outputStart[at + 1])]).toEqual(
          outputs,
        );
        const gains = transaction.zcash && poolGains(transaction.zcash);
        const deltas = decoded.poolDeltas?.subarray(4 * at, 4 * at + 4) ?? [];
        expect([...deltas]).toEqual(SHIELDED_POOLS.map((pool) => gains?.[pool]));
      });
    }
  });

  test('hold every transaction version, in the blocks that may hold it, for the rules of their height', () => {
    const seen = new Set<number>();
    for (const { height, transactions } of simulator.blocks) {
      for (const { zcash, kind } of transactions) {
        if (!zcash) throw new Error('not of Zcash');
        if (kind === 'payment') seen.add(zcash.version);
        expect(versionsAt(height)).toContain(zcash.version);
        expect(zcash.branchId).toBe(branchIdAt(height));
        if (zcash.expiryHeight !== 0) expect(zcash.expiryHeight).toBeGreaterThanOrEqual(height);
      }
    }
    expect([...seen].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(UPGRADE_LIST.every(({ height }, at) => height > (UPGRADE_LIST[at - 1]?.height ?? 100))).toBe(true);
  });

  test('move value in, out, within and between the pools, with transparent sides and without', () => {
    const payments = simulator.blocks.flatMap(({ transactions }) =>
      transactions.filter(({ kind }) => kind === 'payment'),
    );
    for (const pool of POOLS) {
      const gains = payments.flatMap(({ zcash }) => (zcash?.[pool] ? [poolGains(zcash)[pool]] : []));
      expect(gains.some((gain) => gain > 0n)).toBe(true);
      expect(gains.some((gain) => gain < 0n)).toBe(true);
    }
    const hidden = payments.filter(({ inputs, outputs }) => inputs.length + outputs.length === 0);
    expect(hidden.length).toBeGreaterThan(10);
    expect(hidden.some(({ zcash }) => zcash?.orchard && zcash.ironwood)).toBe(true);
    const versionsOf = (pool: (typeof POOLS)[number]): number[] =>
      [...new Set(payments.flatMap(({ zcash }) => (zcash?.[pool] ? [zcash.version] : [])))].sort();
    expect(versionsOf('sprout')).toEqual([2, 3, 4]);
    expect(versionsOf('sapling')).toEqual([4, 5, 6]);
    expect(versionsOf('orchard')).toEqual([5, 6]);
    expect(versionsOf('ironwood')).toEqual([6]);
  });

  test('respect what upgrades closed: Sprout after Canopy, Orchard after NU6.3', () => {
    for (const { height, transactions } of simulator.blocks) {
      for (const { zcash } of transactions) {
        if (height >= UPGRADES.canopy.height) {
          for (const { vpubOld } of zcash?.sprout?.joinSplits ?? []) expect(vpubOld).toBe(0n);
        }
        if (height >= UPGRADES.nu6_3.height) expect(zcash?.orchard?.valueBalance ?? 0n).toBeGreaterThanOrEqual(0n);
      }
    }
  });

  test('pay fees of at least nothing, and coinbases exactly what the block may pay', () => {
    for (const { height, transactions } of simulator.blocks.slice(1)) {
      const fees = transactions.map(({ fee }) => fee);
      expect(fees.every((fee) => fee >= 0n)).toBe(true);
      for (const { inputs, outputs, zcash, fee, kind } of transactions) {
        const gains = zcash ? Object.values(poolGains(zcash)) : [];
        const balance = sum(inputs.map(({ value }) => value)) - sum(outputs.map(({ value }) => value)) - sum(gains);
        const { lockbox, disbursed } = subsidyShares(height);
        const claimed = minerFees(height, sum(fees));
        expect(balance).toBe(kind === 'coinbase' ? -(blockSubsidy(height) - lockbox + disbursed + claimed) : fee);
      }
    }
  });

  test('NU7 makes a third of the subsidy a block, and gives the miner 40 % of the fees', () => {
    const { height } = UPGRADES.nu7;
    expect([blockSubsidy(height - 1), blockSubsidy(height)]).toEqual([312_500_000n, 104_166_666n]);
    expect([minerFees(height - 1, 19n), minerFees(height, 19n)]).toEqual([19n, 8n]);
  });

  test('coinbases pay founders and streams, feed the lockbox without an output, and are shielded now and then', () => {
    const coinbaseAt = (height: number) => simulator.blocks[height]?.transactions[0];
    const values = (height: number) => coinbaseAt(height)?.outputs.map(({ value }) => value) ?? [];
    expect(values(50)).toContain(250_000_000n);
    expect(subsidyShares(UPGRADES.nu6.height).lockbox).toBe(75_000_000n);
    expect(values(UPGRADES.nu6_1.height).filter((value) => value === 20_000_000n)).toHaveLength(10);
    const shielded = simulator.blocks.slice(1).filter(({ transactions }) => {
      const parts = transactions[0]?.zcash;
      return parts?.sapling || parts?.orchard || parts?.ironwood;
    });
    expect(shielded.length).toBeGreaterThan(8);
    expect(shielded.some(({ transactions }) => transactions[0]?.outputs.length === 0)).toBe(true);
    expect(shielded.every(({ height }) => height >= UPGRADES.heartwood.height)).toBe(true);
  });

  test('never leave a pool with less than nothing, and add up to everything that was minted', () => {
    let withheld = 0n;
    for (const { height, pools, transactions } of simulator.blocks.slice(1)) {
      const fees = sum(transactions.map(({ fee }) => fee));
      withheld += fees - minerFees(height, fees);
      if (!pools) throw new Error('no books');
      expect(isSolvent(pools) && pools.lockbox >= 0n && pools.transparent >= 0n).toBe(true);
      const minted = sum(Array.from({ length: height }, (_, below) => blockSubsidy(below + 1)));
      expect(sum(Object.values(pools))).toBe(minted - withheld);
    }
    expect(withheld).toBeGreaterThan(0n);
    expect(simulator.tip.pools?.transparent).toBe(simulator.utxoSet.total);
  });

  test('commit to the authorizing data of their transactions from NU5 on', () => {
    const block = simulator.blocks[UPGRADES.nu5.height + 2];
    if (!block) throw new Error('no such block');
    const { transactions } = readBlock(serializeBlock(block, 1));
    expect(transactions.length).toBeGreaterThan(2);
    // The history's root, which is noise, is known here, and then everything is.
    const noise = (length: number): Buffer => Buffer.alloc(length);
    const header = zcashWire.encodeHeader(HEADER_FIELDS, { ...block, noise });
    const root = authDataRoot(transactions.map(({ parts }) => authDigest(parts)));
    expect(header.subarray(68, 100)).toEqual(blake2b256('ZcashBlockCommit', noise(32), root, noise(32)));
  });
});

test('one seed is one chain, whatever was disturbed on the way', () => {
  const run = (): UtxoSimulator => {
    const simulator = simulate(150);
    simulator.reorg(8);
    simulator.invalidate(3);
    simulator.advance(3);
    simulator.mine();
    simulator.reorg(20, 22);
    return simulator;
  };
  const simulator = run();
  expect(run().blocks.map(({ hash }) => hash)).toEqual(simulator.blocks.map(({ hash }) => hash));
  expect(simulator.blocks.slice(1).every(({ pools }) => pools !== null && isSolvent(pools))).toBe(true);
});

test('transactions expire, and are never replaced by others that pay more', () => {
  const simulator = simulate(150);
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

test('the oracle of the addresses adds up to the transparent pool', () => {
  const simulator = simulate(200);
  const model = simulator.model();
  expect(model.utxoTotal).toBe(simulator.tip.pools?.transparent);
  let addressed = 0n;
  for (const [address, { balance, received, sent }] of model.addresses) {
    expect(address).toMatch(/^t[m2]/);
    expect(balance).toBe(received - sent);
    expect(balance).toBeGreaterThanOrEqual(0n);
    addressed += balance;
  }
  expect(addressed).toBeLessThanOrEqual(model.utxoTotal);
});
