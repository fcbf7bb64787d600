/** A history as the API tells it beside the one that the simulator has. */
import type { EvmHistoryEntry } from '@chaintrail/devnet';
import { type HistoryItem, problemsOfList } from '@chaintrail/testkit';

export type EvmItem = Pick<
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

/**
 * @param items confirmed ones, the newest first: all that there are between the oldest and the newest entry
 * @returns what is wrong at the first place where they differ
 */
export function problemsOfHistory(items: readonly EvmItem[], truth: HistoryTruth): string[] {
  const shown = new Map(items.map((item) => [item.txid, item]));
  const entries = truth.entries.toReversed();
  const expected = entries.flatMap(({ txid: hash, height, delta, viaInternalOnly }, index) => {
    const txid = `0x${hash}`;
    const item = shown.get(txid);
    const isComplete = truth.isTraced(height) ?? item?.internalTransfers === 'complete';
    // Traces alone tell of some, and may be on their way.
    if (viaInternalOnly && !isComplete) return [];
    const isLastOfBlock = entries[index - 1]?.height !== height;
    const balanceAfter = isLastOfBlock && item?.balanceAfter !== null ? truth.balanceAt(height) : undefined;
    return [{ txid, blockHeight: height, isComplete, amount: isComplete ? delta : undefined, balanceAfter }];
  });
  const found = items.map((item) => ({ ...item, isComplete: item.internalTransfers === 'complete' }));
  return problemsOfList(found, expected);
}
