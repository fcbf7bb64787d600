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

interface Part {
  readonly hash: string;
  readonly total: number;
}

/**
 * The entries of a block, part by part. All of them are of one block: a height may have another one meanwhile.
 * @param read reads a part of the block that the caller named, or of the one with a hash
 */
export async function* walkBlock<P extends Part, Item>(
  read: (offset: number, hash: string | undefined) => Promise<P>,
  itemsOf: (part: P) => readonly Item[],
): Walk<Item> {
  let hash: string | undefined;
  for (let offset = 0, total = 1; offset < total; ) {
    const part = await read(offset, hash);
    const items = itemsOf(part);
    yield* items;
    ({ hash, total } = part);
    offset += items.length;
    if (items.length === 0 && offset < total)
      throw new ChaintrailError('unexpected-answer', 'a part of a block is empty');
  }
}
