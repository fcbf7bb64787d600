/** Checks of histories, whatever the chain: walks by offset and by cursor while it is played, and what is pending. */
import type { ChainFamily } from '@chaintrail/chains';
import type { Balance } from '@chaintrail/client';
import {
  type ApiTransaction,
  type HistoryItem,
  type HistoryPage,
  isConfirmed,
  isSameMoment,
  type Paged,
  problemsOfItems,
  problemsOfPage,
  problemsOfWalk,
  walkByCursor,
} from '@chaintrail/testkit';
import type { Reading } from './played-chain.js';

/** The most that one page shows. */
export const WHOLE = { limit: 1_000 };
const OFFSET_LIMITS = [3, 10, 25, 100, 1000] as const;
const CURSOR_LIMITS = [2, 7, 25, 100] as const;
const MOST_OFFSET_PAGES = 60;
const MOST_CURSOR_PAGES = 80;

/**
 * Reads a history by offset, page after page. Every page is right in itself whatever happens meanwhile; read at one
 * moment, the pages are the history, cut without a gap or an overlap.
 */
export async function checkOffsetWalk({ api, random, address, wrong }: Reading): Promise<boolean> {
  const limit = random.pick(OFFSET_LIMITS);
  const read = async (offset: number): Promise<HistoryPage> => {
    const page = await api.history(address, { limit, offset });
    for (const problem of problemsOfPage(page, { offset, limit })) {
      wrong(`limit ${limit}, offset ${offset}: ${problem}`);
    }
    return page;
  };
  const first = await read(0);
  const items = [...first.transactions];
  let isWhole = first.total <= limit * MOST_OFFSET_PAGES;
  const from = isWhole ? limit : random.between(limit, first.total - limit);
  if (!isWhole) items.length = 0;
  for (let offset = from, pages = 1; offset < first.total && pages < MOST_OFFSET_PAGES; offset += limit, pages++) {
    const page = await read(offset);
    // At another tip the offsets mean other transactions.
    if (page.tip.hash !== first.tip.hash) isWhole = false;
    items.push(...page.transactions);
  }
  if (!isSameMoment(first, await read(0))) return false;
  for (const problem of problemsOfItems(items, first.tip.height)) wrong(`pages of ${limit} together: ${problem}`);
  if (isWhole && items.length !== first.total) wrong(`pages of ${limit} have ${items.length} of ${first.total}`);
  return true;
}

/** Follows `next` to the end while transactions arrive, are mined, replaced and dropped. */
export async function checkCursorWalk({ chain, api, random, address, wrong }: Reading): Promise<boolean> {
  const { reorgs } = chain;
  const before = await api.history(address, WHOLE);
  if (before.total > WHOLE.limit || !chain.isSettled(before.tip.hash)) return false;
  const order = random.chance(0.7) ? 'desc' : 'asc';
  let pages = 0;
  let isOver = false;
  const items = await walkByCursor(api, address, {
    ...{ order, limit: random.pick(CURSOR_LIMITS) },
    onPage: ({ next }) => {
      isOver = next === null;
      return ++pages === MOST_CURSOR_PAGES;
    },
  });
  if (!isOver) return false;
  const after = await api.history(address, WHOLE);
  if (chain.reorgs !== reorgs || after.total > WHOLE.limit) return false;
  for (const problem of problemsOfWalk(items, before, after, { mayPass: true })) {
    wrong(`walking ${order} over ${pages} pages: ${problem}`);
  }
  return true;
}

/** @returns what does not fit between a balance and the history of the same moment, which has all that is pending */
export function problemsOfPending(
  balance: Pick<Balance, 'pending' | 'pendingTransactionCount' | 'transactionCount'>,
  page: Paged,
): string[] {
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

/** Of which a transaction is picked. */
const SOME = { limit: 25 };

/**
 * Picks a transaction of an address and reads it by itself.
 * @param problemsOf what does not fit between the two; null where it was changing meanwhile
 */
export async function checkPicked<F extends ChainFamily>(
  { api, random, address, wrong }: Reading<F>,
  problemsOf: (item: HistoryItem<F>, transaction: ApiTransaction<F>) => readonly string[] | null,
): Promise<boolean> {
  const before = await api.history(address, SOME);
  if (before.transactions.length === 0) return false;
  const item = random.pick(before.transactions);
  const transaction = await api
    .transaction(item.txid)
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  if (!isSameMoment(before, await api.history(address, SOME))) return false;
  const problems =
    transaction instanceof Error
      ? [`is in the history, but: ${transaction.message}`]
      : problemsOf(item, transaction as ApiTransaction<F>);
  for (const problem of problems ?? []) wrong(`${item.txid} ${problem}`);
  return problems !== null;
}
