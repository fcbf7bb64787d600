import { isSameMoment } from '../check/page.js';
import type { Reading } from '../check/reading.js';
import { type AccountItem, type AccountTransaction, readTransaction } from './api-answers.js';

const LIMIT = 25;

/** A transaction's transfers and fee add up to what the address's history says of it, and the fee's parts to the fee. */
export async function checkTransaction({ api, random, address, wrong }: Reading): Promise<boolean> {
  const before = await api.history<AccountItem>(address, `limit=${LIMIT}`);
  if (before.transactions.length === 0) return false;
  const item = random.pick(before.transactions);
  const transaction = await readTransaction(api, item.txid).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  if (!isSameMoment(before, await api.history(address, `limit=${LIMIT}`))) return false;
  if (transaction instanceof Error) {
    wrong(`${item.txid} is in the history, but: ${transaction.message}`);
    return true;
  }
  // Traced between the two looks.
  if (transaction.internalTransfers !== item.internalTransfers) return false;
  for (const problem of problemsOfTransaction(address, item, transaction)) wrong(`${item.txid} ${problem}`);
  return true;
}

function problemsOfTransaction(address: string, item: AccountItem, transaction: AccountTransaction): string[] {
  const problems: string[] = [];
  const { status, fee, transfers, transferCount } = transaction;
  if (status !== item.status) problems.push(`is ${status}, in the history ${item.status}`);
  if (fee !== item.fee) problems.push(`has a fee of ${fee}, in the history ${item.fee}`);
  if (transfers.length !== transferCount) problems.push(`has ${transfers.length} transfers of ${transferCount}`);
  if (status === 'failed' && transfers.length > 0) problems.push('failed, and has transfers');
  const effect = effectOn(address, transaction);
  if (effect !== BigInt(item.amount)) problems.push(`has an effect of ${effect}, the history says ${item.amount}`);
  const parts = feeParts(transaction);
  if (fee !== null && parts !== null && parts !== BigInt(fee))
    problems.push(`has a fee of ${fee}; its parts are ${parts}`);
  return problems;
}

function effectOn(address: string, transaction: AccountTransaction): bigint {
  const { status, from, to, amount, fee, transfers } = transaction;
  // One that waits has moved nothing yet; what it is to move is told without the fee, which nobody knows.
  const moved = status === 'pending' ? [{ from, to, asset: null, amount: amount ?? '0' }] : transfers;
  const paid = from === address ? BigInt(fee ?? 0) : 0n;
  return moved.reduce((sum, transfer) => {
    if (transfer.asset !== null) return sum;
    const value = BigInt(transfer.amount);
    return sum + (transfer.to === address ? value : 0n) - (transfer.from === address ? value : 0n);
  }, -paid);
}

/** @returns null of what is not a transaction: the block's own entry */
function feeParts({ gasUsed, gasPrice, blobFee, l1Fee, operatorFee }: AccountTransaction): bigint | null {
  if (gasUsed === null || gasPrice === null) return null;
  const others = [blobFee, l1Fee, operatorFee].reduce((sum, part) => sum + BigInt(part ?? 0), 0n);
  return BigInt(gasUsed) * BigInt(gasPrice) + others;
}
