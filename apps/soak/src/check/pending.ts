import type { ApiPage } from './api-client.js';
import { isConfirmed } from './page.js';

/** What a balance says of unconfirmed transactions. */
interface PendingPart {
  readonly pending: string | null;
  readonly pendingTransactionCount: number | null;
  readonly transactionCount: number;
}

/** @returns what does not fit between a balance and the history of the same moment, which has all that is pending */
export function problemsOfPending(balance: PendingPart, page: ApiPage): string[] {
  const problems: string[] = [];
  const pending = page.transactions.filter((item) => !isConfirmed(item));
  const sum = pending.reduce((total, { amount }) => total + BigInt(amount), 0n);
  if (BigInt(balance.pending ?? 0) !== sum) {
    problems.push(`pending is ${balance.pending}; its ${pending.length} unconfirmed transactions come to ${sum}`);
  }
  if ((balance.pendingTransactionCount ?? 0) !== pending.length) {
    problems.push(`${balance.pendingTransactionCount} transactions are pending, its history has ${pending.length}`);
  }
  if (page.total !== balance.transactionCount + pending.length) {
    problems.push(`${balance.transactionCount} confirmed and ${pending.length} pending of ${page.total} in all`);
  }
  return problems;
}
