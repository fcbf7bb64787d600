/**
 * Holds answers to the truth that came with a recording: what every address has and did, by the node's own tracers and
 * balances, without any code of the product's.
 */
import type { Balance, Transfer } from '@chaintrail/client';
import { type ApiClient, inParallel, problemsOfItems, walkByOffset } from '@chaintrail/testkit';
import { getAddress } from 'ethers';
import { expect } from 'vitest';

/** Height, hash and net effect; where that is null, a fourth one has the sum of its block. */
type TruthRow = readonly [height: number, txid: string, net: string | null, ofBlock?: string];

interface TruthAddress {
  readonly balance: string;
  /** Balance in block 0. */
  readonly genesis: string;
  readonly rows: readonly TruthRow[];
  /** Transactions with an effect of nothing that may be listed or not. */
  readonly also?: readonly (readonly [height: number, txid: string])[];
  /** By `token` or `token/id`. */
  readonly tokens?: Readonly<Record<string, string>>;
}

export interface EvmTruth {
  readonly state: string;
  readonly height: number;
  readonly hash: string;
  /** Lower case. */
  readonly addresses: Readonly<Record<string, TruthAddress>>;
  readonly fees: Readonly<Record<string, string>>;
}

/** A state that was compared before: its truth, and the newest block that both have. */
export interface ComparedTruth {
  readonly truth: EvmTruth;
  readonly fork: number;
}

const CONCURRENCY = 6;

/** Balances and tokens of all addresses. */
export async function expectTrueAmounts(api: ApiClient<'evm'>, truth: EvmTruth): Promise<void> {
  const { state, height, hash } = truth;
  const addresses = Object.entries(truth.addresses);
  const compare = (answer: Balance, address: string, { balance, tokens = {} }: TruthAddress): void => {
    const what = `${address} in ${state}`;
    expect(answer, what).toMatchObject({ address: getAddress(address), balance, tip: { height, hash } });
    const listed = answer.tokens.map(({ asset, tokenId, balance: amount }) => [keyOf(asset, tokenId), amount] as const);
    // Contracts that refuse to tell a balance are not in the truth.
    const told = listed.filter(([key, amount]) => amount !== '0' && (amount !== null || key in tokens));
    const right = Object.entries(tokens).filter(([, amount]) => amount !== '0');
    expect(sorted(told), `tokens of ${what}`).toEqual(sorted(right));
  };
  // One by one where contracts of tokens are to be asked, of the others many at once.
  const isHolder = ([, { tokens = {} }]: (typeof addresses)[number]) => Object.keys(tokens).length > 0;
  await inParallel(addresses.filter(isHolder), CONCURRENCY, async ([address, right]) =>
    compare(await api.balance(getAddress(address)), address, right),
  );
  const others = addresses.filter((each) => !isHolder(each));
  const answers = await api.balances(others.map(([address]) => getAddress(address)));
  for (const [place, [address, right]] of others.entries()) compare(answers[place]!, address, right);
}

/**
 * Fees, as histories tell them.
 * @param before fees are compared of transactions above its fork; by default of all
 */
export async function expectTrueFees(api: ApiClient<'evm'>, truth: EvmTruth, before?: ComparedTruth): Promise<void> {
  const told = new Map<string, string | null>();
  await inParallel(touchedSince(truth, before), CONCURRENCY, async ([address]) => {
    for (const { txid, fee } of await walkByOffset(api, getAddress(address), { wrong: expect.fail }))
      told.set(txid, fee);
  });
  compareFees(truth, told, before);
}

function compareFees(
  { state, height, fees, addresses }: EvmTruth,
  told: ReadonlyMap<string, string | null>,
  before?: ComparedTruth,
): void {
  const rows = Object.values(addresses).flatMap((each) => each.rows);
  const heights = new Map(rows.map(([at, txid]) => [txid, at] as const));
  const fresh = Object.entries(fees).filter(([txid]) => (heights.get(txid) ?? height) > (before?.fork ?? -1));
  expect(
    fresh.map(([txid]) => [txid, told.get(txid)]),
    `fees in ${state}`,
  ).toEqual(fresh);
}

/**
 * Histories with the fees in them, of an index that has all internal transfers.
 * @param before of addresses with a row above its fork, there or here; by default of all
 */
export async function expectTrueHistories(
  api: ApiClient<'evm'>,
  truth: EvmTruth,
  before?: ComparedTruth,
): Promise<void> {
  const { state, height } = truth;
  const fees = new Map<string, string | null>();
  const known = new Map<string, Promise<readonly Transfer[]>>();
  const transfersOf = (txid: string): Promise<readonly Transfer[]> => {
    const transfers = known.get(txid) ?? api.transaction(txid).then((answer) => answer.transfers);
    known.set(txid, transfers);
    return transfers;
  };
  await inParallel(touchedSince(truth, before), CONCURRENCY, async ([lower, { rows, also = [] }]) => {
    const address = getAddress(lower);
    const problems: string[] = [];
    const items = await walkByOffset(api, address, { order: 'asc', wrong: (problem) => problems.push(problem) });
    problems.push(...problemsOfItems(items.toReversed(), height));
    const what = `history of ${address} in ${state}`;
    expect(problems, what).toEqual([]);
    const owing = new Set(rows.map(([, txid]) => txid));
    const mayBeListed = new Set(also.map(([, txid]) => txid));
    const found: TruthRow[] = [];
    for (const { blockHeight, txid, amount, fee } of items) {
      fees.set(txid, fee);
      const isExtra = amount === '0' && !owing.has(txid);
      if (isExtra && (mayBeListed.has(txid) || movesTokens(await transfersOf(txid), address))) continue;
      found.push([blockHeight ?? -1, txid, amount]);
    }
    expect(proved(found, rows), what).toEqual(proved(rows, rows));
  });
  compareFees(truth, fees, before);
}

function touchedSince({ addresses }: EvmTruth, before?: ComparedTruth): [string, TruthAddress][] {
  const all = Object.entries(addresses);
  if (before === undefined) return all;
  const isTouched = ({ rows, also = [] }: TruthAddress) => [...rows, ...also].some(([height]) => height > before.fork);
  return all.filter(([address, now]) => {
    const then = before.truth.addresses[address];
    return then === undefined || isTouched(then) || isTouched(now);
  });
}

/** Whether it is a party of a token transfer. Those of wrapped ether are events of its own, which the truth does not count. */
function movesTokens(transfers: readonly Transfer[], address: string): boolean {
  return transfers.some(({ asset, from, to }) => asset !== null && (from === address || to === address));
}

/** Rows by transaction; where the truth has only the sum of a block, that sum in the place of each amount. */
function proved(listed: readonly TruthRow[], truth: readonly TruthRow[]): string[] {
  const unproved = new Map(truth.flatMap(([height, , net, sum]) => (net === null ? [[height, sum!] as const] : [])));
  const sums = new Map<number, bigint>();
  for (const [height, , net] of listed) {
    if (unproved.has(height) && net !== null) sums.set(height, (sums.get(height) ?? 0n) + BigInt(net));
  }
  return listed.map(([height, txid, net]) => {
    const sum = unproved.get(height);
    if (sum === undefined) return `${height} ${txid} ${net}`;
    return `${height} ${txid} ${sums.get(height) ?? sum} in its block`;
  });
}

function keyOf(asset: string, tokenId: string | null): string {
  return tokenId === null ? asset.toLowerCase() : `${asset.toLowerCase()}/${tokenId}`;
}

function sorted<T>(entries: readonly (readonly [string, T])[]): (readonly [string, T])[] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
