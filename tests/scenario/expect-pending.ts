/** Compares what the product says about unconfirmed transactions with the node's own mempool. */
import { waitFor } from '@chaintrail/testkit';
import { expect } from 'vitest';
import type { ApiHistoryItem } from './api-client.js';
import { type Compared, reachTip } from './compare.js';
import type { Ledger } from './node-chain.js';
import { type PendingLedger, readPendingLedger } from './pending-ledger.js';

const REACH_TIMEOUT_MS = 60_000;
const WHOLE = 1_000;

/**
 * Waits until the index has the node's tip and mempool, then compares each address that an unconfirmed transaction
 * touches: history, balance and unspent outputs. `also`: addresses that must have nothing pending unless the node says so.
 */
export async function expectPendingEqualsNode(world: Compared, also: readonly string[] = []): Promise<PendingLedger> {
  const ledger = await world.nodeChain.ledger();
  await reachTip(world, ledger);
  const pending = await readPendingLedger(world, ledger);
  for (const address of new Set([...pending.addresses.keys(), ...also])) {
    await expectAddress(world, ledger, pending, address);
  }
  for (const txid of new Set([...pending.addresses.values()].flatMap(({ txids }) => [...txids]))) {
    const found = await world.api.transaction(txid);
    const block = [found.blockHeight, found.blockHash, found.blockIndex, found.timestamp];
    expect([found.status, found.confirmations, ...block], txid).toEqual(['pending', 0, null, null, null, null]);
  }
  return pending;
}

async function expectAddress(world: Compared, ledger: Ledger, pending: PendingLedger, address: string): Promise<void> {
  const confirmed = ledger.histories.get(address) ?? [];
  const { txids, delta, unspent } = pending.addresses.get(address) ?? {
    txids: new Set<string>(),
    delta: 0n,
    unspent: confirmed.at(-1)?.balance ?? 0n,
  };
  const page = await waitFor(
    async () => {
      const read = await world.api.history(address, `limit=${WHOLE}`);
      const waiting = read.transactions.filter(isPending).map(({ txid }) => txid);
      return waiting.length === txids.size && waiting.every((txid) => txids.has(txid)) && read;
    },
    {
      timeoutMs: REACH_TIMEOUT_MS,
      processes: [world.indexer, world.apiProcess],
      what: `${address} to have the unconfirmed transactions ${[...txids].join(', ') || '(none)'}`,
    },
  );
  expect(page.total, `total of ${address}`).toBe(confirmed.length + txids.size);
  expect(
    page.transactions.slice(txids.size).map(({ txid }) => txid),
    `what follows the unconfirmed transactions of ${address}`,
  ).toEqual(confirmed.toReversed().map(({ txid }) => txid));
  const sum = page.transactions.filter(isPending).reduce((total, { amount }) => total + BigInt(amount), 0n);
  expect(sum, `effect of the unconfirmed transactions of ${address}`).toBe(delta);
  expect(await world.api.balance(address), `balance of ${address}`).toMatchObject({
    balance: (confirmed.at(-1)?.balance ?? 0n).toString(),
    pending: delta.toString(),
    pendingTransactionCount: txids.size,
    transactionCount: confirmed.length,
  });
  const { utxos, total } = await world.api.utxos(address, `limit=${WHOLE}`);
  expect(utxos.length, `unspent outputs of ${address}`).toBe(total);
  const left = utxos.filter(({ spentBy }) => spentBy === null);
  expect(
    left.reduce((amount, utxo) => amount + BigInt(utxo.amount), 0n),
    `sum of the outputs of ${address} that nothing spends`,
  ).toBe(unspent);
}

export function isPending({ status }: ApiHistoryItem): boolean {
  return status === 'pending';
}
