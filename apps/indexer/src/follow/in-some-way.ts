/** A block that the node delivers wrong in one way is asked for in others, one after the other. */
import {
  BlockPrunedError,
  BlockUnreadableError,
  type ChainCode,
  DecodeError,
  NodeError,
  NodeLieError,
  StateUnavailableError,
} from '@chaintrail/chains';

/** A way that brought nothing right, and why. */
export interface FailedWay {
  readonly way: string;
  readonly error: Error;
}

export interface Found<T> {
  readonly value: T;
  /** The way that brought it. */
  readonly way: string;
  readonly failed: readonly FailedWay[];
}

/**
 * @param isItsOwn whether a failure is one of the block, and not of a node that answers nothing
 * @throws BlockUnreadableError where no way is left, what is not the block's at once
 */
export async function inSomeWay<Way extends string, T>(
  ways: readonly Way[],
  attempt: (way: Way) => Promise<T>,
  isItsOwn: (error: Error) => Promise<boolean>,
  unreadable: (failed: readonly FailedWay[]) => BlockUnreadableError,
): Promise<Found<T>> {
  const failed: FailedWay[] = [];
  for (const way of ways) {
    try {
      return { value: await attempt(way), way, failed };
    } catch (error) {
      if (!isOfBlock(error) || !(error instanceof DecodeError || (await isItsOwn(error)))) throw error;
      failed.push({ way, error });
    }
  }
  throw unreadable(failed);
}

/** History or state that the node has dropped is in no other answer either. */
function isOfBlock(error: unknown): error is NodeError | NodeLieError | DecodeError {
  if (error instanceof BlockPrunedError || error instanceof StateUnavailableError) return false;
  return error instanceof NodeError || error instanceof NodeLieError || error instanceof DecodeError;
}

/** "by hash: …; by height, by height with …: …" */
export function failedWays(failed: readonly FailedWay[]): string {
  const byReason = new Map<string, string[]>();
  for (const { way, error } of failed) byReason.set(error.message, [...(byReason.get(error.message) ?? []), way]);
  return [...byReason].map(([reason, ways]) => `${ways.join(' and ')}: ${reason}`).join('; ');
}

/** @param remedy what an operator can do */
export function unreadableBlock(
  chain: ChainCode,
  what: string,
  remedy: string,
  failed: readonly FailedWay[],
): BlockUnreadableError {
  const passing = failed.every(({ error }) => error instanceof NodeError && error.retryable);
  const facts = { chain, method: 'blocks', cause: failed[0]?.error };
  return new BlockUnreadableError(
    `${what} cannot be read in any way (${failedWays(failed)}): ${remedy}`,
    passing,
    facts,
  );
}
