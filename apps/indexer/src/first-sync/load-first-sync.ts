/**
 * The first sync of a chain, for every family. It loads blocks up to the tip less the reorg margin, then runs the
 * stages over all rows at once. The last blocks are left to `follow-chain.ts`. A first sync never rolls back: where the
 * node's chain leaves the loaded one, the stages go on, and `follow-chain.ts` rolls back afterwards.
 */
import { type BlockRef, DecodeError, NodeError, NodeLieError, type NodeTip } from '@chaintrail/chains';
import type { BlockLoad, FirstSync, Ledger } from '@chaintrail/db';
import type { Logger } from 'pino';
import { pause } from '../follow/backoff.js';
import type { BlockSource, LinkedBlock } from '../follow/block-source.js';
import { ChainMovedError, FruitlessTurns, fetchAhead } from '../follow/fetch-ahead.js';
import { findFork, isBehind, SHORTER_CHAIN_POLLS, ShorterChain } from '../follow/find-fork.js';
import type { ProgressReporter } from '../follow/progress-reporter.js';

export interface FirstSyncOptions<Block extends LinkedBlock> {
  readonly source: BlockSource<Block>;
  readonly ledger: Ledger<Block>;
  readonly firstSync: FirstSync<Block>;
  openLoad(): Promise<BlockLoad<Block>>;
  readonly reporter: ProgressReporter;
  readonly reorgLimit: number;
  /** Blocks below the tip that are left to be followed one by one. */
  readonly reorgMargin: number;
  readonly pollMs: number;
  /** Bytes of blocks that may be on their way. */
  readonly bytesAhead: number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Blocks that may be left to be followed one by one. Some nodes count headers of a branch that they do not follow. */
const LEFT_TO_FOLLOW = 100;
/** The node's tip, and how many transactions it has, are asked for this often while blocks are loaded. */
const TIP_EVERY_MS = 10_000;

/** Loads blocks where a first sync is due or under way. Returns when its load stage is over, or none is needed. */
export async function loadFirstSync<Block extends LinkedBlock>(options: FirstSyncOptions<Block>): Promise<void> {
  const { source, ledger, firstSync, signal } = options;
  const stage = await firstSync.stage();
  if (stage === null) {
    if ((await ledger.cursor()) !== null) return;
    const tip = await source.node.tip();
    // A node that is downloading its chain may have only the start of a long one yet.
    if (!isCatchingUp(options, tip, ledger.historyFrom) && lastToLoad(options, tip) < ledger.historyFrom) return;
    await firstSync.begin();
    options.log.info({ to: lastToLoad(options, tip) }, 'first sync begins');
  } else if (stage !== 'load') return;
  const load = await options.openLoad();
  await loadToMargin(options, load);
  if (!signal.aborted) await load.end();
}

function lastToLoad({ reorgMargin }: { readonly reorgMargin: number }, tip: BlockRef): number {
  return tip.height - reorgMargin;
}

/** Whether the node has not got `next` and what follows yet, and means to. */
function isCatchingUp({ reorgMargin }: { readonly reorgMargin: number }, tip: NodeTip, next: number): boolean {
  return tip.catchingUp || tip.networkHeight - reorgMargin - next >= LEFT_TO_FOLLOW;
}

/** Returns when everything up to the margin is written, also as the tip moves, or `signal` fires. */
async function loadToMargin<Block extends LinkedBlock>(
  options: FirstSyncOptions<Block>,
  load: BlockLoad<Block>,
): Promise<void> {
  const { source, ledger, reporter, pollMs, signal } = options;
  const shorter = new ShorterChain(source.node);
  let competingPolls = 0;
  const fruitless = new FruitlessTurns();
  while (!signal.aborted) {
    const tip = await askTip(options);
    const fork = await findFork(source, ledger, load.written, tip, options.reorgLimit);
    // The loop that follows the tip can take blocks back.
    if (isBehind(fork)) {
      if (await shorter.isBelieved(fork, tip)) return;
      await reporter.behind(fork);
      await pause(pollMs, signal);
      continue;
    }
    shorter.reset();
    if (load.written !== null && fork?.hash !== load.written.hash) {
      // Another chain than the loaded one, within the limit.
      if (tip.height > load.written.height || ++competingPolls >= SHORTER_CHAIN_POLLS) return;
      await pause(pollMs, signal);
      continue;
    }
    competingPolls = 0;
    const to = lastToLoad(options, tip);
    const from = load.written === null ? ledger.historyFrom : load.written.height + 1;
    if (from <= to) {
      const moved = await loadSpan(options, load, from, to);
      // A tip whose blocks do not come: one of several servers is behind.
      if (fruitless.count(moved)) await pause(pollMs, signal);
    } else if (!isCatchingUp(options, tip, from)) return;
    else {
      await reporter.waitingForNode();
      await pause(pollMs, signal);
    }
  }
}

/**
 * Loads blocks `from … to` and writes them all, or fewer where the chain moves or `signal` fires.
 * @returns how the chain moved before anything was written, else null
 */
async function loadSpan<Block extends LinkedBlock>(
  options: FirstSyncOptions<Block>,
  load: BlockLoad<Block>,
  from: number,
  to: number,
): Promise<string | null> {
  const { source, ledger, reporter, log, signal, bytesAhead } = options;
  // With all history indexed, every output that is spent is stored here, under a txid that was checked. Fetching it
  // from the node costs a tenth of the load and tells nothing new.
  const skipPrevouts = ledger.historyFrom === 0;
  let moved: string | null = null;
  let askedMs = performance.now();
  try {
    for await (const batch of fetchAhead(source, load.written, from, to, { bytesAhead, skipPrevouts, isLoad: true })) {
      await load.add(batch);
      await reporter.loaded(batch, load);
      if (signal.aborted) break;
      if (performance.now() - askedMs > TIP_EVERY_MS) {
        askedMs = performance.now();
        await askTip(options);
      }
    }
  } catch (error) {
    if (!(error instanceof ChainMovedError)) {
      // Blocks before one that cannot be had are written, unless it is the load that failed.
      if (isOfNode(error)) await load.flush();
      throw error;
    }
    moved = error.message;
    log.debug({ reason: moved }, 'chain moved while fetching');
  }
  await load.flush();
  await reporter.loaded([], load);
  return (load.written?.height ?? -1) < from ? moved : null;
}

function isOfNode(error: unknown): boolean {
  return error instanceof NodeError || error instanceof NodeLieError || error instanceof DecodeError;
}

/** Asks the node how far it is, and tells the reporter. */
async function askTip<Block extends LinkedBlock>(options: FirstSyncOptions<Block>): Promise<NodeTip> {
  const { source, ledger, reporter } = options;
  const tip = await source.node.tip();
  reporter.nodeTip(tip);
  // Where the history starts later, or the node lacks blocks itself, its count says nothing of what there is to load.
  const tells = ledger.historyFrom === 0 && !tip.catchingUp;
  reporter.transactionsToLoad(tells ? await source.node.transactionCount() : null);
  return tip;
}
