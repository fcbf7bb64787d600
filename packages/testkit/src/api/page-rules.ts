/** Rules that hold within one page of a history, and within a list of pages that were read while nothing changed. */
import type { HistoryAnswer, HistoryItem } from './api-client.js';

export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  /** Default `desc`, the newest first. */
  readonly order?: 'asc' | 'desc';
}

/** The compared part of an item, whatever the chain. */
export interface PagedItem
  extends Pick<HistoryItem, 'txid' | 'blockIndex' | 'confirmations' | 'amount' | 'balanceAfter'> {
  /** Null where only running the transaction tells. */
  readonly status: string | null;
  readonly blockHeight: number | null;
  readonly kind?: string;
}

export type Paged = Pick<HistoryAnswer, 'total' | 'next'> & {
  readonly tip: { readonly height: number; readonly hash: string };
  readonly transactions: readonly PagedItem[];
};

/** @returns what is wrong with a page that was asked for by offset; empty when nothing is */
export function problemsOfPage(page: Paged, { offset, limit, order = 'desc' }: PageRequest): string[] {
  const items = order === 'desc' ? page.transactions : page.transactions.toReversed();
  const problems = problemsOfItems(items, page.tip.height);
  const expected = Math.max(0, Math.min(limit, page.total - offset));
  const found = items.length;
  if (found !== expected) problems.push(`it has ${found} of the ${expected} transactions that its total promises`);
  const isLast = offset + found >= page.total;
  if (isLast !== (page.next === null)) problems.push(`next is ${page.next} at ${offset + found} of ${page.total}`);
  const firstConfirmed = items.findIndex(isConfirmed);
  if (firstConfirmed >= 0 && !items.slice(firstConfirmed).every(isConfirmed)) {
    problems.push('an unconfirmed transaction comes after a confirmed one');
  }
  return problems;
}

const IN_A_BLOCK = new Set(['confirmed', 'failed']);

/** In a block: `confirmed`, or on account chains `failed`. */
export function isConfirmed({ status }: { readonly status: string | null }): boolean {
  return status !== 'pending';
}

/** Problems of items in the order newest first, wherever they come from. */
export function problemsOfItems(items: readonly PagedItem[], tipHeight: number): string[] {
  const problems = items.flatMap((item) => problemsOfItem(item, tipHeight));
  const repeated = repeatedTxids(items);
  if (repeated.length > 0) problems.push(`it repeats ${repeated.join(', ')}`);
  problems.push(...problemsOfBalances(items.filter(isConfirmed)));
  return problems;
}

function problemsOfItem(item: PagedItem, tipHeight: number): string[] {
  const { txid, status, blockHeight, blockIndex, confirmations } = item;
  if (status === 'pending') {
    const clean = blockHeight === null && blockIndex === null && confirmations === 0;
    return clean ? [] : [`pending ${txid} has block fields`];
  }
  if ((status !== null && !IN_A_BLOCK.has(status)) || blockHeight === null || indexOf(item) === null) {
    return [`${txid} is ${status} in block ${blockHeight}, place ${blockIndex}`];
  }
  // A page may be older than its tip: confirmations are counted from the tip it names.
  return confirmations === tipHeight - blockHeight + 1 ? [] : [`${txid} has ${confirmations} confirmations`];
}

/** Running balances of neighbours fit together, and the order is that of the chain: nothing lies between them. */
function problemsOfBalances(items: readonly PagedItem[]): string[] {
  const problems: string[] = [];
  for (const [index, newer] of items.entries()) {
    const older = items[index + 1];
    if (!older) continue;
    if (!fitTogether(newer, older))
      problems.push(`the balance after ${older.txid} is not the one before ${newer.txid}`);
    if (placeOf(newer) <= placeOf(older)) problems.push(`${newer.txid} does not come after ${older.txid}`);
  }
  return problems;
}

/** Also where a balance is not known. */
function fitTogether(newer: PagedItem, older: PagedItem): boolean {
  if (newer.balanceAfter === null || older.balanceAfter === null) return true;
  return BigInt(newer.balanceAfter) - BigInt(newer.amount) === BigInt(older.balanceAfter);
}

function placeOf(item: PagedItem): number {
  return (item.blockHeight ?? 0) * 2 ** 20 + (indexOf(item) ?? 0);
}

/** Place in the block; what Cosmos blocks themselves move comes before and after their transactions. */
function indexOf({ kind, txid, blockIndex }: PagedItem): number | null {
  switch (kind) {
    case 'opening':
      return -2;
    case 'begin':
      return -1;
    case 'end':
      return 2 ** 19 + Number(txid.split(':')[3]);
    default:
      return blockIndex;
  }
}

export function repeatedTxids(items: readonly { readonly txid: string }[]): string[] {
  const seen = new Set<string>();
  return items.flatMap(({ txid }) => {
    if (seen.has(txid)) return [txid];
    seen.add(txid);
    return [];
  });
}

/** Whether two pages, read one after the other, show the same history: nothing has changed between them. */
export function isSameMoment(first: Paged, last: Paged): boolean {
  return (
    first.tip.hash === last.tip.hash &&
    first.total === last.total &&
    first.transactions.length === last.transactions.length &&
    first.transactions.every((item, index) => {
      const other = last.transactions[index];
      return item.txid === other?.txid && item.status === other.status;
    })
  );
}
