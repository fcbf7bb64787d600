/** The bank module: every balance at every height, and what moves them. */
import type { BlockContent, CosmosEvent } from './cosmos-block.js';

export type Coin = readonly [denom: string, amount: bigint];
/** Address, then denomination and amount; amounts above 0. */
export type Balances = ReadonlyMap<string, ReadonlyMap<string, bigint>>;

/** Balances after the blocks that changed it, heights rising. */
type Past = [height: number, amount: bigint][];

/** "12rune,3btc/btc" (cosmos-sdk types/coin.go ParseCoinsNormalized). */
function parseCoins(text: string): Coin[] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const [, amount = '', denom = ''] = /^(\d+)(.+)$/.exec(part) ?? [];
    if (denom === '') throw new RangeError(`${text} are no coins`);
    return [denom, BigInt(amount)];
  });
}

/** Moves by a block's events, in their order. */
export function* movements({ begin, transactions, end }: BlockContent): Generator<[address: string, coin: Coin]> {
  yield* movementsOf(begin);
  for (const { events } of transactions) yield* movementsOf(events);
  yield* movementsOf(end);
}

function* movementsOf(events: readonly CosmosEvent[]): Generator<[address: string, coin: Coin]> {
  for (const { type, attributes } of events) {
    if (type !== 'coin_spent' && type !== 'coin_received') continue;
    const of = (name: string): string => attributes.find(([key]) => key === name)?.[1] ?? '';
    const spent = type === 'coin_spent';
    for (const [denom, amount] of parseCoins(of('amount'))) {
      yield [of(spent ? 'spender' : 'receiver'), [denom, spent ? -amount : amount]];
    }
  }
}

export class Bank {
  private readonly pasts = new Map<string, Map<string, Past>>();

  /** @param height of the opening: one below the first block */
  constructor(opening: Balances, height: number) {
    for (const [address, coins] of opening) for (const coin of coins) this.book(address, coin, height);
  }

  /** Books what a block moves. @throws RangeError where somebody would have less than nothing */
  apply(height: number, content: BlockContent): void {
    for (const [address, coin] of movements(content)) this.book(address, coin, height);
  }

  /** Takes the block at this height, the last one, back. */
  takeBack(height: number): void {
    for (const coins of this.pasts.values()) {
      for (const past of coins.values()) if (past.at(-1)?.[0] === height) past.pop();
    }
  }

  /** After the block at `height`, sorted by denomination as the bank module's store is. */
  coins(address: string, height: number): Coin[] {
    const coins = [...(this.pasts.get(address) ?? [])].map(([denom, past]): Coin => [denom, amountAt(past, height)]);
    return coins.filter(([, amount]) => amount > 0n).sort(byDenom);
  }

  balances(height: number): Balances {
    const all = [...this.pasts.keys()].map((address) => [address, new Map(this.coins(address, height))] as const);
    return new Map(all.filter(([, coins]) => coins.size > 0));
  }

  supply(height: number): Coin[] {
    const sums = new Map<string, bigint>();
    for (const coins of this.balances(height).values()) {
      for (const [denom, amount] of coins) sums.set(denom, (sums.get(denom) ?? 0n) + amount);
    }
    return [...sums].sort(byDenom);
  }

  /** Everybody who ever had anything. */
  addresses(): string[] {
    return [...this.pasts.keys()];
  }

  private book(address: string, [denom, change]: Coin, height: number): void {
    const coins = getOrMake(this.pasts, address, () => new Map<string, Past>());
    const past = getOrMake(coins, denom, (): Past => []);
    const amount = (past.at(-1)?.[1] ?? 0n) + change;
    if (amount < 0n) throw new RangeError(`block ${height}: ${address} would have ${amount}${denom}`);
    if (past.at(-1)?.[0] === height) past.pop();
    past.push([height, amount]);
  }
}

/** Mostly it is one of the newest blocks that is asked about. */
function amountAt(past: Past, height: number): bigint {
  return past.findLast(([changed]) => changed <= height)?.[1] ?? 0n;
}

function byDenom([left]: Coin, [right]: Coin): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
