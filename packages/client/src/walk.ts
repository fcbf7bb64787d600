import { ChaintrailError } from './error.js';

interface Page {
  readonly next: string | null;
}

/** Entries one by one; ends where the list does. */
export type Walk<Item> = AsyncGenerator<Item, void, undefined>;

/**
 * The entries of a list, page by page: the next one is asked for when the last is used up.
 * @param read reads the first page, or that of a cursor
 */
export async function* walk<P extends Page, Item>(
  read: (from: { readonly cursor?: string }) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): Walk<Item> {
  for (let from: { readonly cursor?: string } = {}; ; ) {
    const page = await read(from);
    yield* itemsOf(page);
    const { next: cursor } = page;
    if (cursor === null) return;
    if (cursor === from.cursor) throw new ChaintrailError('unexpected-answer', 'a page leads to itself');
    from = { cursor };
  }
}
