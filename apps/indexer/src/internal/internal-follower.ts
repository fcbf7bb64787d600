/**
 * Traces blocks after they are indexed. Traces are fetched and decoded asynchronously, and written in order, in short
 * transactions on the owner's session. A failure of tracing is reported and retried here: blocks do not wait for it.
 */
import type { BlockRef, EvmChainNetwork, EvmTraceAnswer } from '@chaintrail/chains';
import { BlockNotFoundError, StateUnavailableError } from '@chaintrail/chains';
import { type InternalLedger, type InternalMode, type InternalState, isRefusedValue } from '@chaintrail/db';
import type { Logger } from 'pino';
import { BackgroundTask, type BackgroundWork } from '../follow/background-work.js';
import { Backoff } from '../follow/backoff.js';
import type { BackfillRunner } from './backfill-runner.js';
import { LiveTraces } from './live-traces.js';
import { isHopeless, type TraceBlock, type TracingNode, tracingFailure } from './trace-block.js';
import { TraceableSearch } from './traceable-search.js';
import type { TracingLimits } from './tracing-limits.js';

export interface InternalFollowerOptions {
  readonly ledger: InternalLedger;
  readonly place: EvmChainNetwork;
  readonly node: Pick<TracingNode, 'tracer'>;
  readonly trace: TraceBlock;
  readonly mode: InternalMode;
  readonly backfill: BackfillRunner;
  readonly limits: TracingLimits;
  readonly log: Logger;
  /** Ends what goes on in the background. */
  readonly stop: AbortController;
}

/** While traces are on their way, somebody looks for them so often. */
const LOOK_MS = 100;

export class InternalFollower implements BackgroundWork {
  private readonly options: InternalFollowerOptions;
  private readonly live: LiveTraces;
  private readonly backoff: Backoff;
  private asking: BackgroundTask<EvmTraceAnswer['tracer'] | null> | null = null;
  private search: TraceableSearch | null = null;
  /** Null before the first step, and where nothing is traced. */
  private state: InternalState | null = null;
  private phase: 'beginning' | 'following' | 'off' = 'beginning';
  private isStale = false;
  private reason: string | null = null;
  private saved: { readonly reason: string | null; readonly atMs: number } = { reason: null, atMs: 0 };

  constructor(options: InternalFollowerOptions) {
    this.options = options;
    this.live = new LiveTraces(options.trace, options.limits);
    this.backoff = new Backoff(options.limits);
  }

  get idleMs(): number {
    if (this.phase === 'off') return Number.POSITIVE_INFINITY;
    if (this.options.backfill.isReady || (this.live.isReady && this.backoff.leftMs === 0)) return 0;
    if (this.asking !== null || this.search !== null || this.live.isWaiting || this.options.backfill.isNumbering)
      return LOOK_MS;
    return Number.POSITIVE_INFINITY;
  }

  wake(): void {
    // Blocks that come are seen by the step that follows them.
  }

  async close(): Promise<void> {
    this.options.stop.abort();
    await this.options.backfill.close();
  }

  reload(): void {
    this.isStale = true;
    this.live.clear();
    this.search = null;
    // The trouble may have been a block's that is not ours any more.
    if (this.phase === 'following') this.recovered();
  }

  async step(cursor: BlockRef): Promise<void> {
    if (this.phase === 'off') return;
    if (this.phase === 'beginning') await this.begin(cursor);
    if (this.phase !== 'following') return;
    if (this.isStale) await this.readState();
    const { state } = this;
    if (state === null) return;
    await this.followLive(cursor, state);
    // What follows a step that is over starts at once, in the background.
    while (this.state?.mode === 'full' && (await this.options.backfill.step(cursor, this.state)))
      await this.readState();
    await this.save();
  }

  /** Asks the node how it traces, in the background, and then sets the mode of this run. */
  private async begin(cursor: BlockRef): Promise<void> {
    const { mode, node, log } = this.options;
    if (mode === 'off') return this.set('off', cursor);
    if (this.backoff.leftMs > 0) return;
    this.asking ??= new BackgroundTask(node.tracer());
    const { outcome } = this.asking;
    if (outcome === null) return;
    this.asking = null;
    if ('error' in outcome) {
      log[this.backoff.tries === 0 ? 'warn' : 'debug']({ err: outcome.error }, 'the node does not say how it traces');
      this.backoff.failed();
      return;
    }
    if (outcome.value === null) return this.cannotTrace(cursor);
    this.recovered();
    await this.set(mode, cursor);
  }

  /**
   * Where blocks were traced before, the node has most likely lost a setting, and is asked again. With tracing off, the
   * blocks until it is back would be a gap.
   */
  private async cannotTrace(cursor: BlockRef): Promise<void> {
    const { place, ledger, log } = this.options;
    const variable = `${place.chain.code.toUpperCase()}_INTERNAL_TRANSFERS`;
    const start = 'start it with its debug or trace module (geth --http.api eth,net,web3,debug,txpool)';
    const what = 'the node offers neither debug_traceBlockByHash nor trace_block';
    const before = await ledger.state();
    if (before !== null && before.mode !== 'off') {
      const text = `${what}: internal transfers wait until it does; ${start}, or set ${variable}=off`;
      log[this.reason === null ? 'warn' : 'debug'](text);
      this.reason = text;
      this.backoff.failed();
      await this.save();
      return;
    }
    log.warn(
      `${what}: internal transfers are not indexed in this run; ${start} and restart the indexer, or set ${variable}=off`,
    );
    await ledger.begin('off', cursor);
    this.phase = 'off';
  }

  private async set(mode: InternalMode, cursor: BlockRef): Promise<void> {
    const { ledger, log } = this.options;
    const before = await ledger.state();
    const state = await ledger.begin(mode, cursor);
    this.phase = mode === 'off' ? 'off' : 'following';
    if (mode === 'off' || state === null) return;
    this.state = state;
    if (before !== null && state.live.to > before.live.to) {
      const gap = { from: before.live.to + 1, to: state.live.to };
      log.warn(gap, 'blocks that came while internal transfers were off are left out, and are not traced later');
    }
    log.info({ mode, from: state.live.to + 1 }, 'internal transfers are traced');
  }

  private async readState(): Promise<void> {
    this.state = await this.options.ledger.state();
    this.isStale = false;
  }

  private async followLive(cursor: BlockRef, { mode, live }: InternalState): Promise<void> {
    const { ledger } = this.options;
    if (this.search !== null) return this.goOn(this.search);
    if (this.backoff.leftMs > 0) return;
    await this.live.fill(live.to + 1, cursor.height, (from, to) => ledger.toTrace(from, to));
    const { failure } = this.live;
    if (failure !== null) {
      this.troubled(failure.block.height, failure.error);
      const isOld = failure.error instanceof StateUnavailableError;
      if ((mode === 'live' || !isOld) && this.isHopeless(failure.error)) {
        this.search = new TraceableSearch(this.options.trace, failure.block.height, cursor.height, !isOld);
      }
      this.live.clear();
      return;
    }
    const blocks = this.live.take();
    const last = blocks.at(-1);
    if (last === undefined) return;
    if (!(await this.orRefused(last.height, () => ledger.append(blocks)))) {
      this.live.clear();
      return;
    }
    this.recovered();
    if (this.state !== null) this.state = { ...this.state, live: { ...live, to: last.height } };
    await this.live.fill(last.height + 1, cursor.height, (from, to) => ledger.toTrace(from, to));
  }

  private isHopeless(error: unknown): boolean {
    return isHopeless(error, this.backoff, this.options.limits);
  }

  /** Goes on looking for the first block that can be traced, and leaves out those before it. */
  private async goOn(search: TraceableSearch): Promise<void> {
    const { ledger, log } = this.options;
    const found = await search.step((from, to) => ledger.toTrace(from, to));
    if (found === undefined) return;
    this.search = null;
    if (found === null || found === search.from) return;
    const to = found - 1;
    await ledger.skip(search.from, to);
    log.warn({ from: search.from, to, reason: this.reason }, 'blocks that the node cannot trace are left out');
    this.recovered();
    await this.readState();
  }

  /** What PostgreSQL refuses about the values is trouble of the trace, and anything else of the session. */
  private async orRefused(height: number, write: () => Promise<boolean>): Promise<boolean> {
    try {
      return await write();
    } catch (error) {
      if (!isRefusedValue(error)) throw error;
      this.troubled(height, error);
      return false;
    }
  }

  private troubled(height: number, error: unknown): void {
    const { place, mode, log } = this.options;
    const text = tracingFailure(place.chain, mode, height, error);
    const isFirst = this.backoff.tries === 0;
    this.backoff.failed();
    // The chain has most likely moved, and the next look at it tells.
    if (isFirst && error instanceof BlockNotFoundError) return;
    log[this.reason === null ? 'warn' : 'debug']({ err: error }, text);
    this.reason = text;
  }

  private recovered(): void {
    this.backoff.succeeded();
    this.reason = null;
  }

  /** Tells the operator where it stands, when that has changed. */
  private async save(): Promise<void> {
    const { ledger, backfill, limits } = this.options;
    const reason = this.reason ?? backfill.progress.reason;
    const isDue = backfill.progress.isLoading && performance.now() - this.saved.atMs > limits.saveEveryMs;
    if (reason === this.saved.reason && !isDue) return;
    await ledger.say({ etaSeconds: backfill.progress.etaSeconds, reason });
    this.saved = { reason, atMs: performance.now() };
  }
}
