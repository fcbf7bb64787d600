/**
 * The life of a block, for every chain: ask for the tip, find where our rows and the node's chain part, fetch what
 * follows in order, write each batch with the cursor in one transaction. A reorg takes the same path: its first batch
 * also removes what it replaces. The loop ends only by a failure or by `signal`; whoever calls it decides what then.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockRef } from '@chaintrail/chains';
import type { Ledger } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { BlockSource, LinkedBlock } from './block-source.js';
import { ChainMovedError, fetchAhead } from './fetch-ahead.js';
import { findFork } from './find-fork.js';
import type { ProgressReporter } from './progress-reporter.js';

export interface FollowOptions<Block extends LinkedBlock> {
  readonly source: BlockSource<Block>;
  readonly ledger: Ledger<Block>;
  readonly reporter: ProgressReporter;
  readonly reorgLimit: number;
  readonly pollMs: number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** A node that restarts may show an older tip for a moment: its chain must stay shorter for this long to be believed. */
const SHORTER_CHAIN_POLLS = 3;

export async function followChain<Block extends LinkedBlock>(options: FollowOptions<Block>): Promise<void> {
  const { source, ledger, reporter, signal } = options;
  let cursor = await ledger.cursor();
  let shorterPolls = 0;
  while (!signal.aborted) {
    const tip = await source.tip();
    reporter.nodeTip(tip.height);
    if (cursor !== null && tip.hash === cursor.hash) {
      shorterPolls = 0;
      await reporter.live(cursor.height);
      await source.waitForChange(tip, options.pollMs, signal);
      continue;
    }
    if (tip.height < ledger.historyFrom) {
      await reporter.stopped(
        'stalled',
        `the node is at block ${tip.height}, the history starts at ${ledger.historyFrom}`,
      );
      await pause(options);
      continue;
    }
    const fork = await findFork(source, ledger, cursor, options.reorgLimit);
    if (fork !== null && fork.height >= tip.height && ++shorterPolls < SHORTER_CHAIN_POLLS) {
      await pause(options);
      continue;
    }
    shorterPolls = 0;
    cursor = await replaceAfter(options, cursor, fork, tip);
  }
}

function pause({ pollMs, signal }: { readonly pollMs: number; readonly signal: AbortSignal }): Promise<void> {
  return sleep(pollMs, undefined, { signal }).catch(() => undefined);
}

/** Brings the tables from `cursor` over `fork` to `tip`. @returns the new cursor, below `tip` where the chain moved */
async function replaceAfter<Block extends LinkedBlock>(
  { source, ledger, reporter, log, signal }: FollowOptions<Block>,
  cursor: BlockRef | null,
  fork: BlockRef | null,
  tip: BlockRef,
): Promise<BlockRef | null> {
  const from = fork === null ? ledger.historyFrom : fork.height + 1;
  if (cursor !== null && cursor.height !== fork?.height) {
    log.warn({ depth: cursor.height - from + 1, fork: fork?.height ?? null, tip: tip.height }, 'chain reorganised');
  }
  if (from > tip.height) {
    await ledger.replaceAfter(cursor, fork, []);
    return fork;
  }
  try {
    for await (const batch of fetchAhead(source, fork, from, tip.height)) {
      await ledger.replaceAfter(cursor, fork, batch);
      cursor = batch.at(-1) ?? cursor;
      fork = cursor;
      await reporter.advanced(batch);
      if (signal.aborted) break;
    }
  } catch (error) {
    if (!(error instanceof ChainMovedError)) throw error;
    log.debug({ reason: error.message }, 'chain moved while fetching');
  }
  return cursor;
}
