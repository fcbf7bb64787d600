import { isConfirmed, isSameMoment } from '../check/page.js';
import { problemsOfPending } from '../check/pending.js';
import type { Reading } from '../check/reading.js';
import { readBalance } from './api-answers.js';

const LIMIT = 1_000;

/** The balance, its pending part and the counts agree with the history of the same moment. */
export async function checkBalance({ api, address, wrong }: Reading): Promise<boolean> {
  const before = await api.history(address, `limit=${LIMIT}`);
  const balance = await readBalance(api, address);
  const after = await api.history(address, `limit=${LIMIT}`);
  if (!isSameMoment(before, after) || balance.tip.hash !== before.tip.hash || balance.pending === null) return false;

  const newest = before.transactions.find(isConfirmed);
  if (newest === undefined && before.transactions.length === LIMIT) return false;
  for (const problem of problemsOfPending(balance, before)) wrong(problem);
  const confirmed = newest?.balanceAfter ?? '0';
  if (balance.balance !== confirmed)
    wrong(`the balance is ${balance.balance}; after its last transaction ${confirmed}`);
  if (BigInt(balance.received) - BigInt(balance.sent) !== BigInt(balance.balance)) {
    wrong(`received ${balance.received}, sent ${balance.sent}, balance ${balance.balance}`);
  }
  return true;
}
