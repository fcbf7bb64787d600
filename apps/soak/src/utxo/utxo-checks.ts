/** Checks of a UTXO chain while it is played. */
import type { AddressModel } from '@chaintrail/devnet';
import {
  type ApiClient,
  type ApiTransaction,
  type ExpectedAddress,
  isConfirmed,
  isSameMoment,
  problemsOfBalance,
  problemsOfUtxos,
} from '@chaintrail/testkit';
import { checkPicked, problemsOfPending, WHOLE } from '../history-checks.js';
import type { Check, Reading } from '../played-chain.js';
import type { FollowedUtxoChain } from './followed-utxo-chain.js';

export const NOTHING: AddressModel = { balance: 0n, received: 0n, sent: 0n, txids: [] };

/** @param waiting compared, too, where it is given */
export function expectedOf(confirmed: AddressModel = NOTHING, waiting?: AddressModel): ExpectedAddress {
  const { balance, received, sent, txids } = confirmed;
  const pending = waiting && { txids: new Set(waiting.txids), delta: waiting.balance };
  return { balance, received, sent, entries: txids.map((txid) => ({ txid })), pending };
}

/** The balance, its pending part and the counts agree with the history of the same moment. */
export async function checkUtxoBalance({ api, address, wrong }: Reading<'utxo'>): Promise<boolean> {
  const before = await api.history(address, WHOLE);
  const balance = await api.balance(address);
  const after = await api.history(address, WHOLE);
  if (!isSameMoment(before, after) || balance.tip.hash !== before.tip.hash || balance.pending === null) return false;

  const newest = before.transactions.find(isConfirmed);
  if (newest === undefined && before.transactions.length === WHOLE.limit) return false;
  for (const problem of problemsOfPending(balance, before)) wrong(problem);
  const confirmed = newest?.balanceAfter ?? '0';
  if (balance.balance !== confirmed)
    wrong(`the balance is ${balance.balance}; after its last transaction ${confirmed}`);
  if (BigInt(balance.received!) - BigInt(balance.sent!) !== BigInt(confirmed)) {
    wrong(`received ${balance.received}, sent ${balance.sent}, balance ${balance.balance}`);
  }
  return true;
}

/** What is confirmed is what the simulator's own ledger says, when the index stands at its tip. */
export function againstUtxoModel(chain: FollowedUtxoChain): Check<'utxo'> {
  return async ({ api, address, wrong }) => {
    const { tip, model } = chain.truth();
    const balance = await api.balance(address);
    const page = await api.history(address, WHOLE);
    if (balance.tip.hash !== tip.hash || page.tip.hash !== tip.hash) return false;

    const expected = expectedOf(model.addresses.get(address));
    for (const problem of problemsOfBalance(balance, expected)) wrong(`at block ${tip.height} ${problem}`);
    const history = page.transactions.filter(isConfirmed).map(({ txid }) => txid);
    const newest = expected.entries.slice(expected.entries.length - history.length).map(({ txid }) => txid);
    if (history.join() !== newest.reverse().join()) wrong(`its history at block ${tip.height} is not the chain's`);
    return true;
  };
}

/** A transaction's inputs and outputs add up to what the address's history says of it. */
export function checkUtxoTransaction(reading: Reading<'utxo'>): Promise<boolean> {
  return checkPicked(reading, (item, transaction) => {
    const effect = effectOn(reading.address, transaction);
    return [
      ...(effect === BigInt(item.amount) ? [] : [`has an effect of ${effect}, the history says ${item.amount}`]),
      ...(transaction.status === item.status ? [] : [`is ${transaction.status}, in the history ${item.status}`]),
    ];
  });
}

function effectOn(address: string, { inputs, outputs }: ApiTransaction<'utxo'>): bigint {
  const sum = (list: readonly { readonly address: string | null; readonly amount: string | null }[]): bigint =>
    list.reduce((total, one) => (one.address === address ? total + BigInt(one.amount ?? 0) : total), 0n);
  return sum(outputs) - sum(inputs);
}

/**
 * Unspent outputs, unconfirmed ones included, add up to the balance and what is pending. Between a reorg and the next
 * poll of the mempool they need not: a spender of an orphaned output counts until then. So this judges only while the
 * index has what the node has.
 */
export function unspentOutputs(chain: FollowedUtxoChain): Check<'utxo'> {
  return async ({ api, address, wrong }) => {
    const expected = (): string => {
      const { addresses, pending } = chain.node.model();
      return `${chain.tip().hash} ${addresses.get(address)?.balance ?? 0n} ${pending.get(address)?.balance ?? 0n}`;
    };
    const before = expected();
    const stands = async () => {
      const { tip, balance, pending } = await api.balance(address);
      return before === `${tip.hash} ${balance} ${pending}`;
    };
    if (!(await stands())) return false;
    const problems = await problemsOfUnspent(api, address);
    if (before !== expected() || !(await stands())) return false;
    for (const problem of problems) wrong(problem);
    return true;
  };
}

/** Of an address whose history is not changing. Long lists are left out: empty. */
export async function problemsOfUnspent(api: ApiClient<'utxo'>, address: string): Promise<string[]> {
  const { balance, pending } = await api.balance(address);
  const utxos = await api.utxos(address);
  if (utxos.total === null || utxos.total > utxos.limit) return [];
  return problemsOfUtxos(utxos, BigInt(balance!) + BigInt(pending ?? 0));
}
