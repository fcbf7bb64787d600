/**
 * Closes gaps: blocks that were written without their traces are traced in the background, newest first, and what moved
 * inside them joins the rows in a short transaction between two blocks.
 */
import {
  type BlockRef,
  type EvmChainNetwork,
  type EvmTraceAnswer,
  type InternalBlock,
  TRACE_WAYS,
} from '@chaintrail/chains';
import type { BlockToTrace, GapLedger, GapReason, InternalGap, PlacedInternalBlock } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { Decoder } from '../decode/decoder.js';
import { BackgroundTask, type BackgroundWork } from '../follow/background-work.js';
import { Backoff } from '../follow/backoff.js';
import { type BlockTraces, gapReasonOf, gapText, type TraceOutcome } from '../follow/block-traces.js';

export interface GapCloserOptions {
  readonly ledger: GapLedger;
  readonly place: EvmChainNetwork;
  readonly traces: BlockTraces;
  readonly decoder: Pick<Decoder, 'run'>;
  readonly log: Logger;
  /** Called when traces were added to stored blocks. */
  readonly onClosed?: () => void;
  readonly waits?: Readonly<Record<'cheap' | 'expensive', { waitMs: number; longestWaitMs: number }>>;
}

/** Blocks that are closed in one transaction: rows above are numbered anew once for all of them. */
const BLOCKS_AT_ONCE = 32;
const BYTES_AT_ONCE = 32 * 2 ** 20;
/** Gaps that wait for another try while older ones have theirs. With more, the older ones wait, too. */
const MOST_WAITING = 1_000;
const LOOK_MS = 100;
/** Between two tries of a gap: each failure doubles the wait. What is expensive for the node waits for minutes. */
const WAITS = {
  cheap: { waitMs: 2_000, longestWaitMs: 120_000 },
  expensive: { waitMs: 300_000, longestWaitMs: 3_600_000 },
} as const;

interface Attempt {
  readonly gap: InternalGap;
  /** In order of height, up to the end of the gap. */
  readonly blocks: readonly PlacedInternalBlock[];
  /** Why the block below them was not traced. */
  readonly failure: { readonly height: number; readonly reason: GapReason; readonly error: Error | null } | null;
}

export class GapCloser implements BackgroundWork {
  readonly #options: GapCloserOptions;
  readonly #backoffs = new Map<number, Backoff>();
  #attempt: BackgroundTask<Attempt> | null = null;
  #hasGaps = true;
  /** Hash of the last block, where there were no gaps: they come with blocks. */
  #noneAt: string | null = null;
  #saved = '';
  readonly #told = new Set<number>();

  constructor(options: GapCloserOptions) {
    this.#options = options;
  }

  get idleMs(): number {
    if (this.#attempt !== null || this.#options.traces.firstLate !== undefined) return LOOK_MS;
    if (!this.#hasGaps) return Number.POSITIVE_INFINITY;
    return Math.max(LOOK_MS, Math.min(...[...this.#backoffs.values()].map(({ leftMs }) => leftMs), 5_000));
  }

  reload(): void {
    this.#options.traces.clearLate();
    this.#backoffs.clear();
  }

  async step({ hash }: BlockRef): Promise<void> {
    if (this.#attempt?.outcome != null) {
      const { outcome } = this.#attempt;
      this.#attempt = null;
      if ('error' in outcome) throw outcome.error;
      await this.#finish(outcome.value);
    }
    if (this.#attempt === null && this.#options.traces.mode !== 'off') await this.#start(hash);
    await this.#save();
  }

  async #save(): Promise<void> {
    const { ledger, traces } = this.#options;
    const now = `${traces.mode} ${traces.reason}`;
    if (now === this.#saved) return;
    this.#saved = now;
    await ledger.save(traces.mode, traces.reason);
  }

  async #start(tip: string): Promise<void> {
    const { ledger, traces } = this.#options;
    const late = traces.firstLate;
    if (late !== undefined) return this.#startLate(late);
    if (this.#noneAt === tip) return;
    const waiting = [...this.#backoffs].filter(([, { leftMs }]) => leftMs > 0).map(([from]) => from);
    if (waiting.length >= MOST_WAITING) return;
    const gap = await ledger.newestGap(waiting);
    this.#hasGaps = gap !== null || waiting.length > 0;
    this.#noneAt = this.#hasGaps ? null : tip;
    if (!this.#hasGaps) {
      this.#backoffs.clear();
      traces.reason = null;
    }
    if (gap === null) {
      // Waits that are over belong to gaps that are closed.
      for (const from of this.#backoffs.keys()) if (!waiting.includes(from)) this.#backoffs.delete(from);
      return;
    }
    const blocks = await ledger.toTrace(Math.max(gap.from, gap.to - BLOCKS_AT_ONCE + 1), gap.to);
    this.#attempt = new BackgroundTask(this.#trace(gap, blocks));
  }

  /** An answer that is on its way comes first, whatever its gap waits for. */
  async #startLate({ height, hash }: BlockRef): Promise<void> {
    const { ledger, traces } = this.#options;
    const blocks = await ledger.toTrace(height, height);
    if (blocks[0]?.hash !== hash) traces.takeLate(hash);
    else this.#attempt = new BackgroundTask(this.#trace({ from: height, to: height, reason: 'too-slow' }, blocks));
  }

  /** From the newest block down, until one fails: nodes throw old state away first. */
  async #trace(gap: InternalGap, wanted: readonly BlockToTrace[]): Promise<Attempt> {
    const blocks: PlacedInternalBlock[] = [];
    let bytes = 0;
    for (const block of wanted.toReversed()) {
      if (bytes > BYTES_AT_ONCE) break;
      const result = await this.#traceBlock(block);
      if ('reason' in result) return { gap, blocks, failure: { height: block.height, ...result } };
      bytes += result.bytes;
      blocks.unshift({ height: block.height, hash: block.hash, block: result.block });
    }
    return { gap, blocks, failure: null };
  }

  async #traceBlock(
    block: BlockToTrace,
  ): Promise<{ readonly block: InternalBlock; readonly bytes: number } | { reason: GapReason; error: Error | null }> {
    const { traces } = this.#options;
    const { height, hash, transactions, txids } = block;
    const each = () => Array.from({ length: transactions }, (_, t) => txids.toString('hex', 32 * t, 32 * t + 32));
    let failed: { reason: GapReason; error: Error | null } = { reason: 'untraceable', error: null };
    for (const way of TRACE_WAYS) {
      const late = way === 'as a block' ? traces.takeLate(hash) : undefined;
      const isEach = way === 'transaction by transaction';
      const outcome: TraceOutcome = await (late ?? traces.ask({ height, hash }, way, isEach ? each() : []));
      if ('answer' in outcome) {
        try {
          return await this.#decode(block, outcome.answer);
        } catch (error) {
          failed = { reason: gapReasonOf(error), error: error as Error };
        }
      } else failed = { reason: outcome.gap, error: outcome.error };
      if (!(await traces.mayComeOtherwise(failed.reason))) break;
    }
    return failed;
  }

  async #decode(
    { height, hash, time, statuses, txids, entries }: BlockToTrace,
    { tracer, body, fork }: EvmTraceAnswer,
  ): Promise<{ readonly block: InternalBlock; readonly bytes: number }> {
    const { place, decoder } = this.#options;
    const bytes = body.length; // the body is given away
    const ref = { height, hash, time, statuses };
    const names = { chain: place.chain.code, network: place.network.name };
    return { block: await decoder.run({ kind: 'traces', ...names, ref, tracer, body, fork, txids, entries }), bytes };
  }

  async #finish({ gap, blocks, failure }: Attempt): Promise<void> {
    const { ledger, log, place, traces } = this.#options;
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (first !== undefined && last !== undefined) {
      const closing = await ledger.close(blocks);
      if (closing === 'closed') {
        log.info({ from: first.height, to: last.height }, 'internal transfers of blocks that lacked them are indexed');
        this.#backoffs.delete(gap.from);
        this.#options.onClosed?.();
      } else if (closing === 'too-many-rows') return this.#tooMany(gap);
    }
    if (failure === null) return;
    const { height, reason, error } = failure;
    // After a start nothing else tells why gaps from before are there.
    traces.reason ??= gapText(place, height, reason, error);
    log.debug({ height, reason, err: error ?? undefined }, 'a block that lacks its traces cannot be traced now');
    const end = first === undefined ? gap.to : first.height - 1;
    let { from } = gap;
    if (reason !== gap.reason && reason !== 'node-away' && reason !== 'off') {
      // Older state is gone, too. Other troubles are of one block.
      from = reason === 'state-gone' ? gap.from : height;
      await ledger.relabel({ from, to: Math.min(end, height), reason });
    }
    this.#wait(from, reason);
  }

  #wait(from: number, reason: GapReason): void {
    const { cheap, expensive } = this.#options.waits ?? WAITS;
    const isExpensive = reason === 'too-slow' || reason === 'too-large';
    const backoff = this.#backoffs.get(from) ?? new Backoff(cheap);
    backoff.failed(isExpensive ? expensive : cheap);
    this.#backoffs.set(from, backoff);
  }

  #tooMany(gap: InternalGap): void {
    const { place, log } = this.#options;
    this.#wait(gap.from, 'too-large');
    if (this.#told.has(gap.from)) return;
    this.#told.add(gap.from);
    log.warn(
      `the traces of blocks ${gap.from} to ${gap.to} are there, but too many rows lie above them: stop the indexer, run ` +
        `"npx chaintrail retrace ${place.chain.code}", which takes back the blocks from there on, and start it again`,
    );
  }
}
