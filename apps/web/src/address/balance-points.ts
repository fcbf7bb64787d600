/** A balance over time, from a bounded number of questions. */
import type { Balance, Chaintrail } from '@chaintrail/client';

export interface Point {
  /** Unix seconds. */
  readonly time: number;
  readonly height: number;
  /** Base units. */
  readonly balance: string;
}

/** Histories up to this length are read whole, by one request. */
export const WHOLE = 200;
const SAMPLES = 60;
/** Browsers open six connections to a server, and a stream takes one. */
const AT_ONCE = 4;

/**
 * Balance of the address after each of its transactions, or after some of them that lie evenly between the first and
 * the last; and now. Without those of which the chain does not tell it.
 */
export async function balancePoints(client: Chaintrail, now: Balance, signal: AbortSignal): Promise<readonly Point[]> {
  const { currency, address, transactionCount: total } = now;
  const read = async (offset: number, limit: number): Promise<Point[]> => {
    const options = { order: 'asc', fields: 'compact', offset, limit, signal } as const;
    const { transactions } = await client.historyPage(currency, address, options);
    return transactions.flatMap(({ timestamp, blockHeight, balanceAfter }) =>
      timestamp === null || blockHeight === null || balanceAfter === null
        ? []
        : [{ time: timestamp, height: blockHeight, balance: balanceAfter }],
    );
  };
  const points = total <= WHOLE ? await read(0, WHOLE) : await inTurns(offsetsOf(total), (offset) => read(offset, 1));
  if (points.length > 0 && now.balance !== null)
    points.push({ time: now.asOf, height: now.height, balance: now.balance });
  return lastOfEachBlock(points);
}

function offsetsOf(total: number): number[] {
  return Array.from({ length: SAMPLES }, (_, n) => Math.floor((n * (total - 1)) / (SAMPLES - 1)));
}

/** Inside a block a balance may take any turn; at its end it is what everybody sees. */
function lastOfEachBlock(points: readonly Point[]): readonly Point[] {
  return points.filter(({ height }, n) => height !== points[n + 1]?.height);
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[][] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as Item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results.flat();
}
