/** A history as the API tells it beside the one that the simulator has. */
import type { EvmHistoryEntry } from '@chaintrail/devnet';
import type { HistoryItem } from '@chaintrail/testkit';
import { bareHash } from '../followed-chain.js';

export type AccountItem = Pick<
  HistoryItem<'evm'>,
  'txid' | 'blockHeight' | 'amount' | 'balanceAfter' | 'internalTransfers'
>;

export interface HistoryTruth {
  /** The oldest first. */
  readonly entries: readonly EvmHistoryEntry[];
  /** Base units after a block. */
  balanceAt(height: number): bigint;
  /** Whether internal transfers of a block are indexed; null where that is not known. */
  isTraced(height: number): boolean | null;
}

/** @param items confirmed ones, the newest first: all that there are between the oldest and the newest entry */
export function problemsOfHistory(items: readonly AccountItem[], truth: HistoryTruth): string[] {
  const shown = new Map(items.map((item) => [bareHash(item.txid), item]));
  const entries = truth.entries.toReversed();
  const known = new Set(entries.map(({ txid }) => txid));
  const problems = [...shown.keys()].filter((txid) => !known.has(txid)).map((txid) => `${txid} is not the chain's`);
  const inOrder = entries.flatMap(({ txid }) => (shown.has(txid) ? [txid] : []));
  if (problems.length === 0 && inOrder.join() !== [...shown.keys()].join()) problems.push('it is not in order');
  for (const [index, entry] of entries.entries()) {
    const item = shown.get(entry.txid);
    const isLastOfBlock = entries[index - 1]?.height !== entry.height;
    problems.push(...(item ? problemsOfEntry(item, entry, truth, isLastOfBlock) : problemsOfMissing(entry, truth)));
  }
  return problems;
}

/** Traces alone tell of some, and may be on their way. */
function problemsOfMissing({ txid, height, viaInternalOnly }: EvmHistoryEntry, truth: HistoryTruth): string[] {
  if (viaInternalOnly && truth.isTraced(height) !== true) return [];
  return [`${txid} of block ${height} is missing${viaInternalOnly ? ', which is traced' : ''}`];
}

function problemsOfEntry(
  item: AccountItem,
  { txid, height, delta, viaInternalOnly }: EvmHistoryEntry,
  truth: HistoryTruth,
  isLastOfBlock: boolean,
): string[] {
  const problems: string[] = [];
  const isComplete = item.internalTransfers === 'complete';
  const isTraced = truth.isTraced(height);
  if (item.blockHeight !== height) problems.push(`${txid} is in block ${item.blockHeight}, not ${height}`);
  if (isTraced !== null && isComplete !== isTraced) {
    problems.push(`internal transfers of ${txid} in block ${height} are ${item.internalTransfers}`);
  }
  if (viaInternalOnly && !isComplete) problems.push(`${txid} is shown, and its internal transfers are not indexed`);
  if (isComplete && BigInt(item.amount) !== delta)
    problems.push(`${txid} has an effect of ${item.amount}, not ${delta}`);
  if (isLastOfBlock && item.balanceAfter !== null && BigInt(item.balanceAfter) !== truth.balanceAt(height)) {
    problems.push(`the balance after ${txid} is ${item.balanceAfter}, not ${truth.balanceAt(height)}`);
  }
  return problems;
}
