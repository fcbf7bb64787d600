/** Compares what the product says about a Cosmos chain with its node, which makes no blocks meanwhile. */
import type { Balance } from '@chaintrail/client';
import { type ApiTransaction, type HistoryItem, inParallel, waitFor, walkByCursor } from '@chaintrail/testkit';
import { expect } from 'vitest';
import { type Booking, bankBalances, bankSupply, type Coins, type NodeLedger } from './cosmos-ledger.js';
import type { FollowedCosmos } from './cosmos-world.js';

/** Not a divisor of the usual history lengths, so that pages end in odd places. */
const PAGE = 97;
const CONCURRENCY = 6;
const REACH_TIMEOUT_MS = 90_000;
/** So many of the new ones are asked for by height and hash. */
const NEWEST_BLOCKS = 10;
const compared = new WeakMap<FollowedCosmos, { height: number }>();

/** Balances of every address and denomination; histories and transactions that are new since the last call. */
export async function expectIndexEqualsNode(world: FollowedCosmos): Promise<NodeLedger> {
  const ledger = await world.reader.read();
  await reachTip(world, ledger);
  const since = compared.get(world)?.height ?? 0;
  const fresh = ledger.bookings.filter(({ height }) => height > since);
  const bookings = byAddress(fresh);
  const total: Coins = new Map();
  const holders = new Map<string, [address: string, amount: bigint][]>();
  await inParallel([...ledger.addresses], CONCURRENCY, async (address) => {
    const bank = await bankBalances(world.node, address);
    for (const [denom, amount] of bank) {
      total.set(denom, (total.get(denom) ?? 0n) + amount);
      holders.set(denom, [...(holders.get(denom) ?? []), [address, amount]]);
    }
    const { transactionCount } = await compareBalance(world, ledger, address, bank);
    const listed = await compareHistory(world, address, bank, bookings.get(address) ?? [], since);
    expect(transactionCount, `history of ${address}`).toBe(listed);
  });
  // Nobody else has anything.
  expect(sorted(total)).toEqual(sorted(await bankSupply(world.node)));
  holders.delete(world.chain.denom);
  await inParallel([...holders], CONCURRENCY, ([denom, held]) => compareHolders(world, denom, held));
  const transactions = fresh.filter(({ txid }) => txid !== null);
  await inParallel(transactions, CONCURRENCY, (booking) => compareTransaction(world, booking));
  const heights = [...new Set(transactions.map(({ height }) => height))].slice(-NEWEST_BLOCKS);
  await inParallel(heights, CONCURRENCY, (height) => compareBlock(world, height, transactions));
  expect((await world.api.block(ledger.tip.hash)).height).toBe(ledger.tip.height);
  compared.set(world, { height: ledger.tip.height });
  return ledger;
}

async function reachTip(world: FollowedCosmos, { tip, addresses }: NodeLedger): Promise<void> {
  const { processes } = world.product;
  const what = `the API to reach block ${tip.height} ${tip.hash}`;
  const [address] = addresses;
  const reached = async () => (await world.api.balance(address!)).tip.hash === tip.hash;
  await waitFor(reached, { timeoutMs: REACH_TIMEOUT_MS, processes, what });
}

/** The same at past blocks. */
export async function expectPastBalances(world: FollowedCosmos, heights: readonly number[]): Promise<void> {
  const { addresses } = await world.reader.read();
  for (const height of heights) {
    await inParallel([...addresses], CONCURRENCY, async (address) => {
      const bank = await bankBalances(world.node, address, height);
      const answer = await world.api.balance(address, height);
      const what = `balance of ${address} at ${height}`;
      expect(answer.balance, what).toBe(`${bank.get(world.chain.denom) ?? 0n}`);
      expect(sorted(tokensOf(answer.tokens)), what).toEqual(sorted(others(world, bank)));
    });
  }
}

async function compareBalance(
  world: FollowedCosmos,
  ledger: NodeLedger,
  address: string,
  bank: Coins,
): Promise<Balance> {
  const answer = await world.api.balance(address);
  expect(answer, `balance of ${address}`).toMatchObject({
    address,
    balance: `${bank.get(world.chain.denom) ?? 0n}`,
    tip: ledger.tip,
  });
  expect(sorted(tokensOf(answer.tokens)), `denominations of ${address}`).toEqual(sorted(others(world, bank)));
  return answer;
}

/** @returns how many transactions the whole history has */
async function compareHistory(
  world: FollowedCosmos,
  address: string,
  bank: Coins,
  bookings: readonly Booking[],
  since: number,
): Promise<number> {
  let [total, isWhole] = [0, false];
  const items = await walkByCursor(world.api, address, {
    limit: PAGE,
    onPage: (page) => {
      if (page.offset === 0) total = page.total;
      isWhole = page.next === null;
      return (page.transactions.at(-1)?.blockHeight ?? 0) <= since;
    },
  });
  const what = `history of ${address}`;
  if (isWhole) expect(items, what).toHaveLength(total);
  let balance = bank.get(world.chain.denom) ?? 0n;
  for (const item of items) {
    expect(item.balanceAfter, `${what}: ${item.txid}`).toBe(`${balance}`);
    balance -= BigInt(item.amount);
  }
  if (isWhole) expect(balance, `before the ${what}`).toBe(0n);
  const found = amountsByPlace(items.filter(({ kind, blockHeight }) => kind !== 'opening' && blockHeight > since));
  const expected = new Map<string, bigint>();
  for (const { height, txid, changes } of bookings) {
    const place = placeOf(height, txid);
    expected.set(place, (expected.get(place) ?? 0n) + (changes.get(address)?.get(world.chain.denom) ?? 0n));
  }
  // A signer whose transaction moved nothing has it in the history, too.
  for (const place of found.keys()) if (!expected.has(place)) expected.set(place, 0n);
  expect(new Map([...found].sort()), what).toEqual(new Map([...expected].sort()));
  return total;
}

/** By what they have; those with the same are in any order. */
async function compareHolders(world: FollowedCosmos, denom: string, held: [string, bigint][]): Promise<void> {
  const { holders, total, complete } = await world.api.holders(denom);
  expect({ total, complete }, `holders of ${denom}`).toEqual({ total: held.length, complete: true });
  const amounts = holders.map(({ balance }) => BigInt(balance));
  expect(amounts, `holders of ${denom}`).toEqual(amounts.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)));
  const found = holders.map(({ address, balance }) => [address, BigInt(balance)] as [string, bigint]);
  expect(sorted(new Map(found)), `holders of ${denom}`).toEqual(sorted(new Map(held)));
}

async function compareBlock(world: FollowedCosmos, height: number, bookings: readonly Booking[]): Promise<void> {
  const block = await world.api.block(`${height}`);
  expect(await world.api.block(block.hash)).toEqual(block);
  const found = block.transactions.filter(({ kind }) => kind === 'transaction').map(({ txid }) => txid);
  const expected = bookings.filter((booking) => booking.height === height).map(({ txid }) => txid);
  expect(found, `transactions of block ${height}`).toEqual(expected);
  expect(block).toMatchObject({ height, transactionCount: expected.length, total: block.transactions.length });
}

async function compareTransaction(world: FollowedCosmos, { height, txid, code, changes }: Booking): Promise<void> {
  const answer = await world.api.transaction(txid!);
  expect(answer).toMatchObject({
    ...{ txid, kind: 'transaction', code, blockHeight: height },
    status: code === 0 ? 'confirmed' : 'failed',
  });
  expect(netOf(world, answer), txid!).toEqual(nonZero(changes));
}

/** Sums of its transfers: `address denom` and the change. */
function netOf(world: FollowedCosmos, { transfers }: ApiTransaction<'cosmos'>): Map<string, bigint> {
  const net = new Map<string, Coins>();
  const add = (address: string | null, denom: string, change: bigint): void => {
    if (address === null) return;
    const coins = net.get(address) ?? new Map<string, bigint>();
    net.set(address, coins.set(denom, (coins.get(denom) ?? 0n) + change));
  };
  for (const { from, to, asset, amount } of transfers) {
    add(from, asset ?? world.chain.denom, -BigInt(amount));
    add(to, asset ?? world.chain.denom, BigInt(amount));
  }
  return nonZero(net);
}

function nonZero(changes: ReadonlyMap<string, Coins>): Map<string, bigint> {
  const rows = [...changes].flatMap(([address, coins]) =>
    [...coins].map(([denom, change]) => [`${address} ${denom}`, change] as const),
  );
  return new Map(rows.filter(([, change]) => change !== 0n).sort());
}

function byAddress(bookings: readonly Booking[]): Map<string, Booking[]> {
  const found = new Map<string, Booking[]>();
  for (const booking of bookings) {
    for (const address of booking.changes.keys()) {
      const own = found.get(address) ?? [];
      found.set(address, own);
      own.push(booking);
    }
  }
  return found;
}

function amountsByPlace(items: readonly HistoryItem<'cosmos'>[]): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const { kind, txid, blockHeight, amount } of items) {
    const place = placeOf(blockHeight, kind === 'transaction' ? txid : null);
    amounts.set(place, (amounts.get(place) ?? 0n) + BigInt(amount));
  }
  return amounts;
}

/** Which of a block's own entries has what, is the product's matter. */
function placeOf(height: number, txid: string | null): string {
  return `${height} ${txid ?? 'block'}`;
}

function others({ chain }: FollowedCosmos, bank: Coins): Coins {
  return new Map([...bank].filter(([denom]) => denom !== chain.denom));
}

function tokensOf(tokens: readonly { readonly asset: string; readonly balance: string | null }[]): Coins {
  return new Map(
    tokens.filter(({ balance }) => balance !== '0').map(({ asset, balance }) => [asset, BigInt(balance ?? -1)]),
  );
}

function sorted(coins: Coins): [string, bigint][] {
  return [...coins].sort(([a], [b]) => (a < b ? -1 : 1));
}
