/** Reading a whole history in pages, with something happening between two of them. */
import { expect } from 'vitest';
import type { ApiHistory, ApiHistoryItem } from '../api-client.js';
import type { World } from './utxo-world.js';

export type WalkOrder = 'desc' | 'asc';

export interface Walk {
  readonly order: WalkOrder;
  readonly limit: number;
  /** Called after this page has been read (0 the first), and only then. */
  readonly afterPage: number;
  interrupt(): Promise<void>;
}

/** Follows `next` to the end. */
export async function walkByCursor(world: World, address: string, walk: Walk): Promise<ApiHistoryItem[]> {
  const items: ApiHistoryItem[] = [];
  let page = await world.api.history(address, `limit=${walk.limit}&order=${walk.order}`);
  for (let number = 0; ; number++) {
    items.push(...page.transactions);
    if (number === walk.afterPage) await walk.interrupt();
    if (page.next === null) {
      // The interruption comes in any case, so that what it does is there afterwards.
      if (number < walk.afterPage) await walk.interrupt();
      return items;
    }
    const cursor = encodeURIComponent(page.next);
    page = await world.api.history(address, `limit=${walk.limit}&cursor=${cursor}`);
  }
}

/** Reads by offset while nothing happens: the pages are the history, cut without a gap or an overlap. */
export async function expectOffsetsExact(world: World, address: string, limit: number): Promise<void> {
  for (const order of ['desc', 'asc'] as const) {
    const whole = await world.api.history(address, `limit=1000&order=${order}`);
    expect(whole.transactions.length).toBe(whole.total);
    const items: ApiHistoryItem[] = [];
    for (let offset = 0; offset < whole.total; offset += limit) {
      const page: ApiHistory = await world.api.history(address, `limit=${limit}&offset=${offset}&order=${order}`);
      expect(page.total).toBe(whole.total);
      expect(page.next === null, `next at ${offset} of ${whole.total}`).toBe(offset + limit >= whole.total);
      items.push(...page.transactions);
    }
    expect(items.map(txidOf), `${order} by ${limit}`).toEqual(whole.transactions.map(txidOf));
    const past = await world.api.history(address, `limit=${limit}&offset=${whole.total}&order=${order}`);
    expect(past).toMatchObject({ total: whole.total, next: null, transactions: [] });
  }
}

/** Nothing twice, and everything that was there before and after the walk once. */
export function expectWalkExact(items: readonly ApiHistoryItem[], before: ApiHistory, after: ApiHistory): void {
  const txids = items.map(txidOf);
  expect(new Set(txids).size, `repeats in ${txids.join(', ')}`).toBe(txids.length);
  const later = new Set(after.transactions.map(txidOf));
  const stayed = before.transactions.map(txidOf).filter((txid) => later.has(txid));
  expect(stayed.filter((txid) => !txids.includes(txid))).toEqual([]);
  const known = new Set([...before.transactions.map(txidOf), ...later]);
  expect(txids.filter((txid) => !known.has(txid))).toEqual([]);
}

function txidOf({ txid }: { readonly txid: string }): string {
  return txid;
}
