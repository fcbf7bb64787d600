import type { ApiClient, ApiItem, ApiPage } from './api-client.js';
import { isConfirmed, repeatedTxids } from './page.js';
import type { Reading } from './reading.js';

const LIMITS = [2, 7, 25, 100] as const;
const MOST_PAGES = 80;
/** The most that one page shows. */
const WHOLE = 1_000;

/**
 * Follows `next` to the end while transactions arrive, are mined, replaced and dropped. Whatever was there before and
 * after the walk must have come once, and nothing twice. A reorg meanwhile voids the walk: it moves what is behind it.
 */
export async function checkCursorWalk({ chain, api, random, address, wrong }: Reading): Promise<boolean> {
  const reorgs = chain.reorgs;
  const before = await api.history(address, `limit=${WHOLE}`);
  if (before.total > WHOLE || !chain.isSettled(before.tip.hash)) return false;
  const order = random.chance(0.7) ? 'desc' : 'asc';
  const walked = await walk(api, address, order, random.pick(LIMITS));
  if (walked === null) return false;
  const after = await api.history(address, `limit=${WHOLE}`);
  if (chain.reorgs !== reorgs || after.total > WHOLE) return false;

  const { pages, items } = walked;
  const repeated = repeatedTxids(items);
  if (repeated.length > 0) wrong(`walking ${order} over ${pages} pages repeats ${repeated.join(', ')}`);
  const found = new Set(items.map(({ txid }) => txid));
  const skipped = staying(before, after).filter((txid) => !found.has(txid));
  if (skipped.length > 0) wrong(`walking ${order} over ${pages} pages skips ${skipped.join(', ')}`);
  const known = new Set([...before.transactions, ...after.transactions].map(({ txid }) => txid));
  // What came and went between the two looks is pending; a confirmed one stays without a reorg.
  const foreign = items.filter((item) => isConfirmed(item) && !known.has(item.txid));
  if (foreign.length > 0)
    wrong(`walking ${order} shows ${foreign.map(({ txid }) => txid).join(', ')}, which no page has`);
  return true;
}

/** @returns null when the walk takes too long to be of use */
async function walk(
  api: ApiClient,
  address: string,
  order: string,
  limit: number,
): Promise<{ pages: number; items: ApiItem[] } | null> {
  const items: ApiItem[] = [];
  let query = `limit=${limit}&order=${order}`;
  for (let pages = 1; pages <= MOST_PAGES; pages++) {
    const page = await api.history(address, query);
    items.push(...page.transactions);
    if (page.next === null) return { pages, items };
    query = `limit=${limit}&cursor=${encodeURIComponent(page.next)}`;
  }
  return null;
}

/** Transactions that both pages have. */
function staying(before: ApiPage, after: ApiPage): string[] {
  const later = new Set(after.transactions.map(({ txid }) => txid));
  return before.transactions.map(({ txid }) => txid).filter((txid) => later.has(txid));
}
