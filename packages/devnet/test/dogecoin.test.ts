/** Dogecoin: AuxPoW, amounts beyond 2^53 and 2^63. */
import { decodeUtxoBlock } from '@chaintrail/chains';
import { beforeAll, describe, expect, test } from 'vitest';
import { serializeBlock } from '../src/utxo/utxo-block.js';
import type { UtxoSimulator } from '../src/utxo/utxo-simulator.js';
import { doge, simulate } from './helpers.js';

describe('AuxPoW', () => {
  let simulator: UtxoSimulator;
  beforeAll(() => {
    simulator = simulate('doge', 120);
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
