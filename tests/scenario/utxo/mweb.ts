/** Litecoin's extension blocks: pegging in, moving inside, pegging out. */
import type { RpcClient } from '@chaintrail/testkit';
import { expect } from 'vitest';
import type { Ledger } from './node-chain.js';
import type { Mining } from './utxo-chains.js';
import { createWallet, mine } from './utxo-world.js';

/** A wallet whose only funds are pegged in, so that whatever it pays has to come out of the extension block. */
const SHIELDED_WALLET = 'shielded';

/** Mines up to the activation, whose block must hold a peg-in: the first HogEx. */
export async function activateMweb(world: Mining): Promise<RpcClient> {
  const activation = world.chain.mwebActivation;
  if (activation === null) throw new Error(`${world.chain.code} has no MWEB`);
  const height = await world.node.rpc<number>('getblockcount');
  expect(height, 'height before MWEB').toBeLessThan(activation);
  await mine(world, activation - 1 - height);
  const shielded = await createWallet(world.node, world.chain, SHIELDED_WALLET);
  await pegIn(world, shielded);
  await mine(world);
  return shielded;
}

/** Pays the shielded wallet; not mined yet. */
export async function pegIn(world: Mining, shielded: RpcClient, amount = '10'): Promise<void> {
  await world.wallet.call('sendtoaddress', await shielded.call<string>('getnewaddress', '', 'mweb'), amount);
}

/** A peg-in of many, a payment inside and peg-outs to every type of address, mined together and apart. */
export async function useMweb(world: Mining, shielded: RpcClient): Promise<void> {
  await pegIn(world, shielded);
  await pegIn(world, shielded);
  await mine(world);
  await shielded.call('sendtoaddress', await world.wallet.call<string>('getnewaddress', '', 'mweb'), '1.25');
  await mine(world);
  for (const type of world.chain.addressTypes) {
    await pegOut(shielded, await world.wallet.call<string>('getnewaddress', '', type));
    await mine(world);
  }
  await pegIn(world, shielded);
  await pegOut(shielded, await world.wallet.call<string>('getnewaddress'));
  await mine(world, 2);
}

/** Pays an ordinary address out of the extension block; not mined yet. */
async function pegOut(shielded: RpcClient, address: string): Promise<void> {
  await shielded.call('sendtoaddress', address, '0.75');
}

/**
 * Checks that extension blocks are there, and at least how many payments went in and out of them. There may be other
 * numbers of both: a wallet's change of a peg-in stays inside, and its next payments may come from there.
 */
export function expectMweb({ tip, transactions }: Ledger, pegIns: number, pegOuts: number): void {
  expect(tip.tx.at(-1)?.vout[0]?.scriptPubKey.type).toBe('witness_mweb_hogaddr');
  const outputs = transactions.flatMap((transaction) => transaction.outputs);
  expect(outputs.filter(({ type }) => type === 'witness_mweb_pegin').length).toBeGreaterThanOrEqual(pegIns);
  const hogExes = transactions.filter((transaction) => transaction.outputs[0]?.type === 'witness_mweb_hogaddr');
  expect(hogExes.reduce((count, { outputs: { length } }) => count + length - 1, 0)).toBeGreaterThanOrEqual(pegOuts);
}
