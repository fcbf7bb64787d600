/** Entries of a block as they are indexed against those that have to be. Pure. */
import type { AuditedEvmColumns, AuditedEvmEntry, AuditedEvmTransfer } from '@chaintrail/db';
import { compareInOrder, type Difference, differing } from '../tally.js';
import type { ExpectedEntry } from './expected-entries.js';
import { Multiset } from './expected-tokens.js';

/** Findings about columns, in the words of findings. */
const NAMES: Readonly<Record<keyof AuditedEvmColumns, string>> = {
  txid: 'txid',
  type: 'type',
  succeeded: 'status',
  from: 'from',
  to: 'to',
  created: 'created-contract',
  value: 'value',
  nonce: 'nonce',
  gasLimit: 'gas-limit',
  gasUsed: 'gas-used',
  gasPrice: 'gas-price',
  fee: 'fee',
  blobFee: 'blob-fee',
  l1Fee: 'l1-fee',
  operatorFee: 'operator-fee',
  method: 'method',
};
const COLUMNS = Object.keys(NAMES) as (keyof AuditedEvmColumns)[];

/** Contracts that log Deposit and Withdrawal. */
export interface WrappedCoins {
  /** Coins that the network lists: every such log of theirs is a transfer of its own. */
  readonly listed: ReadonlySet<string>;
  /** Contracts that are no wrapped coins, whatever they log. */
  readonly refuted: ReadonlySet<string>;
}

export function compareEntry(ours: AuditedEvmEntry, theirs: ExpectedEntry, coins: WrappedCoins): Difference[] {
  const columns = COLUMNS.flatMap((column) =>
    differing(NAMES[column], theirs.columns[column] ?? 'none', ours.columns[column] ?? 'none'),
  );
  const { logged, wrapped } = apart(ours.transfers, theirs);
  return [
    ...columns,
    ...compareInOrder('transfer', logged.map(textOf), theirs.transfers.map(textOf)),
    ...compareWrapped(wrapped, ours.claims, theirs, coins),
  ];
}

/** Our transfers, and those among them that are there for logs of wrapped coins alone. */
function apart(ours: readonly AuditedEvmTransfer[], { transfers, claims }: ExpectedEntry) {
  const told = new Multiset(transfers.map(textOf));
  const claimed = new Multiset(claims.map(({ transfer }) => textOf(transfer)));
  const logged: AuditedEvmTransfer[] = [];
  const wrapped: AuditedEvmTransfer[] = [];
  for (const each of ours) (!told.take(textOf(each)) && claimed.take(textOf(each)) ? wrapped : logged).push(each);
  return { logged, wrapped };
}

/**
 * All of a contract have to be there, as transfers or kept apart: not even by its balances is every wrapped coin known to
 * the index. Where one that is not listed logs a mint or burn of its own, those are all.
 */
function compareWrapped(
  wrapped: readonly AuditedEvmTransfer[],
  kept: readonly AuditedEvmTransfer[],
  { claims }: ExpectedEntry,
  { listed, refuted }: WrappedCoins,
): Difference[] {
  const named = [...kept, ...claims.map(({ transfer }) => transfer)];
  return [...new Set(named.map(({ asset }) => asset!))].flatMap((asset) => {
    const of = (transfers: readonly AuditedEvmTransfer[]) => transfers.filter((each) => each.asset === asset);
    const found = of(wrapped);
    if (found.length > 0 && refuted.has(asset)) {
      return [{ what: 'transfer', expected: `none: ${asset} is no wrapped coin`, found: textsOf(found) }];
    }
    const counted = claims.filter(({ isBeside }) => listed.has(asset) || !isBeside).map(({ transfer }) => transfer);
    return differing('transfer', textsOf(of(counted)), textsOf([...found, ...of(kept)]));
  });
}

function textsOf(transfers: readonly AuditedEvmTransfer[]): string {
  return transfers.map(textOf).toSorted().join(', ');
}

/** Traces may be told in another order by another node. */
export function compareInAnyOrder(
  ours: readonly AuditedEvmTransfer[],
  theirs: readonly AuditedEvmTransfer[],
): Difference[] {
  const [found, expected] = [ours.map(textOf), theirs.map(textOf)];
  const missing = without(expected, found);
  const surplus = without(found, expected);
  return Array.from({ length: Math.max(missing.length, surplus.length) }, (_, n) => ({
    what: 'internal-transfer',
    expected: missing[n] ?? 'none',
    found: surplus[n] ?? 'none',
  }));
}

/** @returns those of `all` that `others` has not, each as often as it is missing */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = new Multiset(others);
  return all.filter((text) => !left.take(text));
}

function textOf({ kind, from, to, asset, standard, amount, tokenId }: AuditedEvmTransfer): string {
  const token = asset === null ? '' : ` of ${asset} (${standard}${tokenId === null ? '' : ` id ${tokenId}`})`;
  return `${kind} ${amount}${token} from ${from ?? 'nowhere'} to ${to ?? 'nowhere'}`;
}
