/** Entries of a block as they are indexed against those that have to be. Pure. */
import type { AuditedColumns, AuditedEntry, AuditedTransfer } from '@chaintrail/db';
import type { ExpectedEntry } from './expected-entries.js';
import { Multiset } from './expected-tokens.js';

export interface Difference {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

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
  const columns = COLUMNS.flatMap((column) => {
    const [expected, found] = [theirs.columns[column] ?? 'none', ours.columns[column] ?? 'none'];
    return expected === found ? [] : [{ what: NAMES[column], expected, found }];
  });
  return [...columns, ...compareInOrder(ours.transfers, theirs.transfers)];
}

function compareInOrder(ours: readonly AuditedTransfer[], theirs: readonly AuditedTransfer[]): Difference[] {
  const [found, expected] = [ours.map(textOf), theirs.map(textOf)];
  const at = Array.from({ length: Math.max(found.length, expected.length) }, (_, n) => n);
  // One that is lost shifts all behind it: the first says where.
  const first = at.find((n) => found[n] !== expected[n]);
  if (first === undefined) return [];
  const numbered = (texts: readonly string[]) => `transfer ${first} of ${texts.length}: ${texts[first] ?? 'none'}`;
  return [{ what: 'transfer', expected: numbered(expected), found: numbered(found) }];
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
