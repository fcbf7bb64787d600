/** Traces against receipts: one that contradicts its receipt is of another state or transaction, and does not count. */
import { NO_NUMBER } from '../../account/account-block.js';
import type { EvmBlock } from '../evm-block.js';
import { KIND } from '../transfer-columns.js';
import type { Move, Moves } from './moves.js';

/**
 * Statuses of a block's entries, one byte each. Before Byzantium they may be unknown, with a value that counts as not
 * moved, or as moved.
 */
const TRACED_STATUS = { failed: 0, succeeded: 1, unknown: 2, unknownMoved: 3 } as const;

/** A `TRACED_STATUS` of each entry. */
export function statusesOf({ status, transfers: { start, kind } }: EvmBlock): Uint8Array {
  return Uint8Array.from(status, (said, entry) => {
    if (said !== NO_NUMBER) return said;
    const moved = start[entry]! < start[entry + 1]! && kind[start[entry]!] === KIND.native;
    return moved ? TRACED_STATUS.unknownMoved : TRACED_STATUS.unknown;
  });
}

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

/**
 * Addition of a trace to a transaction whose receipt does not tell the outcome: the value, where it counts as not moved
 * and did, and the same back where it counts as moved and did not.
 * @param top what the outermost call moves if it succeeds
 * @returns the move that takes the place of the outermost call's; undefined where nothing is added
 */
export function settlement({ failed }: Moves, top: Move | null, status: number | undefined): Move | undefined {
  if (top === null || top.amount === 0) return undefined;
  if (status === TRACED_STATUS.unknown && !failed) return top;
  if (status === TRACED_STATUS.unknownMoved && failed) return { ...top, from: top.to, to: top.from };
  return undefined;
}
