/** Compares everything the product says about a chain with what the node itself says. */
import { type ChainCode, requireUtxoChain } from '@chaintrail/chains';
import { openSession } from '@chaintrail/db';
import {
  baseUnits,
  type ExpectedAddress,
  inParallel,
  isSameMoment,
  type Product,
  problemsOfAddress,
  problemsOfBalance,
  problemsOfWholeHistory,
  type WaitedFor,
  waitFor,
} from '@chaintrail/testkit';
import { expect } from 'vitest';
import type { HistoryEntry, Ledger, LedgerNode, LedgerTransaction } from './node-chain.js';
import type { ScenarioChain } from './utxo-chains.js';
import type { World } from './utxo-world.js';

/** Both sides of a comparison, whatever node it is of. */
export interface Compared extends Pick<World, 'nodeChain' | 'api'> {
  readonly product: Pick<Product, 'databaseUrl'> & { readonly processes: readonly WaitedFor[] };
  readonly chain: { readonly code: ChainCode } & Pick<ScenarioChain, 'scansUnspent' | 'cashTokens'>;
  readonly node: LedgerNode;
  /** The node's answer about unspent outputs, where it does not speak as bitcoind does. */
  readonly unspent?: UnspentOfNode;
}

export interface UnspentOfNode {
  /** Base units by address, of every address of the ledger that has any. */
  balances(ledger: Ledger): Promise<Map<string, bigint>>;
  /** Number and sum of all unspent outputs; the number is null where the node does not count them. */
  set(ledger: Ledger): Promise<{ readonly count: number | null; readonly total: bigint }>;
}

/** Not a divisor of the usual history length, so that pages end in odd places. */
const PAGE = 37;
const CONCURRENCY = 6;
const SCAN_BATCH = 1_000;
const REACH_TIMEOUT_MS = 90_000;
/** So many of the new ones are asked for by height, too, and their transactions one by one. */
const NEWEST_BLOCKS = 3;
/** A block lists so many inputs and outputs of a transaction, and scripts of no more bytes. */
const LISTED = { parts: 20, scriptBytes: 1_024 };

/** More than wait of any address here. */
const MOST_PENDING = 50;

/**
 * Things compared already, per world: blocks with their transactions, and histories as texts. A later write that damaged
 * their rows would be found by the comparison with a straight sync, and by the audit, at the end of a scenario.
 */
const comparedBlocks = new WeakMap<Compared, Set<string>>();
const comparedHistories = new WeakMap<Compared, Map<string, string>>();

/**
 * Waits until the API has reached the node's tip. Then compares the balance, gross sums and count of every address, the
 * UTXO set as a whole, and histories, blocks and transactions that have changed since the last call.
 * @param options.whole the test's own ledger by the node's set of unspent outputs, too: for the end of a scenario
 */
export async function expectIndexEqualsNode(world: Compared, { whole = false } = {}): Promise<Ledger> {
  const ledger = await world.nodeChain.ledger();
  await reachTip(world, ledger);
  if (whole) await compareLedger(world, ledger);
  await compareBalances(world, ledger);
  await compareHistories(world, ledger);
  await expectBlocksEqualNode(world, ledger);
  return ledger;
}

/** Compares the UTXO set as a whole, and blocks and transactions that have changed since the last call. */
export async function expectBlocksEqualNode(world: Compared, ledger: Ledger): Promise<void> {
  const compared = comparedBlocks.get(world) ?? new Set();
  comparedBlocks.set(world, compared);
  const fresh = new Map<string, LedgerTransaction[]>();
  for (const one of ledger.transactions) {
    const { hash } = one.block;
    if (!compared.has(hash)) fresh.set(hash, [...(fresh.get(hash) ?? []), one]);
  }
  const newest = new Set([...fresh.keys()].slice(-NEWEST_BLOCKS));
  await inParallel([...fresh], CONCURRENCY, ([hash, own]) => compareBlock(world, own, newest.has(hash)));
  for (const hash of fresh.keys()) compared.add(hash);
  await compareUtxoSet(world, ledger);
}

/** The node's own balances, where it finds them. */
async function compareLedger({ unspent, chain, node }: Compared, ledger: Ledger): Promise<void> {
  if (unspent === undefined && !chain.scansUnspent) return;
  const balances = await (unspent?.balances(ledger) ?? balancesOfNode(node, ledger));
  for (const [address, history] of ledger.histories)
    expect(history.at(-1)?.balance, `the test's own ledger and the node on ${address}`).toBe(
      balances.get(address) ?? 0n,
    );
}

export async function reachTip(world: Compared, { tip, histories }: Ledger): Promise<void> {
  const [address] = [...histories.keys()];
  if (address === undefined) throw new Error('the chain pays no address');
  await waitFor(async () => (await world.api.balance(address)).tip.hash === tip.hash, {
    timeoutMs: REACH_TIMEOUT_MS,
    processes: world.product.processes,
    what: `the API to reach block ${tip.height} ${tip.hash}`,
  });
}

/** @param history of the address, its oldest transaction first */
export function expectedOf(history: readonly HistoryEntry[]): ExpectedAddress {
  const { balance = 0n, received = 0n } = history.at(-1) ?? {};
  const entries = history.map((entry) => {
    return { txid: entry.txid, blockHeight: entry.height, amount: entry.delta, balanceAfter: entry.balance };
  });
  return { balance, received, sent: received - balance, entries };
}

/** All of them, many at once. */
async function compareBalances({ api }: Compared, { histories }: Ledger): Promise<void> {
  const addresses = [...histories.keys()];
  const answers = await api.balances(addresses);
  expect(answers.map(({ address }) => address)).toEqual(addresses);
  const problems = [...histories.values()].map((history, n) => problemsOfBalance(answers[n]!, expectedOf(history)));
  expect(problems.flatMap((each, n) => each.map((problem) => `${addresses[n]}: ${problem}`))).toEqual([]);
}

async function compareHistories(world: Compared, { histories }: Ledger): Promise<void> {
  const compared = comparedHistories.get(world) ?? new Map<string, string>();
  comparedHistories.set(world, compared);
  await inParallel([...histories], CONCURRENCY, async ([address, history]) => {
    const text = history.map(({ txid, height, delta }) => `${txid} ${height} ${delta}`).join();
    if (compared.get(address) === text) return;
    const expected = expectedOf(history);
    // Its balance has been compared with those of all others.
    const problems = await problemsOfWholeHistory(world.api, address, expected, PAGE);
    if (problems.length > 0) expect(await problemsOfStill(world, address, expected)).toEqual([]);
    compared.set(address, text);
  });
}

/** Reads again while unconfirmed transactions come and go between two pages. They are compared elsewhere. */
function problemsOfStill({ api, product }: Compared, address: string, expected: ExpectedAddress): Promise<string[]> {
  return waitFor(
    async () => {
      const before = await api.history(address, { limit: MOST_PENDING });
      const problems = await problemsOfAddress(api, address, expected, PAGE);
      return isSameMoment(before, await api.history(address, { limit: MOST_PENDING })) && problems;
    },
    { what: `a history of ${address} that does not change`, processes: product.processes },
  );
}

/** @param own the block's transactions @param isNewest whether it is asked for in every way */
async function compareBlock(world: Compared, own: readonly LedgerTransaction[], isNewest: boolean): Promise<void> {
  const { hash, height } = own[0]!.block;
  const block = await world.api.block(hash);
  if (isNewest) expect(await world.api.block(`${height}`), `block ${height}`).toEqual(block);
  const expected = own.map(({ transaction: { txid } }) => txid);
  expect(
    block.transactions.map(({ txid }) => txid),
    `transactions of block ${hash}`,
  ).toEqual(expected);
  const [coinbase, ...others] = own;
  expect(block).toMatchObject({
    ...{ height, hash, transactionCount: expected.length, total: expected.length },
    fees: others.reduce((total, each) => total - gainOf(each), 0n).toString(),
    reward: gainOf(coinbase!).toString(),
    weight: requireUtxoChain(world.chain.code).segwit ? coinbase!.block.weight : null,
    ...{ orphaned: false, replacedBy: null },
  });
  for (const [index, each] of own.entries()) {
    const isByItself = isNewest || !isListedWhole(each);
    const found = isByItself ? await world.api.transaction(each.transaction.txid) : block.transactions[index]!;
    compareTransaction(world, found, each);
  }
}

function isListedWhole({ inputs, outputs }: LedgerTransaction): boolean {
  const areFew = Math.max(inputs.length, outputs.length) <= LISTED.parts;
  return areFew && outputs.every(({ script }) => script.length <= 2 * LISTED.scriptBytes);
}

/** Value of a transaction's outputs: new coins, or less its fee. */
function gainOf({ transaction, inputs, outputs }: LedgerTransaction): bigint {
  return sum(outputs) - sum(inputs) - leavingPools(transaction);
}

const sum = (list: readonly { readonly amount: bigint }[]): bigint =>
  list.reduce((total, { amount }) => total + amount, 0n);

function compareTransaction(world: Compared, found: object, expected: LedgerTransaction): void {
  const { transaction, block, index, inputs, outputs } = expected;
  const coinbase = index === 0;
  expect(found, `transaction ${transaction.txid} of block ${block.height}`).toMatchObject({
    txid: transaction.txid,
    status: 'confirmed',
    blockHeight: block.height,
    blockHash: block.hash,
    blockIndex: index,
    timestamp: block.time,
    coinbase,
    fee: coinbase ? '0' : (-gainOf(expected)).toString(),
    size: transaction.size,
    vsize: transaction.vsize ?? transaction.size,
    version: transaction.version,
    lockTime: transaction.locktime,
    inputs: inputs.map(({ txid, vout, address, amount }) => ({ txid, vout, address, amount: amount.toString() })),
    outputs: outputs.map(({ address, amount, script, type, token }, vout) => ({
      vout,
      address,
      amount: amount.toString(),
      script,
      type,
      ...(world.chain.cashTokens && { token }),
    })),
  });
}

/** Value that leaves Zcash's pools, where there are any. Nothing here spends from Sprout's. */
function leavingPools({ valueBalanceZat = 0, orchard, ironwood }: LedgerTransaction['transaction']): bigint {
  return BigInt(valueBalanceZat) + BigInt(orchard?.valueBalanceZat ?? 0) + BigInt(ironwood?.valueBalanceZat ?? 0);
}

/** Balances by the node's own UTXO set, integers throughout. */
async function balancesOfNode(node: LedgerNode, ledger: Ledger): Promise<Map<string, bigint>> {
  const descriptors = [...ledger.histories.keys()].map((address) => `addr(${address})`);
  for (const [script, address] of ledger.addressOfScript) {
    // addr() finds scripts of the address's own form only; bare keys are found by script.
    if (isBareKey(script)) descriptors.push(`raw(${script})`);
    expect(ledger.histories.has(address), `history of ${address}`).toBe(true);
  }
  const balances = new Map<string, bigint>();
  for (let start = 0; start < descriptors.length; start += SCAN_BATCH) {
    const batch = descriptors.slice(start, start + SCAN_BATCH);
    const { unspents } = await node.rpc<{ unspents: { scriptPubKey: string; amount: string }[] }>(
      'scantxoutset',
      'start',
      batch,
    );
    for (const { scriptPubKey, amount } of unspents) {
      const address = ledger.addressOfScript.get(scriptPubKey);
      if (address === undefined) throw new Error(`scantxoutset found the script ${scriptPubKey}, which no block has`);
      balances.set(address, (balances.get(address) ?? 0n) + baseUnits(amount));
    }
  }
  return balances;
}

function isBareKey(script: string): boolean {
  return /^(21.{66}|41.{130})ac$/.test(script);
}

async function setOfNode(node: LedgerNode): Promise<{ count: number | null; total: bigint }> {
  const info = await node.rpc<{ txouts: number; total_amount: string }>('gettxoutsetinfo');
  return { count: info.txouts, total: baseUnits(info.total_amount) };
}

async function compareUtxoSet(world: Compared, ledger: Ledger): Promise<void> {
  const { count, total } = await (world.unspent?.set(ledger) ?? setOfNode(world.node));
  const session = await openSession(world.product.databaseUrl, 'chaintrail-test-audit');
  try {
    const { rows } = await session.query<{ count: string; sum: string }>(
      `SELECT count(*), coalesce(sum(value), 0)::text AS sum FROM ${world.chain.code}.unspent_outputs`,
    );
    const expected = { ...(count === null ? {} : { count: String(count) }), sum: total.toString() };
    expect(rows, 'count and sum of the UTXO set').toMatchObject([expected]);
  } finally {
    await session.end();
  }
}
