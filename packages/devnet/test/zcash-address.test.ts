import { requireUtxoChain } from '@chaintrail/chains';
import { expect, test } from 'vitest';
import { networkOf } from '../src/node/networks.js';
import { Random } from '../src/random.js';
import { addressOf } from '../src/utxo/addresses.js';
import { newDestination } from '../src/utxo/destination.js';

test('bare keys have the address of their hash, other scripts none', () => {
  const regtest = networkOf(requireUtxoChain('zec'));
  const random = new Random(3);
  const key = newDestination('pubkey', 0, random);
  expect(addressOf(key, regtest)).toMatch(/^tm/);
  for (const kind of ['multisig', 'nulldata'] as const) {
    expect(addressOf(newDestination(kind, 0, random), regtest)).toBeNull();
  }
});
