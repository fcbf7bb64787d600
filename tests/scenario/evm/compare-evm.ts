/** Compares everything the product says about an EVM chain with what the node itself says. */
import { isDeepStrictEqual } from 'node:util';
import type { Balance } from '@chaintrail/client';
import {
  type ExpectedEntry,
  type HistoryItem,
  inParallel,
  inSession,
  problemsOfList,
  problemsOfPage,
  waitFor,
  walkByCursor,
  walkByOffset,
} from '@chaintrail/testkit';
import { expect } from 'vitest';
import { compareTokens, type TokensTold, tokensTold } from './compare-tokens.js';
import { type FollowedWorld, isTracedBy } from './evm-world.js';
import { expectedTransaction, grouped } from './expected-transaction.js';
import type { Entry, History, Ledger } from './proved-ledger.js';

/** Not divisors of the usual history lengths, so that pages end in odd places. */
const PAGE = 7;
const LONG_PAGE = 97;
const WHOLE = 1_000;
/** More than any step of a story does to an address, what a reorg gave back included. */
const NEWEST = 100;
const CONCURRENCY = 6;
const REACH_TIMEOUT_MS = 90_000;

/** Things compared already: blocks with their transactions, addresses with their newest rows, and tokens. */
interface Compared {
  readonly blocks: Set<string>;
  readonly rows: Map<string, string>;
  told: TokensTold;
}
const compared = new WeakMap<FollowedWorld, Compared>();

/**
 * Waits until the API has reached the node's tip and has all internal transfers, then compares every address's balance,
 * and what is new since the last call: tokens and rows of addresses, and transactions.
 */
export async function expectIndexEqualsNode(world: FollowedWorld): Promise<Ledger> {
  const ledger = await world.oracle.ledger();
  await reachTip(world, ledger);
  await noneWaits(world);
  const known = compared.get(world) ?? { blocks: new Set(), rows: new Map(), told: new Map() };
  compared.set(world, known);
  const { blocks, rows } = known;
  await compareBalances(world, ledger, known);
  await inParallel([...ledger.histories], CONCURRENCY, async ([address, history]) => {
    // Blocks name those below them: the same newest row means the same rows.
    const newest = newestRow(history);
    if (rows.get(address) !== newest) {
      const expected = expectedHistory(address, history);
      await compareNewest(world, address, expected, rows.has(address) ? NEWEST : WHOLE);
    }
    rows.set(address, newest);
  });
  const fresh = ledger.entries.filter(({ block }) => !blocks.has(block.hash));
  await inParallel(fresh, CONCURRENCY, (entry) => compareTransaction(world, entry));
  for (const { block } of fresh) blocks.add(block.hash);
  return ledger;
}

/**
 * All of every history, page by page in each way there is where one page is not all, and a balance in the middle of each:
 * for the end of a story.
 */
export async function expectWholeHistories(world: FollowedWorld): Promise<void> {
  const ledger = await world.oracle.ledger();
  await reachTip(world, ledger);
  const histories = [...ledger.histories];
  const middles = histories.map(([address, { entries }]) => {
    const { height, hash } = entries[entries.length >> 1]!.entry.block;
    return { address, height, hash };
  });
  const balances = await world.oracle.balancesAt(middles.map(({ address, hash }) => [address, hash]));
  await inParallel([...middles.entries()], CONCURRENCY, async ([at, { address, height }]) => {
    const { balance } = await world.api.balance(address, height);
    expect(balance, `balance of ${address} at ${height}`).toBe(balances[at]!.toString());
  });
  // One entry was compared when it came.
  const longer = histories.filter(([, { entries }]) => entries.length > 1);
  await inParallel(longer, CONCURRENCY, ([address, history]) => {
    const expected = expectedHistory(address, history);
    return expected.length > PAGE
      ? compareHistory(world, address, expected)
      : compareNewest(world, address, expected, WHOLE);
  });
}

export async function reachTip(world: FollowedWorld, { tip, entries, histories }: Ledger): Promise<void> {
  const { processes, databaseUrl } = world.product;
  const what = `the API to reach block ${tip.height} ${tip.hash}`;
  const [address] = histories.keys();
  const reached = async () => (await world.api.balance(address!)).tip.hash === tip.hash;
  await waitFor(reached, { timeoutMs: REACH_TIMEOUT_MS, processes, what });
  // Blocks without transactions count, too: until they are traced, nobody knows what was received.
  await inSession(databaseUrl, (session) =>
    waitFor(() => isTracedBy(session, world.chain), {
      ...{ timeoutMs: REACH_TIMEOUT_MS, processes, what: 'all blocks to be traced' },
    }),
  );
  for (const { txid } of [entries[0]!, entries.at(-1)!]) {
    await waitFor(async () => (await world.api.transaction(txid)).internalTransfers === 'complete', {
      timeoutMs: REACH_TIMEOUT_MS,
      processes,
      what: `the internal transfers of ${txid}`,
    });
  }
}

/** Transactions of blocks that are gone wait in the index, until the node's pool is read again. */
function noneWaits({ product: { databaseUrl, processes }, chain: { code } }: FollowedWorld): Promise<true> {
  return inSession(databaseUrl, (session) => {
    const isSettled = async () => {
      const sql = `SELECT FROM ${code}.mempool_transactions WHERE tx_key IS NULL LIMIT 1`;
      return (await session.query(sql)).rows.length === 0;
    };
    return waitFor(isSettled, {
      ...{ timeoutMs: REACH_TIMEOUT_MS, processes, what: 'no transaction to be pending' },
    });
  });
}

function newestRow({ entries }: History): string {
  const { entry } = entries.at(-1)!;
  return `${entry.block.hash} ${entry.index}`;
}

/** One by one where contracts of tokens are to be asked, of the others many at once. */
async function compareBalances(world: FollowedWorld, ledger: Ledger, known: Compared): Promise<void> {
  const told = await tokensTold(world.node, ledger);
  const compare = (answer: Balance, address: string): void => {
    const { entries, received } = ledger.histories.get(address)!;
    expect(answer, `balance of ${address}`).toMatchObject({
      address,
      balance: entries.at(-1)!.balance.toString(),
      // With what it had before its first transaction: funds of the genesis block.
      received: (received + entries[0]!.balance - entries[0]!.delta).toString(),
      transactionCount: entries.length,
      tip: { height: ledger.tip.height, hash: ledger.tip.hash },
    });
  };
  const addresses = [...ledger.histories.keys()];
  const isKnown = (address: string) =>
    known.rows.get(address) === newestRow(ledger.histories.get(address)!) &&
    isDeepStrictEqual(known.told.get(address), told.get(address));
  const holders = new Set(addresses.filter((address) => told.has(address) && !isKnown(address)));
  await inParallel([...holders], CONCURRENCY, async (address) => {
    const answer = await world.api.balance(address);
    compare(answer, address);
    compareTokens(told, address, answer.tokens);
  });
  const others = addresses.filter((address) => !holders.has(address));
  for (const [place, answer] of (await world.api.balances(others)).entries()) {
    const address = others[place]!;
    compare(answer, address);
    if (!told.has(address)) compareTokens(told, address, answer.tokens);
  }
  known.told = told;
}

/** As the API tells it, the oldest first. */
function expectedHistory(address: string, { entries }: History): ExpectedHistory {
  return entries.map(({ entry, delta, balance }) => ({
    txid: entry.txid,
    blockHeight: entry.block.height,
    status: entry.columns.succeeded === 'false' ? 'failed' : 'confirmed',
    direction: directionOf(address, entry, delta),
    amount: delta.toString(),
    balanceAfter: balance.toString(),
  }));
}

type ExpectedHistory = readonly (ExpectedEntry & { readonly blockHeight: number; readonly balanceAfter: string })[];

/** One page of the newest. */
async function compareNewest(
  world: FollowedWorld,
  address: string,
  expected: ExpectedHistory,
  limit: number,
): Promise<void> {
  const isSoonTold = expected.at(-1)!.blockHeight > world.balancesAbove;
  const what = `the balance of ${address} after its newest transaction`;
  const page = await waitFor(
    async () => {
      const read = await world.api.history(address, { limit });
      return (!isSoonTold || isTold(read.transactions)) && read;
    },
    { timeoutMs: REACH_TIMEOUT_MS, processes: world.product.processes, what },
  );
  const problems = problemsOfPage(page, { offset: 0, limit });
  if (page.total !== expected.length) problems.push(`total ${page.total}, not ${expected.length}`);
  const right = expected.slice(-limit).toReversed();
  problems.push(...problemsOfTold(page.transactions, right, isTold(page.transactions)));
  expect(problems, `the newest of the history of ${address}`).toEqual([]);
}

/** All pages, in each way to walk them. */
async function compareHistory(world: FollowedWorld, address: string, expected: ExpectedHistory): Promise<void> {
  const limit = expected.length > LONG_PAGE ? LONG_PAGE : PAGE;
  const isExact = isTold((await world.api.history(address, { limit: 1 })).transactions);
  for (const order of ['desc', 'asc'] as const) {
    const right = order === 'asc' ? expected : expected.toReversed();
    const problems: string[] = [];
    const wrong = (problem: string) => problems.push(problem);
    let offset = 0;
    const onPage = (page: { readonly offset: number | null; readonly transactions: readonly unknown[] }) => {
      if (page.offset !== offset) wrong(`offset ${page.offset} of the page after ${offset}`);
      offset += page.transactions.length;
      return false;
    };
    const walks = {
      'by offset': await walkByOffset(world.api, address, { limit, order, wrong }),
      'by cursor': await walkByCursor(world.api, address, { limit, order, onPage }),
    };
    for (const [how, items] of Object.entries(walks))
      for (const problem of problemsOfTold(items, right, isExact)) wrong(`${how}: ${problem}`);
    expect(problems, `history of ${address}, ${order}`).toEqual([]);
  }
}

/** Whether balances after transactions are told: all of an address or none. @param items the newest first */
function isTold([newest]: readonly HistoryItem<'evm'>[]): boolean {
  return newest?.balanceAfter !== null;
}

/** @param isExact whether balances must be told. Else those that the indexer has asked for meanwhile must be right. */
function problemsOfTold(items: readonly HistoryItem<'evm'>[], right: ExpectedHistory, isExact: boolean): string[] {
  const told = items.map((item, place) => ({
    ...item,
    balanceAfter: item.balanceAfter ?? (isExact ? null : (right[place]?.balanceAfter ?? null)),
  }));
  return problemsOfList(told, right);
}

/** By the effect on its ether; where there is none, by who calls whom and what else moves. */
function directionOf(address: string, { transfers, columns: { from, to, fee } }: Entry, delta: bigint): string {
  if (from === address && to === address && `${-delta}` === fee) return 'self';
  if (delta !== 0n) return delta > 0n ? 'in' : 'out';
  const moved = transfers.filter(({ asset, amount }) => asset === null || amount !== '0');
  const gives = from === address || moved.some((transfer) => transfer.from === address);
  const gets = to === address || moved.some((transfer) => transfer.to === address);
  if (gives && gets) return 'self';
  if (gives || gets) return gives ? 'out' : 'in';
  return transfers.length > moved.length ? 'mention' : 'in';
}

export async function compareTransaction(world: FollowedWorld, entry: Entry): Promise<void> {
  const answer = await world.api.transaction(entry.txid);
  const { transfers, ...expected } = expectedTransaction(entry);
  expect(answer, `transaction ${entry.txid}`).toMatchObject({
    ...expected,
    internalTransfers: 'complete',
    transferCount: transfers.length,
  });
  const found = answer.transfers.map(({ kind, from, to, asset, standard, amount, tokenId }) => ({
    kind,
    from,
    to,
    asset,
    standard,
    amount,
    tokenId,
  }));
  expect(grouped(found), `transfers of ${entry.txid}`).toEqual(grouped(transfers));
}
