/** Compares what the product says about unconfirmed transactions with the node's own mempool. */
import {
  type ExpectedAddress,
  problemsOfAddress,
  problemsOfBalance,
  problemsOfUtxos,
  waitFor,
} from '@chaintrail/testkit';
import { expect } from 'vitest';
import { type Compared, expectedOf, reachTip } from './compare-utxo.js';
import type { Ledger, LedgerOutput, NodeOutput } from './node-chain.js';

const REACH_TIMEOUT_MS = 60_000;

/** Things compared last, per world: addresses as texts, and the mempool at a tip. */
const compared = new WeakMap<Compared, { readonly addresses: Map<string, string>; tip: string; txids: Set<string> }>();

/**
 * Waits until the index has the node's tip and mempool, then compares the balances of all addresses that an unconfirmed
 * transaction touches, and history and unspent outputs of those of them that are other ones than at the last call.
 * @param also addresses that are compared in any case, and must have nothing pending unless the node says so
 * @param options.whole every address and transaction: for the end of a scenario
 */
export async function expectPendingEqualsNode(
  world: Compared,
  also: readonly string[] = [],
  { whole = false } = {},
): Promise<PendingLedger> {
  const ledger = await world.nodeChain.ledger();
  await reachTip(world, ledger);
  const pending = await readPendingLedger(world, ledger);
  const addresses = [...new Set([...pending.addresses.keys(), ...also])];
  await expectBalances(world, ledger, pending, addresses);
  const last = compared.get(world) ?? { addresses: new Map<string, string>(), tip: '', txids: new Set<string>() };
  compared.set(world, last);
  for (const address of addresses) {
    const text = textOf(ledger, pending, address);
    if (!whole && !also.includes(address) && last.addresses.get(address) === text) continue;
    await expectAddress(world, ledger, pending, address);
    last.addresses.set(address, text);
  }
  const txids = new Set([...pending.addresses.values()].flatMap((entry) => [...entry.txids]));
  // Transactions that another block may have taken meanwhile are read again.
  const known = whole || last.tip !== ledger.tip.hash ? new Set<string>() : last.txids;
  for (const txid of txids) {
    if (known.has(txid)) continue;
    const found = await world.api.transaction(txid);
    const block = [found.blockHeight, found.blockHash, found.blockIndex, found.timestamp];
    expect([found.status, found.confirmations, ...block], txid).toEqual(['pending', 0, null, null, null, null]);
  }
  Object.assign(last, { tip: ledger.tip.hash, txids });
  return pending;
}

function textOf({ histories }: Ledger, pending: PendingLedger, address: string): string {
  const confirmed = (histories.get(address) ?? []).map(({ txid, height }) => `${txid} ${height}`);
  const { txids = [], delta } = pending.addresses.get(address) ?? {};
  return [...confirmed, ...[...txids].sort(), delta].join();
}

/** An address by the node's blocks and its mempool. */
function expectedWith({ histories }: Ledger, { addresses }: PendingLedger, address: string): ExpectedAddress {
  const { txids = new Set<string>(), delta = 0n } = addresses.get(address) ?? {};
  return { ...expectedOf(histories.get(address) ?? []), pending: { txids, delta } };
}

/** Waits until the balances are those of the node, many at once. */
async function expectBalances(
  { api, product }: Compared,
  ledger: Ledger,
  pending: PendingLedger,
  addresses: readonly string[],
): Promise<void> {
  const problems = async () => {
    const answers = await api.balances(addresses);
    return answers.flatMap((answer, n) => problemsOfBalance(answer, expectedWith(ledger, pending, addresses[n]!)));
  };
  await expectSoon(problems, product, 'the balances of what is unconfirmed');
}

/** Its balance is that of the node by now; the history and the unspent outputs are of the same moment. */
async function expectAddress(world: Compared, ledger: Ledger, pending: PendingLedger, address: string): Promise<void> {
  const { api, product } = world;
  const expected = expectedWith(ledger, pending, address);
  await expectSoon(() => problemsOfAddress(api, address, expected), product, `the history of ${address}`);
  const unspent = expected.balance + expected.pending!.delta;
  expect(problemsOfUtxos(await api.utxos(address), unspent), `unspent outputs of ${address}`).toEqual([]);
}

/** Waits until there are no problems any more; says at the end which are left. */
async function expectSoon(
  problems: () => Promise<string[]>,
  { processes }: Compared['product'],
  what: string,
): Promise<void> {
  const isEqual = async () => (await problems()).length === 0;
  await waitFor(isEqual, { timeoutMs: REACH_TIMEOUT_MS, processes, what }).catch(async (error: unknown) => {
    expect(await problems()).toEqual([]);
    throw error;
  });
}

export function isPending({ status }: { readonly status: string }): boolean {
  return status === 'pending';
}

/** Answer of getrawtransaction. Litecoin lists MWEB parts, too: inputs without txid, outputs without value. */
interface MempoolTransaction {
  readonly txid: string;
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[];
  readonly vout: readonly (NodeOutput | { readonly value?: undefined })[];
}

interface PendingEntry {
  readonly txids: Set<string>;
  /** Net effect of all of them. */
  delta: bigint;
}

export interface PendingLedger {
  /** Ids of the node's mempool, those that touch no address included. */
  readonly txids: ReadonlySet<string>;
  readonly transactions: readonly { readonly txid: string; readonly outputs: readonly LedgerOutput[] }[];
  readonly addresses: ReadonlyMap<string, PendingEntry>;
}

/** Transactions of the mempool by txid, which never change. */
const seen = new WeakMap<Compared, Map<string, MempoolTransaction>>();

/** @param ledger of the node's tip, where confirmed outputs are found */
async function readPendingLedger(world: Compared, ledger: Ledger): Promise<PendingLedger> {
  const known = seen.get(world) ?? new Map<string, MempoolTransaction>();
  seen.set(world, known);
  const txids = await world.node.rpc<string[]>('getrawmempool');
  const outputs = new Map<string, readonly LedgerOutput[]>(
    ledger.transactions.map((one) => [one.transaction.txid, one.outputs]),
  );
  const transactions: MempoolTransaction[] = [];
  for (const txid of txids) {
    const transaction = known.get(txid) ?? (await world.node.rpc<MempoolTransaction>('getrawtransaction', txid, 1));
    known.set(txid, transaction);
    transactions.push(transaction);
    outputs.set(txid, await outputsOf(world, transaction));
  }
  const addresses = new Map<string, PendingEntry>();
  const touch = (txid: string, { address, amount }: LedgerOutput, sign: 1n | -1n): void => {
    if (address === null) return;
    const entry = addresses.get(address) ?? { txids: new Set(), delta: 0n };
    addresses.set(address, entry);
    entry.txids.add(txid);
    entry.delta += sign * amount;
  };
  for (const { txid, vin } of transactions) {
    for (const output of outputs.get(txid) ?? []) touch(txid, output, 1n);
    for (const input of vin) {
      if (input.txid === undefined || input.vout === undefined) continue;
      const spent = outputs.get(input.txid)?.[input.vout];
      if (!spent) throw new Error(`${txid} spends ${input.txid}:${input.vout}, which the node does not have`);
      touch(txid, spent, -1n);
    }
  }
  return {
    txids: new Set(txids),
    transactions: txids.map((txid) => ({ txid, outputs: outputs.get(txid)! })),
    addresses,
  };
}

function outputsOf(world: Compared, { vout }: MempoolTransaction): Promise<LedgerOutput[]> {
  const transparent = vout.filter((output): output is NodeOutput => output.value !== undefined);
  return Promise.all(transparent.map((output) => world.nodeChain.ledgerOutput(output)));
}
