/** Many small calls as JSON-RPC batches: a few in parallel, halved where an answer is too large. */
import { TooLargeError } from '../errors.js';

/** A node serves a batch's calls one after the other, by one of its threads (4 by default before Bitcoin Core 29). */
const BATCHES_AT_ONCE = 3;

/**
 * @param ask answers one batch, one result per item in their order; `first` is the index of the batch's first item
 * @returns one result per item, in the order of the items
 * @throws what `ask` throws; {@link TooLargeError} only for an item that is too large alone
 */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  ask: (batch: readonly Item[], first: number) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  let failed = false;
  const work = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const start = next;
      next += size;
      try {
        const answers = await halving(items.slice(start, start + size), start, ask);
        for (const [index, answer] of answers.entries()) results[start + index] = answer;
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work));
  return results;
}

async function halving<Item, Result>(
  items: readonly Item[],
  first: number,
  ask: (batch: readonly Item[], first: number) => Promise<Result[]>,
): Promise<Result[]> {
  try {
    return await ask(items, first);
  } catch (error) {
    if (!(error instanceof TooLargeError) || items.length === 1) throw error;
    const half = items.length >> 1;
    return [
      ...(await halving(items.slice(0, half), first, ask)),
      ...(await halving(items.slice(half), first + half, ask)),
    ];
  }
}
