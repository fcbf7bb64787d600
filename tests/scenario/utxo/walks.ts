/** Reading a whole history in pages, with something happening between two of them. */
import { type ApiClient, type HistoryItem, isSameMoment, walkByCursor, walkByOffset } from '@chaintrail/testkit';
import { expect } from 'vitest';

export type WalkOrder = 'desc' | 'asc';

interface Walk {
  readonly order: WalkOrder;
  readonly limit: number;
  /** Called after this page has been read (0 the first), and only then. */
  readonly afterPage: number;
  interrupt(): Promise<void>;
}

/** Follows `next` to the end. */
export async function walkInterrupted(
  api: ApiClient<'utxo'>,
  address: string,
  { order, limit, afterPage, interrupt }: Walk,
): Promise<HistoryItem<'utxo'>[]> {
  let pages = 0;
  const onPage = async () => {
    if (pages++ === afterPage) await interrupt();
    return false;
  };
  const items = await walkByCursor(api, address, { order, limit, onPage });
  // The interruption comes in any case, so that what it does is there afterwards.
  if (pages <= afterPage) await interrupt();
  return items;
}

/** Reads by offset while nothing happens: the pages are the history, cut without a gap or an overlap. */
export async function expectOffsetsExact(api: ApiClient<'utxo'>, address: string, limit: number): Promise<void> {
  for (const order of ['desc', 'asc'] as const) {
    const whole = await api.history(address, { limit: 1_000, order });
    expect(whole.transactions.length).toBe(whole.total);
    const problems: string[] = [];
    const items = await walkByOffset(api, address, { limit, order, wrong: (problem) => problems.push(problem) });
    expect(problems).toEqual([]);
    expect(isSameMoment(whole, { ...whole, transactions: items }), `${order} by ${limit}`).toBe(true);
    const past = await api.history(address, { limit, order, offset: whole.total });
    expect(past).toMatchObject({ total: whole.total, next: null, transactions: [] });
  }
}
