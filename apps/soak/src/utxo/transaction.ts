import { isSameMoment } from '../check/page.js';
import type { Reading } from '../check/reading.js';
import { readTransaction, type UtxoTransaction } from './api-answers.js';

const LIMIT = 25;

/** A transaction's inputs and outputs add up to what the address's history says of it. */
export async function checkTransaction({ api, random, address, wrong }: Reading): Promise<boolean> {
  const before = await api.history(address, `limit=${LIMIT}`);
  if (before.transactions.length === 0) return false;
  const item = random.pick(before.transactions);
  const transaction = await readTransaction(api, item.txid).catch((error: unknown) =>
    error instanceof Error ? error : null,
  );
  if (!isSameMoment(before, await api.history(address, `limit=${LIMIT}`))) return false;
  if (transaction === null || transaction instanceof Error) {
    wrong(`${item.txid} is in the history, but: ${transaction?.message}`);
    return true;
  }
  const effect = effectOn(address, transaction);
  if (effect !== BigInt(item.amount)) wrong(`${item.txid} has an effect of ${effect}, the history says ${item.amount}`);
  if (transaction.status !== item.status) wrong(`${item.txid} is ${transaction.status}, in the history ${item.status}`);
  return true;
}

function effectOn(address: string, { inputs, outputs }: UtxoTransaction): bigint {
  const sum = (list: readonly { readonly address: string | null; readonly amount: string | null }[]): bigint =>
    list.reduce((total, one) => (one.address === address ? total + BigInt(one.amount ?? 0) : total), 0n);
  return sum(outputs) - sum(inputs);
}
