import { ChaintrailError } from './error.js';
import type { Transaction } from './schema.js';

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

const LISTS = ['inputs', 'outputs', 'transfers', 'messages'] as const;
/** Facts that are the same in all parts of a transaction, unless it changes between two requests. */
const SAME = ['blockHash', 'inputCount', 'outputCount', 'transferCount', 'messageCount'] as const;
/** How often a transaction is read anew that changed meanwhile: it is confirmed, or traced. */
const CHANGES = 3;

/**
 * A transaction, its lists put together from its parts.
 * @param read reads the part from an offset on
 */
export async function joinParts(
  read: (offset: number) => Promise<Transaction>,
  mostParts: number,
  changes = CHANGES,
): Promise<Transaction> {
  const first: Fields = await read(0);
  const lists = Object.fromEntries(LISTS.flatMap((name) => (first[name] ? [[name, [...first[name]]]] : [])));
  let { nextOffset } = first;
  for (let parts = 1; nextOffset !== null && parts < mostParts; parts++) {
    const part: Fields = await read(nextOffset);
    if (SAME.some((name) => part[name] !== first[name])) {
      if (changes === 0) throw new ChaintrailError('unexpected-answer', 'the transaction changes with each request');
      return joinParts(read, mostParts, changes - 1);
    }
    for (const name of LISTS) lists[name]?.push(...(part[name] ?? []));
    if (part.nextOffset !== null && part.nextOffset <= nextOffset)
      throw new ChaintrailError('unexpected-answer', 'a part of a transaction leads to itself');
    ({ nextOffset } = part);
  }
  return { ...first, ...lists, nextOffset } as Transaction;
}

/** Fields of all families. */
type Fields = { readonly [Name in (typeof LISTS)[number]]?: readonly unknown[] } & {
  readonly [Name in (typeof SAME)[number]]?: unknown;
} & Pick<Transaction, 'nextOffset'>;

interface Part {
  readonly hash: string;
  readonly total: number;
}

/**
 * The entries of a block, part by part. All of them are of one block: a height may have another one meanwhile. Fails
 * where that leaves the chain before its last part.
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
    // Nothing is kept of the transactions of such a block.
    if (offset > total)
      throw new ChaintrailError('unexpected-answer', 'a reorganisation took the block back while it was read');
    if (items.length === 0 && offset < total)
      throw new ChaintrailError('unexpected-answer', 'a part of a block is empty');
  }
}
