/** Compares what the product says about unconfirmed transactions with the node's own mempool. */
import { isDeepStrictEqual } from 'node:util';
import { waitFor } from '@chaintrail/testkit';
import { expect } from 'vitest';
import type { ApiHistoryItem } from '../api-client.js';
import { type Compared, reachTip } from './compare-utxo.js';
import type { Ledger } from './node-chain.js';
import { type PendingLedger, readPendingLedger } from './pending-ledger.js';

const REACH_TIMEOUT_MS = 60_000;
const WHOLE = 1_000;

/** Of one request. */
const MOST_BALANCES = 100;

/** What was compared last, per world: addresses as texts, and what waited at which tip. */
const compared = new WeakMap<Compared, { readonly addresses: Map<string, string>; tip: string; txids: Set<string> }>();

/**
 * Waits until the index has the node's tip and mempool, then compares the balances of all addresses that an unconfirmed
 * transaction touches, and history and unspent outputs of those of them that are other ones than at the last call.
 * @param also addresses that are compared in any case, and must have nothing pending unless the node says so
 * @param options.whole every address and transaction: for the end of a scenario
 */
export async function expectPendingEqualsNode(
  world: Compared,
  also: readonly string[] = [],
  { whole = false } = {},
): Promise<PendingLedger> {
  const ledger = await world.nodeChain.ledger();
  await reachTip(world, ledger);
  const pending = await readPendingLedger(world, ledger);
  const addresses = [...new Set([...pending.addresses.keys(), ...also])];
  await expectBalances(world, ledger, pending, addresses);
  const last = compared.get(world) ?? { addresses: new Map<string, string>(), tip: '', txids: new Set<string>() };
  compared.set(world, last);
  for (const address of addresses) {
    const text = textOf(ledger, pending, address);
    if (!whole && !also.includes(address) && last.addresses.get(address) === text) continue;
    await expectAddress(world, ledger, pending, address);
    last.addresses.set(address, text);
  }
  const txids = new Set([...pending.addresses.values()].flatMap((entry) => [...entry.txids]));
  // What another block may have taken meanwhile is asked for again.
  const known = whole || last.tip !== ledger.tip.hash ? new Set<string>() : last.txids;
  for (const txid of txids) {
    if (known.has(txid)) continue;
    const found = await world.api.transaction(txid);
    const block = [found.blockHeight, found.blockHash, found.blockIndex, found.timestamp];
    expect([found.status, found.confirmations, ...block], txid).toEqual(['pending', 0, null, null, null, null]);
  }
  Object.assign(last, { tip: ledger.tip.hash, txids });
  return pending;
}

function textOf({ histories }: Ledger, pending: PendingLedger, address: string): string {
  const confirmed = (histories.get(address) ?? []).map(({ txid, height }) => `${txid} ${height}`);
  const { txids = [], unspent } = pending.addresses.get(address) ?? {};
  return [...confirmed, ...[...txids].sort(), unspent].join();
}

/** Waits until the balances are those of the node, many at once. */
async function expectBalances(
  world: Compared,
  { histories }: Ledger,
  pending: PendingLedger,
  addresses: readonly string[],
): Promise<void> {
  for (let start = 0; start < addresses.length; start += MOST_BALANCES) {
    const some = addresses.slice(start, start + MOST_BALANCES);
    const expected = some.map((address) => {
      const confirmed = histories.get(address) ?? [];
      const { txids = new Set(), delta = 0n } = pending.addresses.get(address) ?? {};
      return {
        balance: `${confirmed.at(-1)?.balance ?? 0n}`,
        pending: `${delta}`,
        pendingTransactionCount: txids.size,
        transactionCount: confirmed.length,
      };
    });
    const found = async () =>
      (await world.api.balances(some)).map(({ balance, pending, pendingTransactionCount, transactionCount }) => {
        return { balance, pending, pendingTransactionCount, transactionCount };
      });
    const equal = async () => isDeepStrictEqual(await found(), expected);
    const waiting = { processes: [world.indexer, world.apiProcess], what: 'the balances of what is unconfirmed' };
    await waitFor(equal, { timeoutMs: REACH_TIMEOUT_MS, ...waiting }).catch(async (error: unknown) => {
      // Says what differs.
      expect(await found()).toEqual(expected);
      throw error;
    });
  }
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
