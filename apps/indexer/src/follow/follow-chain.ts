/**
 * Follows the tip of any chain. It asks for the tip, finds the fork with the node's chain and fetches what follows in
 * order. Each batch is written with the cursor in one transaction. A reorg takes the same path: its first batch also
 * removes what it replaces. The loop ends only by a failure or by `signal`; `run-chain.ts` decides what then.
 */
import type { BlockRef, NodeTip } from '@chaintrail/chains';
import type { Ledger } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { BackgroundWork } from './background-work.js';
import { pause } from './backoff.js';
import type { BlockSource, LinkedBlock } from './block-source.js';
import { ChainMovedError, ContradictedBlockError, FruitlessTurns, fetchAhead } from './fetch-ahead.js';
import { findFork, isBehind, ShorterChain } from './find-fork.js';
import type { ProgressReporter } from './progress-reporter.js';
import type { WakeUp } from './wake-up.js';

export interface FollowOptions<Block extends LinkedBlock> {
  readonly source: BlockSource<Block>;
  readonly ledger: Ledger<Block>;
  readonly background: BackgroundWork;
  readonly wakeUp: WakeUp;
  readonly reporter: ProgressReporter;
  readonly reorgLimit: number;
  /** Whether what the node called final once stays, whatever it says later; not so on private networks. */
  readonly finalityBinds: boolean;
  readonly pollMs: number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** During a long run of blocks the node's tip is asked for this often, for the progress. */
const TIP_EVERY_MS = 10_000;
/**
 * A tip that was asked for so recently counts as the tip when it is reached. A chain with four blocks a second, on a
 * distant node, has a newer one each time it is asked.
 */
const TIP_AGE_MS = 5_000;

export async function followChain<Block extends LinkedBlock>(options: FollowOptions<Block>): Promise<void> {
  const { source, ledger, reporter, background, wakeUp, signal } = options;
  let cursor = await ledger.cursor();
  const shorter = new ShorterChain(source.node);
  const fruitless = new FruitlessTurns();
  let finalized = ledger.finalizedHeight;
  let isBelowStart = false;
  while (!signal.aborted) {
    const askedMs = performance.now();
    // Before the tip is read: what comes while it is read may be a newer one.
    const woken = wakeUp.next();
    const tip = await source.node.tip();
    reporter.nodeTip(tip);
    if (cursor !== null && tip.hash === cursor.hash) {
      shorter.reset();
      finalized = await atTip(options, tip, cursor, finalized);
      // Work that is due at the tip is not done while the node catches up, so it must not shorten the wait either.
      const idleMs = tip.catchingUp ? Number.POSITIVE_INFINITY : background.idleMs;
      await source.node.waitForNewBlock(tip, Math.min(options.pollMs, idleMs), woken);
      continue;
    }
    if (cursor === null && tip.height < ledger.historyFrom) {
      await tellBelowStart(options, tip, isBelowStart);
      isBelowStart = true;
      await pause(options.pollMs, signal);
      continue;
    }
    const fork = await findFork(source, ledger, cursor, tip, options.reorgLimit, finalized, options.finalityBinds);
    if (isBehind(fork) && !(await shorter.isBelieved(fork, tip))) {
      await reporter.behind(fork);
      await pause(options.pollMs, signal);
      continue;
    }
    shorter.reset();
    const { reached, moved } = await replaceAfter(options, cursor, isBehind(fork) ? fork.keeps : fork, tip);
    const isFruitless = fruitless.count(reached === cursor ? (moved ?? 'no block came') : null);
    cursor = reached;
    if (isFruitless) await pause(options.pollMs, signal);
    const isReached = cursor?.hash === tip.hash && !tip.catchingUp && performance.now() - askedMs < TIP_AGE_MS;
    if (cursor !== null && isReached && !signal.aborted) finalized = await atTip(options, tip, cursor, finalized);
  }
}

/** The node has none of the blocks that are to be indexed. */
async function tellBelowStart<Block extends LinkedBlock>(
  { ledger, reporter, log }: FollowOptions<Block>,
  tip: NodeTip,
  wasBefore: boolean,
): Promise<void> {
  const text =
    `the node is at block ${tip.height}, the history starts at ${ledger.historyFrom}: waiting for it to get there; ` +
    'to begin now, restart the indexer with a lower <CODE>_START_HEIGHT';
  if (!wasBefore) log.warn(text);
  await reporter.stopped('stalled', { code: 'node-behind', text });
}

/** Works where everything that the node has is indexed. @returns the highest final block */
async function atTip<Block extends LinkedBlock>(
  { ledger, reporter, background, finalityBinds }: FollowOptions<Block>,
  tip: NodeTip,
  cursor: BlockRef,
  finalizedBefore: number | null,
): Promise<number | null> {
  const finalized = await finalizedHeight(ledger, tip, finalizedBefore, finalityBinds);
  if (finalized !== null) reporter.finalized(finalized);
  await reporter.atTip(tip);
  if (!tip.catchingUp) await background.step(cursor);
  return finalized;
}

/** A block that the node calls final counts where it is one of ours, by height and hash: it is never taken back. */
async function finalizedHeight<Block extends LinkedBlock>(
  ledger: Ledger<Block>,
  { finalized }: NodeTip,
  before: number | null,
  binds: boolean,
): Promise<number | null> {
  // Where it does not bind, what is said now counts: a node that has forgotten all of it still has its first block.
  const kept = binds || before === null ? before : 0;
  if (!finalized || (kept !== null && finalized.height <= kept)) return kept;
  const [ours] = await ledger.blocks(finalized.height, finalized.height);
  return ours?.hash === finalized.hash ? finalized.height : kept;
}

/**
 * Brings the tables from `cursor` over `fork` to `tip`.
 * @returns the new cursor, below `tip` where the chain moved meanwhile (how, is told); the same object when nothing was
 *   written
 */
async function replaceAfter<Block extends LinkedBlock>(
  { source, ledger, reporter, background, log, signal }: FollowOptions<Block>,
  cursor: BlockRef | null,
  fork: BlockRef | null,
  tip: NodeTip,
): Promise<{ readonly reached: BlockRef | null; readonly moved: string | null }> {
  const from = fork === null ? ledger.historyFrom : fork.height + 1;
  if (cursor !== null && cursor.height !== fork?.height) {
    log.warn({ depth: cursor.height - from + 1, fork: fork?.height ?? null, tip: tip.height }, 'chain reorganised');
    background.reload?.();
  }
  const replace = async (batch: readonly Block[]): Promise<void> => {
    if (cursor !== null && cursor.height !== fork?.height) reporter.rollsBack(cursor.height - from + 1);
    await ledger.replaceAfter(cursor, fork, batch);
  };
  if (from > tip.height) {
    await replace([]);
    return { reached: fork, moved: null };
  }
  let moved: string | null = null;
  let tipAskedMs = performance.now();
  try {
    for await (const batch of fetchAhead(source, fork, from, tip.height)) {
      await replace(batch);
      cursor = batch.at(-1) ?? cursor;
      fork = cursor;
      await reporter.advanced(batch);
      if (signal.aborted) break;
      if (performance.now() - tipAskedMs > TIP_EVERY_MS) {
        tipAskedMs = performance.now();
        reporter.nodeTip(await source.node.tip());
      }
    }
  } catch (error) {
    if (error instanceof ContradictedBlockError) await takeBack(ledger, cursor, error.block);
    if (!(error instanceof ChainMovedError)) throw error;
    moved = error.message;
    log.debug({ reason: moved }, 'chain moved while fetching');
  }
  return { reached: cursor, moved };
}

/** Removes the last block, where it is the contradicted one: it is read again when the node is right. */
async function takeBack<Block extends LinkedBlock>(
  ledger: Ledger<Block>,
  cursor: BlockRef | null,
  { height, hash }: BlockRef,
): Promise<void> {
  if (cursor?.hash !== hash) return;
  const [fork] = await ledger.blocks(height - 1, height - 1);
  // The first block of a history stays, with what everybody had before it.
  if (fork !== undefined) await ledger.replaceAfter(cursor, fork, []);
}
