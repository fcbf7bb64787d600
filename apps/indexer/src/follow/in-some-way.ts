/** A block that the node delivers wrong in one way is asked for in others, one after the other. */
import {
  BlockPrunedError,
  type BlockRef,
  BlockTooLargeError,
  BlockUnreadableError,
  type ChainCode,
  DecodeError,
  isAboveOurBound,
  NEWER_VERSION,
  NodeError,
  NodeLieError,
  StateUnavailableError,
} from '@chaintrail/chains';
import { TXS_PER_BLOCK } from '@chaintrail/db';

/** A way that brought nothing right, and why. */
export interface FailedWay {
  readonly way: string;
  readonly error: Error;
}

export interface Found<T, Way extends string = string> {
  readonly value: T;
  /** The way that brought it. */
  readonly way: Way;
  readonly failed: readonly FailedWay[];
}

/**
 * A way that ends by a timeout has failed like any other: a proxy or a cache may hang in that way alone. So where all hang,
 * the sentence comes after one time limit for each.
 * @param isItsOwn whether a failure is one of the block, and not of a node that answers nothing
 * @throws what `unreadable` makes where no way is left, what is not the block's at once
 */
export async function inSomeWay<Way extends string, T>(
  ways: readonly Way[],
  attempt: (way: Way) => Promise<T>,
  isItsOwn: (error: Error) => Promise<boolean>,
  unreadable: (failed: readonly FailedWay[]) => Error,
): Promise<Found<T, Way>> {
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
function failedWays(failed: readonly FailedWay[]): string {
  const byReason = new Map<string, string[]>();
  for (const { way, error } of failed) byReason.set(error.message, [...(byReason.get(error.message) ?? []), way]);
  return [...byReason].map(([reason, ways]) => `${ways.join(' and ')}: ${reason}`).join('; ');
}

/** Whether the node answers at all, so that a failure is one of the block. */
export function isAnswering(node: { tip(): Promise<unknown> }): Promise<boolean> {
  return node.tip().then(
    () => true,
    () => false,
  );
}

/** Line of the log about a block that one way brought after others failed. */
export function readOtherwise(what: string, { way, failed }: Omit<Found<unknown>, 'value'>): string {
  return `${what} was read ${way}, since the node is wrong about it ${failedWays(failed)}`;
}

/** @param remedy what an operator can do where the node is wrong */
export function unreadableBlock(chain: ChainCode, what: string, remedy: string, failed: readonly FailedWay[]): Error {
  const errors = failed.map(({ error }) => error);
  const own = errors.find((error) => error instanceof BlockTooLargeError) ?? errors.find(isNotAllowed);
  if (own) return own;
  const facts = { chain, method: 'blocks', cause: errors[0] };
  if (errors.every(isAboveOurBound)) {
    const sentence = `${what} is larger than this version reads (${failedWays(failed)}): ${NEWER_VERSION}`;
    return new BlockTooLargeError(sentence, false, facts);
  }
  const passing = errors.every((error) => error instanceof NodeError && error.retryable);
  const again = passing ? 'it is tried again. If that does not help: ' : '';
  return new BlockUnreadableError(
    `${what} cannot be read in any way (${failedWays(failed)}): ${again}${remedy}`,
    passing,
    facts,
  );
}

/**
 * Keys of further entries would be those of the next block. The bytes have proved the number.
 * @param entries its transactions, and what the block itself moved @throws BlockTooLargeError
 */
export function requireKeys(chain: ChainCode, { height, hash }: BlockRef, entries: number): void {
  if (entries <= TXS_PER_BLOCK) return;
  const sentence = `block ${height} (${hash}) has ${entries} entries, and ${TXS_PER_BLOCK} of a block can be stored`;
  throw new BlockTooLargeError(`${sentence}: ${NEWER_VERSION}`, false, { chain, method: 'blocks' });
}

/** The credentials do not allow the call, which says so with its remedy. */
function isNotAllowed(error: Error): boolean {
  return error instanceof NodeError && (error.facts.code === 401 || error.facts.code === 403);
}
