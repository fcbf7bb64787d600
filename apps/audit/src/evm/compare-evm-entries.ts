/** Entries of a block as they are indexed against those that have to be. Pure. */
import type { AuditedColumns, AuditedEntry, AuditedTransfer } from '@chaintrail/db';
import { compareInOrder, type Difference, differing } from '../difference.js';
import type { ExpectedEntry } from './expected-entries.js';
import { Multiset } from './expected-tokens.js';

/** Findings about columns, in the words of findings. */
const NAMES: Readonly<Record<keyof AuditedColumns, string>> = {
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
const COLUMNS = Object.keys(NAMES) as (keyof AuditedColumns)[];

export function compareEntry(ours: AuditedEntry, theirs: ExpectedEntry): Difference[] {
  const columns = COLUMNS.flatMap((column) =>
    differing(NAMES[column], theirs.columns[column] ?? 'none', ours.columns[column] ?? 'none'),
  );
  return [...columns, ...compareInOrder('transfer', ours.transfers.map(textOf), theirs.transfers.map(textOf))];
}

/** Traces may be told in another order by another node. */
export function compareInAnyOrder(ours: readonly AuditedTransfer[], theirs: readonly AuditedTransfer[]): Difference[] {
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

function textOf({ kind, from, to, asset, standard, amount, tokenId }: AuditedTransfer): string {
  const token = asset === null ? '' : ` of ${asset} (${standard}${tokenId === null ? '' : ` id ${tokenId}`})`;
  return `${kind} ${amount}${token} from ${from ?? 'nowhere'} to ${to ?? 'nowhere'}`;
}
