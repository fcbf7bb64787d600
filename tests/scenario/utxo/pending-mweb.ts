/** Litecoin's extension blocks in the mempool: coins on their way in, inside, and out again. */
import type { RpcClient } from '@chaintrail/testkit';
import { expect, test } from 'vitest';
import { expectPendingEqualsNode } from './compare-pending.js';
import { expectIndexEqualsNode } from './compare-utxo.js';
import { activateMweb, expectMweb, pegIn } from './mweb.js';
import { expectWholeIndex } from './random-life.js';
import { mine, type World } from './utxo-world.js';

const TIMEOUT_MS = 240_000;

export function describePendingMweb(world: () => World): void {
  let shielded: RpcClient;

  test('MWEB: an unconfirmed peg-in is a payment like any other', { timeout: TIMEOUT_MS }, async () => {
    shielded = await activateMweb(world());
    await expectPendingEqualsNode(world());
    // More than the change of the first peg-in, which has stayed inside: other coins pay for it.
    await pegIn(world(), shielded, '60');
    await pegIn(world(), shielded);
    const pending = await expectPendingEqualsNode(world());
    expect(pending.addresses.size, 'addresses that pay for peg-ins').toBeGreaterThan(0);
    await mine(world());
    expectMweb(await expectIndexEqualsNode(world()), 2, 0);
    await expectPendingEqualsNode(world());
  });

  test('MWEB: a transaction inside shows nowhere and is in nobody’s way', { timeout: TIMEOUT_MS }, async () => {
    const inside = await world().wallet.call<string>('getnewaddress', '', 'mweb');
    const txid = await shielded.call<string>('sendtoaddress', inside, '1.25');
    const { txids } = await expectPendingEqualsNode(world());
    expect(txids.has(txid) || txids.size > 0, 'the node holds the transaction').toBe(true);
    await expectOrdinaryPayment(world());
    await mine(world());
    await expectPendingEqualsNode(world());
    await expectIndexEqualsNode(world());
  });

  test('MWEB: a peg-out is pending nowhere and paid by the block', { timeout: TIMEOUT_MS }, async () => {
    const { wallet, api } = world();
    const address = await wallet.call<string>('getnewaddress');
    await shielded.call('sendtoaddress', address, '0.75');
    await expectPendingEqualsNode(world(), [address]);
    expect(await api.balance(address)).toMatchObject({ balance: '0', pending: '0', pendingTransactionCount: 0 });
    await expectOrdinaryPayment(world());
    await mine(world());
    await expectPendingEqualsNode(world(), [address]);
    expect(await api.balance(address)).toMatchObject({ balance: '75000000', pending: '0' });
    await expectWholeIndex(world());
  });
}

/** One more payment, beside what is shielded. */
async function expectOrdinaryPayment(world: World): Promise<void> {
  const address = await world.wallet.call<string>('getnewaddress');
  await world.wallet.call('sendtoaddress', address, '0.02');
  await expectPendingEqualsNode(world, [address]);
  expect(await world.api.balance(address)).toMatchObject({ pending: '2000000', pendingTransactionCount: 1 });
}
