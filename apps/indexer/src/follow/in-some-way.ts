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
import type { Logger } from 'pino';

/** A way that brought nothing right, and why. */
export interface FailedWay {
  readonly way: string;
  readonly error: Error;
}

export interface BlockReading {
  readonly chain: ChainCode;
  readonly node: { tip(): Promise<unknown> };
  readonly log: Pick<Logger, 'warn'>;
  /** Remedy for an operator whose node is wrong. */
  readonly remedy: (failed: readonly FailedWay[]) => string;
}

/**
 * A way that ends by a timeout has failed like any other: a proxy or a cache may hang in that way alone. So where all hang,
 * the sentence comes after one time limit for each.
 * @param entriesOf transactions of the block, and what it moved itself
 * @throws BlockUnreadableError where no way is left, what is not the block's at once, BlockTooLargeError
 */
export async function inSomeWay<Way extends string, T extends object>(
  { chain, node, log, remedy }: BlockReading,
  { height, hash }: BlockRef,
  ways: readonly Way[],
  attempt: (way: Way) => Promise<T>,
  entriesOf: (value: T) => number,
): Promise<{ readonly value: T; readonly way: Way }> {
  const name = `block ${height} (${hash})`;
  const failed: FailedWay[] = [];
  for (const way of ways) {
    const value = await attempt(way).catch(async (error: unknown) => {
      if (!isOfBlock(error) || !(error instanceof DecodeError || (await isAnswering(node)))) throw error;
      failed.push({ way, error });
      return null;
    });
    if (value === null) continue;
    if (failed.length > 0)
      log.warn({ height, hash }, `${name} was read ${way}, since the node is wrong about it ${failedWays(failed)}`);
    requireKeys(chain, name, entriesOf(value));
    return { value, way };
  }
  throw unreadableBlock(chain, name, remedy(failed), failed);
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

function unreadableBlock(chain: ChainCode, what: string, remedy: string, failed: readonly FailedWay[]): Error {
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

/** Keys of further entries would be those of the next block. The bytes have proved the number. */
function requireKeys(chain: ChainCode, what: string, entries: number): void {
  if (entries <= TXS_PER_BLOCK) return;
  const sentence = `${what} has ${entries} entries, and ${TXS_PER_BLOCK} of a block can be stored`;
  throw new BlockTooLargeError(`${sentence}: ${NEWER_VERSION}`, false, { chain, method: 'blocks' });
}

/** The credentials do not allow the call, which says so with its remedy. */
function isNotAllowed(error: Error): boolean {
  return error instanceof NodeError && (error.facts.code === 401 || error.facts.code === 403);
}
