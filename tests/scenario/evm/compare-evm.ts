/** Compares everything the product says about an EVM chain with what the node itself says. */
import {
  type ExpectedEntry,
  inParallel,
  problemsOfList,
  waitFor,
  walkByCursor,
  walkByOffset,
} from '@chaintrail/testkit';
import { getAddress } from 'ethers';
import { expect } from 'vitest';
import { compareTokens } from './compare-tokens.js';
import { type FollowedWorld, hasPending, isTraced } from './evm-world.js';
import { expectedTransaction, grouped } from './expected-transaction.js';
import type { Entry } from './oracle/entries.js';
import type { History, Ledger } from './oracle/evm-ledger.js';
import type { NodeBlock } from './oracle/node-block.js';

/** Not divisors of the usual history lengths, so that pages end in odd places. */
const PAGE = 7;
const LONG_PAGE = 97;
const CONCURRENCY = 6;
const REACH_TIMEOUT_MS = 90_000;

/** Things compared already, per world: blocks with their transactions, and addresses with their newest rows. */
const compared = new WeakMap<FollowedWorld, { readonly blocks: Set<string>; readonly rows: Map<string, string> }>();

/**
 * Waits until the API has reached the node's tip and has all internal transfers, then compares every address's balance,
 * tokens and history, and every transaction of blocks that are new since the last call.
 */
export async function expectIndexEqualsNode(world: FollowedWorld): Promise<Ledger> {
  const ledger = await world.oracle.ledger();
  await reachTip(world, ledger);
  const { databaseUrl, processes } = world.product;
  const isSettled = async () => !(await hasPending(databaseUrl, world.chain));
  await waitFor(isSettled, { timeoutMs: REACH_TIMEOUT_MS, processes, what: 'no transaction to be pending' });
  const { blocks, rows } = compared.get(world) ?? { blocks: new Set(), rows: new Map() };
  compared.set(world, { blocks, rows });
  await inParallel([...ledger.histories], CONCURRENCY, async ([address, history]) => {
    await compareBalance(world, ledger, address, history);
    // Blocks name those below them: the same newest row means the same rows.
    const newest = newestRow(history);
    if (rows.get(address) !== newest) await compareHistory(world, address, history);
    rows.set(address, newest);
  });
  const fresh = ledger.entries.filter(({ block }) => !blocks.has(block.hash));
  await inParallel(fresh, CONCURRENCY, (entry) => compareTransaction(world, entry));
  for (const { block } of fresh) blocks.add(block.hash);
  return ledger;
}

export async function reachTip(world: FollowedWorld, { tip, entries, histories }: Ledger): Promise<void> {
  const { processes } = world.product;
  const what = `the API to reach block ${tip.height} ${tip.hash}`;
  const [address] = histories.keys();
  const reached = async () => (await world.api.balance(address!)).tip.hash === tip.hash;
  await waitFor(reached, { timeoutMs: REACH_TIMEOUT_MS, processes, what });
  // Blocks without transactions count, too: until they are traced, nobody knows what was received.
  const traced = () => isTraced(world.product.databaseUrl, world.chain);
  await waitFor(traced, { timeoutMs: REACH_TIMEOUT_MS, processes, what: 'all blocks to be traced' });
  for (const { txid } of [entries[0]!, entries.at(-1)!]) {
    await waitFor(async () => (await world.api.transaction(txid)).internalTransfers === 'complete', {
      timeoutMs: REACH_TIMEOUT_MS,
      processes,
      what: `the internal transfers of ${txid}`,
    });
  }
}

function newestRow({ entries }: History): string {
  const { entry } = entries.at(-1)!;
  return `${entry.block.hash} ${entry.index}`;
}

async function compareBalance(world: FollowedWorld, ledger: Ledger, address: string, history: History): Promise<void> {
  const { entries, received } = history;
  const answer = await world.api.balance(address);
  expect(answer, `balance of ${address}`).toMatchObject({
    address,
    balance: entries.at(-1)!.balance.toString(),
    // With what it had before its first transaction: funds of the genesis block.
    received: (received + entries[0]!.balance - entries[0]!.delta).toString(),
    transactionCount: entries.length,
    tip: { height: ledger.tip.height, hash: ledger.tip.hash },
  });
  await compareTokens(world, ledger, address, answer.tokens);
}

async function compareHistory(world: FollowedWorld, address: string, { entries }: History): Promise<void> {
  await comparePastBalance(world, address, entries[entries.length >> 1]!.entry.block);
  const isExact = await knowsBalance(world, address, entries.at(-1)!.entry.block.height);
  const expected = entries.map(({ entry, delta, balance }) => ({
    txid: entry.txid,
    blockHeight: entry.block.height,
    status: entry.succeeded ? 'confirmed' : 'failed',
    direction: directionOf(address, entry, delta),
    amount: delta.toString(),
    balanceAfter: balance.toString(),
  }));
  const limit = entries.length > LONG_PAGE ? LONG_PAGE : PAGE;
  for (const order of ['desc', 'asc'] as const) {
    const right: readonly ExpectedEntry[] = order === 'asc' ? expected : expected.toReversed();
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
    for (const [how, items] of Object.entries(walks)) {
      // A balance unknown at first may be known by now: the indexer asks for balances in the background.
      const told = items.map((item, place) => ({
        ...item,
        balanceAfter: item.balanceAfter ?? (isExact ? null : right[place]?.balanceAfter),
      }));
      for (const problem of problemsOfList(told, right)) wrong(`${how}: ${problem}`);
    }
    expect(problems, `history of ${address}, ${order}`).toEqual([]);
  }
}

async function comparePastBalance(world: FollowedWorld, address: string, { height, hash }: NodeBlock): Promise<void> {
  const { balance } = await world.api.balance(address, height);
  const expected = await world.oracle.balanceAt(address, hash);
  expect(balance, `balance of ${address} at ${height}`).toBe(expected.toString());
}

/** Whether balances after transactions are told: all of an address or none. */
async function knowsBalance(world: FollowedWorld, address: string, lastTouched: number): Promise<boolean> {
  const isTold = async () => (await world.api.history(address, { limit: 1 })).transactions[0]?.balanceAfter !== null;
  if (lastTouched <= world.balancesAbove) return isTold();
  const what = `the balance of ${address} after its newest transaction`;
  return waitFor(isTold, { timeoutMs: REACH_TIMEOUT_MS, processes: world.product.processes, what });
}

/** By the effect on its ether; where there is none, by who calls whom and what else moves. */
function directionOf(address: string, { transfers, traced, fee }: Entry, delta: bigint): string {
  const [from, to] = [traced?.transaction.from, traced?.transaction.to].map((each) => each && getAddress(each));
  if (from === address && to === address && delta === -fee) return 'self';
  if (delta !== 0n) return delta > 0n ? 'in' : 'out';
  const moved = transfers.filter(({ asset, amount }) => asset === null || amount !== 0n);
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
