/** The bank module: every balance at every height, and what moves them. */
import type { BlockContent, CosmosEvent } from './cosmos-block.js';

export type Coin = readonly [denom: string, amount: bigint];
/** Address, then denomination and amount; amounts above 0. */
export type Balances = ReadonlyMap<string, ReadonlyMap<string, bigint>>;

interface Past {
  /** Rising. */
  readonly heights: number[];
  readonly amounts: bigint[];
}

/** "12rune,3btc/btc" (cosmos-sdk types/coin.go ParseCoinsNormalized). */
function parseCoins(text: string): Coin[] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const [, amount = '', denom = ''] = /^(\d+)(.+)$/.exec(part) ?? [];
    if (denom === '') throw new RangeError(`${text} are no coins`);
    return [denom, BigInt(amount)];
  });
}

/** What events move, in their order: whose balance, and by how much. */
export function* movements(events: Iterable<CosmosEvent>): Generator<[address: string, coin: Coin]> {
  for (const { type, attributes } of events) {
    if (type !== 'coin_spent' && type !== 'coin_received') continue;
    const of = (name: string): string => attributes.find(([key]) => key === name)?.[1] ?? '';
    const spent = type === 'coin_spent';
    for (const [denom, amount] of parseCoins(of('amount'))) {
      yield [of(spent ? 'spender' : 'receiver'), [denom, spent ? -amount : amount]];
    }
  }
}

export function* eventsOf({ begin, transactions, end }: BlockContent): Generator<CosmosEvent> {
  yield* begin;
  for (const { events } of transactions) yield* events;
  yield* end;
}

export class Bank {
  private readonly pasts = new Map<string, Map<string, Past>>();
  /** Those that a block changed, by height, to take it back. */
  private readonly touched = new Map<number, Set<Past>>();

  /** @param height of the opening: one below the first block */
  constructor(opening: Balances, height: number) {
    for (const [address, coins] of opening) {
      for (const [denom, amount] of coins) this.book(address, [denom, amount], height);
    }
  }

  /** Books what a block moves. @throws RangeError where somebody would have less than nothing */
  apply(height: number, content: BlockContent): void {
    for (const [address, coin] of movements(eventsOf(content))) this.book(address, coin, height);
  }

  /** Takes the block at this height, the last one, back. */
  takeBack(height: number): void {
    for (const past of this.touched.get(height) ?? []) {
      past.heights.pop();
      past.amounts.pop();
    }
    this.touched.delete(height);
  }

  /** After the block at `height`, sorted by denomination as the bank module's store is. */
  coins(address: string, height: number): Coin[] {
    const coins: Coin[] = [];
    for (const [denom, past] of this.pasts.get(address) ?? []) {
      const amount = amountAt(past, height);
      if (amount > 0n) coins.push([denom, amount]);
    }
    return coins.sort(byDenom);
  }

  balances(height: number): Balances {
    const all = new Map<string, ReadonlyMap<string, bigint>>();
    for (const address of this.pasts.keys()) {
      const coins = this.coins(address, height);
      if (coins.length > 0) all.set(address, new Map(coins));
    }
    return all;
  }

  supply(height: number): Coin[] {
    const sums = new Map<string, bigint>();
    for (const coins of this.pasts.values()) {
      for (const [denom, past] of coins) sums.set(denom, (sums.get(denom) ?? 0n) + amountAt(past, height));
    }
    return [...sums].filter(([, amount]) => amount > 0n).sort(byDenom);
  }

  /** Everybody who ever had anything. */
  addresses(): string[] {
    return [...this.pasts.keys()];
  }

  private book(address: string, [denom, change]: Coin, height: number): void {
    const coins = getOrMake(this.pasts, address, () => new Map<string, Past>());
    const past = getOrMake(coins, denom, (): Past => ({ heights: [], amounts: [] }));
    const amount = (past.amounts.at(-1) ?? 0n) + change;
    if (amount < 0n) throw new RangeError(`block ${height}: ${address} would have ${amount}${denom}`);
    if (past.heights.at(-1) === height) {
      past.amounts[past.amounts.length - 1] = amount;
      return;
    }
    past.heights.push(height);
    past.amounts.push(amount);
    getOrMake(this.touched, height, () => new Set<Past>()).add(past);
  }
}

function amountAt({ heights, amounts }: Past, height: number): bigint {
  let low = 0;
  let high = heights.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heights[middle] as number) <= height) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0n : (amounts[low - 1] as bigint);
}

function byDenom([left]: Coin, [right]: Coin): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
