/** Dogecoin: AuxPoW, amounts beyond 2^53 and 2^63. */
import { decodeUtxoBlock } from '@chaintrail/chains';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256d } from '../src/sha256.js';
import { type AuxPow, branchRoot, expectedChainIndex } from '../src/utxo/doge/auxpow.js';
import { scryptHash } from '../src/utxo/hash.js';
import { serializeBlock } from '../src/utxo/utxo-block.js';
import type { UtxoSimulator } from '../src/utxo/utxo-simulator.js';
import { doge, simulate } from './helpers.js';

describe('AuxPoW', () => {
  let simulator: UtxoSimulator;
  beforeAll(() => {
    simulator = simulate('doge', 120, { proofOfWork: 'scrypt' });
  });

  test('is on a share of the blocks from height 20 on, and announced by the version', () => {
    for (const { height, header, proof } of simulator.blocks.slice(1)) {
      expect(header.readUInt32LE(0)).toBe(proof.length > 0 ? 0x00620104 : 0x00620004);
      if (height < 20) expect(proof).toHaveLength(0);
    }
    const merged = simulator.blocks.filter(({ proof }) => proof.length > 0).length;
    expect(merged).toBeGreaterThan(40);
    expect(merged).toBeLessThan(90);
  });

  test('proves the block: branches lead to the roots, the parent has the work', () => {
    const witnesses = new Set<boolean>();
    for (const { header, proof } of simulator.blocks.filter(({ proof }) => proof.length > 0)) {
      const { coinbase, merkleBranch, index, chainBranch, chainIndex, parent } = readAuxPow(proof);
      const chainRoot = branchRoot(sha256d(header), chainBranch, chainIndex);
      const at = coinbase.indexOf(Buffer.from('fabe6d6d', 'hex'));
      expect(coinbase.subarray(at + 4, at + 36)).toEqual(Buffer.from(chainRoot).reverse());
      expect(coinbase.readUInt32LE(at + 36)).toBe(1 << chainBranch.length);
      expect(chainIndex).toBe(expectedChainIndex(coinbase.readUInt32LE(at + 40), chainBranch.length));
      const witness = coinbase[4] === 0;
      witnesses.add(witness);
      const stripped = witness
        ? Buffer.concat([coinbase.subarray(0, 4), coinbase.subarray(6, -38), coinbase.subarray(-4)])
        : coinbase;
      expect(branchRoot(sha256d(stripped), merkleBranch, index)).toEqual(parent.subarray(36, 68));
      expect(scryptHash(parent)[31]).toBeLessThanOrEqual(0x7f);
    }
    expect(witnesses).toEqual(new Set([true, false]));
  });

  test('blocks without it carry their own work', () => {
    for (const { header } of simulator.blocks.slice(1).filter(({ proof }) => proof.length === 0)) {
      expect(scryptHash(header)[31]).toBeLessThanOrEqual(0x7f);
    }
  });
});

test('outputs beyond 2^53 and sums beyond 2^63 come with the right subsidy', () => {
  const subsidy = 9n * 10n ** 17n;
  const simulator = simulate('doge', 180, { subsidy: () => subsidy, txPerBlock: 30 });
  const values = simulator.blocks.flatMap(({ transactions }) =>
    transactions.flatMap(({ outputs }) => outputs.map(({ value }) => value)),
  );
  expect(values.filter((value) => value > 2n ** 53n).length).toBeGreaterThan(100);
  const { addresses, utxoTotal } = simulator.model();
  expect(utxoTotal).toBeGreaterThan(2n ** 63n);
  expect([...addresses.values()].some(({ received }) => received > 2n ** 63n)).toBe(true);
  for (const block of simulator.blocks) {
    const coins = block.transactions.flatMap(({ outputs }) => outputs);
    const { outputValue } = decodeUtxoBlock(doge, serializeBlock(block, 2));
    expect([...outputValue.subarray(0, coins.length)]).toEqual(coins.map(({ value }) => value));
  }
});

const HASH = 32;
/** Reads a proof of the simulator: from its end, where all lengths are known. */
function readAuxPow(proof: Buffer): AuxPow {
  const parent = proof.subarray(-80);
  for (let chainDepth = 0; chainDepth < 3; chainDepth++) {
    const chainAt = proof.length - 84 - chainDepth * HASH - 1;
    for (let depth = 0; depth < 5; depth++) {
      const branchAt = chainAt - 4 - depth * HASH - 1;
      if (proof[chainAt] !== chainDepth || proof[branchAt] !== depth) continue;
      if (!proof.subarray(branchAt - HASH, branchAt).equals(sha256d(parent))) continue;
      const list = (at: number, count: number): Buffer[] =>
        Array.from({ length: count }, (_, i) => proof.subarray(at + i * HASH, at + (i + 1) * HASH));
      return {
        coinbase: proof.subarray(0, branchAt - HASH),
        merkleBranch: list(branchAt + 1, depth),
        index: proof.readUInt32LE(chainAt - 4),
        chainBranch: list(chainAt + 1, chainDepth),
        chainIndex: proof.readUInt32LE(proof.length - 84),
        parent,
      };
    }
  }
  throw new RangeError('these bytes are not an AuxPoW of the demo network');
}
