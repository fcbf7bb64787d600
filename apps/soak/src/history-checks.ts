/** Checks of histories and transactions, whatever the chain: walks by offset and by cursor while it is played. */
import type { ChainFamily } from '@chaintrail/chains';
import {
  type ApiTransaction,
  type HistoryItem,
  isSameMoment,
  pagesByOffset,
  problemsOfItems,
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

/** Read at one moment, the pages by offset are the history, cut without a gap or an overlap. */
export async function checkOffsetWalk({ api, random, address, wrong }: Reading): Promise<boolean> {
  const { total: length } = await api.history(address, { limit: 1 });
  const limit = random.pick(OFFSET_LIMITS.filter((each) => length <= each * MOST_OFFSET_PAGES));
  const pages = [];
  for await (const page of pagesByOffset(api, address, { limit, wrong })) {
    if (pages.push(page) > MOST_OFFSET_PAGES) break;
  }
  const [first] = pages;
  // At another tip the offsets mean other transactions.
  if (!first || pages.some(({ tip }) => tip.hash !== first.tip.hash)) return false;
  if (!isSameMoment(first, await api.history(address, { limit }))) return false;
  const items = pages.flatMap(({ transactions }) => transactions);
  for (const problem of problemsOfItems(items, first.tip.height)) wrong(`pages of ${limit} together: ${problem}`);
  if (items.length !== first.total) wrong(`pages of ${limit} have ${items.length} of ${first.total}`);
  return true;
}

/** Follows `next` to the end while transactions arrive, are mined, replaced and dropped. */
export async function checkCursorWalk({ chain, api, random, address, wrong }: Reading): Promise<boolean> {
  const { reorgs } = chain.doings;
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
  if (chain.doings.reorgs !== reorgs || after.total > WHOLE.limit) return false;
  for (const problem of problemsOfWalk(items, before, after, { mayPass: true })) {
    wrong(`walking ${order} over ${pages} pages: ${problem}`);
  }
  return true;
}

/** Bounds of the page that a transaction is picked from. */
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
  const transaction = await api.transaction(item.txid).catch((error: unknown) => String(error));
  if (!isSameMoment(before, await api.history(address, SOME))) return false;
  const isMissing = typeof transaction === 'string';
  const problems = isMissing ? [`is in the history, but: ${transaction}`] : problemsOf(item, transaction);
  for (const problem of problems ?? []) wrong(`${item.txid} ${problem}`);
  return problems !== null;
}
