/**
 * Traces against receipts: a trace that contradicts the receipt is of another state or another transaction, and nothing
 * in it counts.
 */
import type { Moves } from './moves.js';

/** Statuses of a block's entries, one byte each. */
export const TRACED_STATUS = { failed: 0, succeeded: 1, unknown: 2 } as const;

/**
 * A failed transaction moved nothing inside. Some traces of those show no error, and no calls either: a deposit of the
 * OP stack that failed before it ran (op-geth core/state_transition.go). Of a retryable that could not be submitted,
 * Arbitrum traces what was taken back.
 * @param movedInside whether calls inside moved coins
 * @returns what is wrong; null where nothing is
 */
export function contradiction(
  { failed, submitsRetryable }: Moves,
  movedInside: boolean,
  status: number | undefined,
): string | null {
  if (failed) return status === TRACED_STATUS.succeeded ? 'failed, and its receipt says that it succeeded' : null;
  if (status !== TRACED_STATUS.failed || submitsRetryable || !movedInside) return null;
  return 'moved coins inside, and its receipt says that it failed';
}
