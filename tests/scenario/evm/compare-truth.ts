/**
 * Holds answers to the truth that came with a recording: what every address has and did, by the node's own tracers and
 * balances, without any code of the product's.
 */
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

const CONCURRENCY = 6;

/** Balances and tokens of all addresses, and all fees. */
export async function expectTrueAmounts(api: ApiClient<'evm'>, truth: EvmTruth): Promise<void> {
  const { state, height, hash, addresses, fees } = truth;
  await inParallel(Object.entries(addresses), CONCURRENCY, async ([address, { balance, tokens = {} }]) => {
    const what = `${address} in ${state}`;
    const answer = await api.balance(getAddress(address));
    expect(answer, what).toMatchObject({ balance, tip: { height, hash } });
    const listed = answer.tokens.map(({ asset, tokenId, balance: amount }) => [keyOf(asset, tokenId), amount] as const);
    // Contracts that refuse to tell a balance are not in the truth.
    const told = listed.filter(([key, amount]) => amount !== '0' && (amount !== null || key in tokens));
    const right = Object.entries(tokens).filter(([, amount]) => amount !== '0');
    expect(sorted(told), `tokens of ${what}`).toEqual(sorted(right));
  });
  await inParallel(Object.entries(fees), CONCURRENCY, async ([txid, fee]) => {
    expect((await api.transaction(txid)).fee, `fee of ${txid} in ${state}`).toBe(fee);
  });
}

/** Histories of all addresses, of an index that has all internal transfers. */
export async function expectTrueHistories(api: ApiClient<'evm'>, truth: EvmTruth): Promise<void> {
  const { state, height, addresses } = truth;
  await inParallel(Object.entries(addresses), CONCURRENCY, async ([lower, { rows, also = [] }]) => {
    const address = getAddress(lower);
    const problems: string[] = [];
    const items = await walkByOffset(api, address, { order: 'asc', wrong: (problem) => problems.push(problem) });
    problems.push(...problemsOfItems(items.toReversed(), height));
    const what = `history of ${address} in ${state}`;
    expect(problems, what).toEqual([]);
    const owing = new Set(rows.map(([, txid]) => txid));
    const mayBeListed = new Set(also.map(([, txid]) => txid));
    const found: TruthRow[] = [];
    for (const { blockHeight, txid, amount } of items) {
      const isExtra = amount === '0' && !owing.has(txid);
      if (isExtra && (mayBeListed.has(txid) || (await movesTokens(api, address, txid)))) continue;
      found.push([blockHeight ?? -1, txid, amount]);
    }
    expect(proved(found, rows), what).toEqual(proved(rows, rows));
  });
}

/** Whether it is a party of a token transfer. Those of wrapped ether are events of its own, which the truth does not count. */
async function movesTokens(api: ApiClient<'evm'>, address: string, txid: string): Promise<boolean> {
  const { transfers } = await api.transaction(txid);
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
