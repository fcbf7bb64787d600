import type { ApiItem, ApiPage } from './api-client.js';
import { isSameMoment, problemsOfItems, problemsOfPage } from './page.js';
import type { Reading } from './reading.js';

const MOST_PAGES = 60;
const LIMITS = [3, 10, 25, 100, 1000] as const;

/**
 * Reads a history by offset, page after page. Every page is right in itself whatever happens meanwhile; read at one
 * moment, the pages are the history, cut without a gap or an overlap.
 */
export async function checkOffsetWalk({ api, random, address, wrong }: Reading): Promise<boolean> {
  const limit = random.pick(LIMITS);
  const read = async (offset: number): Promise<ApiPage> => {
    const page = await api.history(address, `limit=${limit}&offset=${offset}`);
    for (const problem of problemsOfPage(page, { offset, limit }))
      wrong(`limit ${limit}, offset ${offset}: ${problem}`);
    return page;
  };
  const first = await read(0);
  const items: ApiItem[] = [...first.transactions];
  let isWhole = first.total <= limit * MOST_PAGES;
  const from = isWhole ? limit : random.between(limit, first.total - limit);
  if (!isWhole) items.length = 0;
  for (let offset = from, pages = 1; offset < first.total && pages < MOST_PAGES; offset += limit, pages++) {
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
