/** Reading a whole history in pages, by offset and by cursor, also while it changes. */
import type { ChainFamily } from '@chaintrail/chains';
import type { ApiClient, HistoryAnswer, HistoryItem } from './api-client.js';
import { isConfirmed, problemsOfPage, repeatedTxids } from './page-rules.js';

interface OffsetWalk {
  /** Default 1000, the most that one page shows. */
  readonly limit?: number;
  /** Default `desc`, the newest first. */
  readonly order?: 'asc' | 'desc';
  /** Called with what is wrong with a page. */
  wrong(problem: string): void;
}

/** Reads a history by offset, and judges its pages. Each is right in itself whatever happens meanwhile. */
export async function* pagesByOffset<F extends ChainFamily>(
  api: ApiClient<F>,
  address: string,
  { limit = 1_000, order = 'desc', wrong }: OffsetWalk,
): AsyncGenerator<HistoryAnswer<F>> {
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const page = await api.history(address, { limit, offset, order });
    for (const problem of problemsOfPage(page, { offset, limit, order })) {
      wrong(`limit ${limit}, offset ${offset}, ${order}: ${problem}`);
    }
    yield page;
    total = page.total;
  }
}

/** Reads a history that does not change. */
export async function walkByOffset<F extends ChainFamily>(
  api: ApiClient<F>,
  address: string,
  walk: OffsetWalk,
): Promise<HistoryItem<F>[]> {
  const { limit = 1_000, order = 'desc', wrong } = walk;
  const items: HistoryItem<F>[] = [];
  for await (const { transactions } of pagesByOffset(api, address, walk)) items.push(...transactions);
  const repeated = repeatedTxids(items);
  if (repeated.length > 0) wrong(`pages of ${limit}, ${order}, repeat ${repeated.join(', ')}`);
  return items;
}

export interface CursorWalk<F extends ChainFamily = ChainFamily> {
  readonly limit: number;
  readonly order?: 'asc' | 'desc';
  /** Called with each page, 0 the first, before the next one is read. @returns true to stop there */
  onPage?(page: HistoryAnswer<F>, number: number): Promise<boolean | undefined> | boolean | undefined;
}

/** Follows `next` to the end. */
export async function walkByCursor<F extends ChainFamily>(
  api: ApiClient<F>,
  address: string,
  { limit, order = 'desc', onPage }: CursorWalk<F>,
): Promise<HistoryItem<F>[]> {
  const items: HistoryItem<F>[] = [];
  let page = await api.history(address, { limit, order });
  for (let number = 0; ; number++) {
    items.push(...page.transactions);
    const isOver = (await onPage?.(page, number)) === true;
    if (isOver || page.next === null) return items;
    page = await api.history(address, { limit, cursor: page.next });
  }
}

/**
 * Problems of a walk by cursor during which transactions arrived, were mined, replaced and dropped. Nothing may
 * come twice, and what was there before and after must come once. A reorg meanwhile voids a walk.
 * @param before the whole history before the walk, `after` that after it
 * @param mayPass whether unconfirmed transactions may come and go between the two
 */
export function problemsOfWalk(
  items: readonly HistoryItem[],
  before: HistoryAnswer,
  after: HistoryAnswer,
  { mayPass = false } = {},
): string[] {
  const problems: string[] = [];
  const tell = (what: string, txids: readonly string[]) => {
    if (txids.length > 0) problems.push(`${what} ${txids.join(', ')}`);
  };
  const [found, earlier, later] = [items, before.transactions, after.transactions].map(txidsOf);
  tell('it repeats', repeatedTxids(items));
  tell(
    'it skips',
    [...earlier!].filter((txid) => later!.has(txid) && !found!.has(txid)),
  );
  const foreign = items.filter(({ txid }) => !earlier!.has(txid) && !later!.has(txid));
  tell('neither look has', [...txidsOf(mayPass ? foreign.filter(isConfirmed) : foreign)]);
  return problems;
}

function txidsOf(items: readonly { readonly txid: string }[]): Set<string> {
  return new Set(items.map(({ txid }) => txid));
}
