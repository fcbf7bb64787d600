import { isConfirmed, isSameMoment } from './page.js';
import type { Reading } from './reader.js';

const LIMIT = 1_000;

/** The balance, its pending part and the counts agree with the history of the same moment. */
export async function checkBalance({ api, address, wrong }: Reading): Promise<boolean> {
  const before = await api.history(address, `limit=${LIMIT}`);
  const balance = await api.balance(address);
  const after = await api.history(address, `limit=${LIMIT}`);
  if (!isSameMoment(before, after) || balance.tip.hash !== before.tip.hash || balance.pending === null) return false;

  const pending = before.transactions.filter((item) => !isConfirmed(item));
  if (pending.length === LIMIT) return false;
  const sum = pending.reduce((total, { amount }) => total + BigInt(amount), 0n);
  if (BigInt(balance.pending) !== sum) {
    wrong(`pending is ${balance.pending}; its ${pending.length} unconfirmed transactions come to ${sum}`);
  }
  const newest = before.transactions.find(isConfirmed);
  const confirmed = newest?.balanceAfter ?? '0';
  if (balance.balance !== confirmed)
    wrong(`the balance is ${balance.balance}; after its last transaction ${confirmed}`);
  if (BigInt(balance.received) - BigInt(balance.sent) !== BigInt(balance.balance)) {
    wrong(`received ${balance.received}, sent ${balance.sent}, balance ${balance.balance}`);
  }
  if (balance.pendingTransactionCount !== pending.length) {
    wrong(`${balance.pendingTransactionCount} transactions are pending, its history has ${pending.length}`);
  }
  if (before.total !== balance.transactionCount + pending.length) {
    wrong(`${balance.transactionCount} confirmed and ${pending.length} pending of ${before.total} in all`);
  }
  return true;
}
