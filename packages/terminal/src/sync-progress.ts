import type { OperatorChainState, Stage } from '@chaintrail/db';

/** How far the first sync of a chain is, as an operator wants to know it. */
export interface SyncProgress {
  readonly chain: string;
  /** Null where blocks are added one by one. */
  readonly stage: Stage | null;
  /** Part of the whole that is done, 0 to 1; null where that is not known. */
  readonly share: number | null;
  /** The last indexed block, null before the first one. */
  readonly height: number | null;
  /** The node's tip, null until it was asked for. */
  readonly nodeHeight: number | null;
  readonly transactionsPerSecond: number | null;
  readonly etaSeconds: number | null;
}

/** @returns null for a chain that is not in its first sync, or cannot go on with it now */
export function syncProgressOf(state: OperatorChainState): SyncProgress | null {
  if (state.liveSince !== null || state.phase !== 'syncing') return null;
  const { chain, stage, height, nodeHeight, transactionsPerSecond, etaSeconds } = state;
  return { chain, stage, share: shareOf(state), height, nodeHeight, transactionsPerSecond, etaSeconds };
}

function shareOf({ stage, share, height, nodeHeight, historyFrom }: OperatorChainState): number | null {
  if (share !== null) return share;
  // After the loading all blocks are there, and much is left to do: they say nothing then.
  if (stage !== null && stage !== 'load') return null;
  if (nodeHeight === null) return null;
  if (height === null) return 0;
  return (height - historyFrom + 1) / (Math.max(nodeHeight, height) - historyFrom + 1);
}
