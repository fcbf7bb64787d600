/** Compares the API's answers about an address with a ledger that is not the product's: a simulator's, or a node's. */
import type { ChainFamily } from '@chaintrail/chains';
import type { Balance, Utxos } from '@chaintrail/client';
import type { ApiClient, HistoryItem } from './api-client.js';
import { isConfirmed } from './page-rules.js';
import { walkByOffset } from './walk-history.js';

/** As the API writes it; what is left out is not compared. */
export type ExpectedEntry = Pick<HistoryItem, 'txid'> &
  Partial<Record<'blockHeight' | 'amount' | 'balanceAfter' | 'status' | 'direction', unknown>>;

/** Base units. What is undefined is not compared. */
export interface ExpectedAddress {
  readonly balance: bigint;
  readonly received?: bigint | undefined;
  readonly sent?: bigint | undefined;
  /** Confirmed ones, the oldest first. */
  readonly entries: readonly ExpectedEntry[];
  /** Effects of unconfirmed transactions. */
  readonly pending?: { readonly txids: ReadonlySet<string>; readonly delta: bigint } | undefined;
}

/** @returns a sentence for each field that is not as expected, of balance, gross sums and counts */
export function problemsOfBalance(answer: Balance, expected: ExpectedAddress): string[] {
  const { balance, received, sent, entries, pending } = expected;
  return problemsOfFields(answer, {
    ...{ balance, received, sent, transactionCount: entries.length },
    ...{ pending: pending?.delta, pendingTransactionCount: pending?.txids.size },
  });
}

/** Also of the whole history, read page by page. It does not change meanwhile. */
export async function problemsOfAddress<F extends ChainFamily>(
  api: ApiClient<F>,
  address: string,
  expected: ExpectedAddress,
  limit?: number,
): Promise<string[]> {
  const problems = problemsOfBalance(await api.balance(address), expected).map((problem) => `${address}: ${problem}`);
  return [...problems, ...(await problemsOfWholeHistory(api, address, expected, limit))];
}

/** Problems of the history alone. */
export async function problemsOfWholeHistory<F extends ChainFamily>(
  api: ApiClient<F>,
  address: string,
  expected: ExpectedAddress,
  limit?: number,
): Promise<string[]> {
  const problems: string[] = [];
  const wrong = (problem: string) => problems.push(problem);
  const items = await walkByOffset(api, address, { ...(limit !== undefined && { limit }), wrong });
  return [...problems, ...problemsOfHistory(items, expected)].map((problem) => `${address}: ${problem}`);
}

/** @param items all of them, the newest first */
export function problemsOfHistory(items: readonly HistoryItem[], { entries, pending }: ExpectedAddress): string[] {
  const problems = problemsOfList(items.filter(isConfirmed), entries.toReversed());
  if (pending === undefined) return problems;
  const waiting = items.filter((item) => !isConfirmed(item));
  const found = waiting.map(({ txid }) => txid);
  if (!isSameSet(found, pending.txids)) {
    problems.push(`pending are ${found.join(', ')}; the node has ${[...pending.txids].join(', ')}`);
  }
  const sum = waiting.reduce((total, { amount }) => total + BigInt(amount), 0n);
  if (sum !== pending.delta) problems.push(`pending ones come to ${sum}, not ${pending.delta}`);
  return problems;
}

/** @returns what is wrong at the first place where the lists differ */
export function problemsOfList(
  found: readonly { readonly txid: string }[],
  expected: readonly ExpectedEntry[],
): string[] {
  for (let at = 0; at < Math.max(found.length, expected.length); at++) {
    const [item, right] = [found[at], expected[at]];
    if (item?.txid !== right?.txid) return [`entry ${at} is ${item?.txid}, not ${right?.txid}`];
    const problems = problemsOfFields(item!, right!);
    if (problems.length > 0) return problems.map((problem) => `entry ${at}, ${right!.txid}: ${problem}`);
  }
  return [];
}

/** Amounts may be expected as bigint; the API writes them as decimal digits. */
function problemsOfFields(found: object, expected: object): string[] {
  const values = new Map<string, unknown>(Object.entries(found));
  return Object.entries(expected).flatMap(([name, right]) => {
    const wanted: unknown = typeof right === 'bigint' ? right.toString() : right;
    return wanted === undefined || values.get(name) === wanted ? [] : [`${name} is ${values.get(name)}, not ${wanted}`];
  });
}

/**
 * Unspent outputs add up to what is expected: those that no unconfirmed transaction spends.
 * @param expected base units; balance and pending together
 */
export function problemsOfUtxos({ utxos, total }: Utxos, expected: bigint): string[] {
  const problems: string[] = [];
  if (utxos.length !== total) problems.push(`${utxos.length} unspent outputs of ${total}`);
  const outpoints = new Set(utxos.map(({ txid, vout }) => `${txid}:${vout}`));
  if (outpoints.size !== utxos.length) problems.push('an unspent output is listed twice');
  const sum = utxos.reduce((all, { amount, spentBy }) => (spentBy === null ? all + BigInt(amount) : all), 0n);
  if (sum === expected) return problems;
  const spent = utxos.flatMap(({ txid, vout, spentBy }) => (spentBy ? `${txid}:${vout} by ${spentBy.txid}` : []));
  const text = `its ${total} unspent outputs come to ${sum}, balance and pending to ${expected}`;
  return [...problems, `${text}; spent by unconfirmed ones: ${spent.join(', ') || 'none'}`];
}

export function isSameSet(found: readonly string[], expected: Iterable<string>): boolean {
  const wanted = new Set(expected);
  return found.length === wanted.size && found.every((txid) => wanted.has(txid));
}
